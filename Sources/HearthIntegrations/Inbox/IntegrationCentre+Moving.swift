internal import HearthBase
internal import HearthEntities
internal import HearthHub
internal import HearthStore
internal import HearthTraitCore

// Announcements of devices that were added already: they wake their links, and say their addresses.
extension IntegrationCentre {
    /// The shortest time between two announcements that wake the link of an integration, and between two announced
    /// addresses that are tried or named in the log: any machine of the network can announce any number.
    static let announcementPause = Duration.seconds(60)

    /// Takes the announcement of a thing that may be added already.
    ///
    /// - Parameter isNews: whether it was not announced so before.
    func heard(_ thing: FoundThing, isNews: Bool) {
        guard let index = index(of: thing) else { return }
        if isNews { wake(at: index) }
        tell(at: index)
        follow(at: index)
    }

    private func wake(at index: Int) {
        if let last = added[index].wokenAt, clock.now < last + Self.announcementPause { return }
        added[index].wokenAt = clock.now
        added[index].run?.wake()
    }

    /// Forgets where a thing has announced itself.
    func unheard(_ thing: FoundThing) {
        if let index = index(of: thing) { tell(at: index) }
    }

    private func index(of thing: FoundThing) -> Int? {
        guard !thing.identity.isEmpty else { return nil }
        return added.firstIndex { $0.stored.kind == thing.kind && $0.stored.identity == thing.identity }
    }

    /// Where an integration's device announces itself, if its connection has failed and the settings lead elsewhere.
    /// Several if other machines claim to be the device.
    func newAddresses(at index: Int) -> [NewAddress] {
        let integration = added[index]
        guard integration.linkHealth.isDown, let kind = kind(integration.stored.kind) else { return [] }
        let services = nearby.services(ofKind: integration.stored.kind, identity: integration.stored.identity)
        return Set(services.compactMap { kind.newAddress($0, integration.settings) }).sorted { $0.words < $1.words }
    }

    /// Tries a new address of a device that can't be reached at its old one, if a secret can prove the device there: one
    /// after the other, if there are several.
    func follow(at index: Int) {
        let (integration, addresses) = (added[index], newAddresses(at: index).filter(\.isProven))
        if let tried = integration.tried, clock.now < tried.at + Self.announcementPause { return }
        let next = integration.tried.flatMap { tried in addresses.first { $0.words > tried.address.words } }
        guard !isStopped, let address = next ?? addresses.first else { return }
        added[index].tried = (address, clock.now)
        Task { await move(integration, to: address) }
    }

    /// Takes on a new address if the device is there and proves itself by the integration's secret. Until then the
    /// settings stay: the announcement may be a forged one.
    private func move(_ integration: AddedIntegration, to address: NewAddress) async {
        let changes = IntegrationSettings(values: address.settings)
        let refusal: String
        do throws(HubError) {
            switch try await test(integration.stored.id, with: changes) {
            case .success(let devices) where devices.identity == integration.stored.identity:
                try await change(integration.stored.id, name: nil, by: changes, from: integration.settings)
                return noteMove(of: integration.stored.id, address, refusal: nil)
            case .success: refusal = "another device is there"
            case .failure(let failure): refusal = failure.message
            }
        } catch {
            refusal = error.message
        }
        noteMove(of: integration.stored.id, address, refusal: refusal)
    }

    /// Writes to the log what became of a new address; of equal refusals the first.
    private func noteMove(of id: String, _ address: NewAddress, refusal: String?) {
        guard let index = added.firstIndex(where: { $0.stored.id == id }) else { return }
        let outcome = refusal.map { "does not take on: \($0)" } ?? "has taken on"
        let text = "announces itself at another address (\(address.words)), which the hub \(outcome)"
        defer { added[index].refusal = refusal == nil ? nil : text }
        guard added[index].refusal != text else { return }
        notice("\(quoted(added[index].stored.name)) \(text)")
    }
}

extension LinkHealth {
    /// Whether the connection has failed, so that another address is worth a try.
    fileprivate var isDown: Bool {
        switch self {
        case .offline, .needsAttention: true
        case .connecting, .online: false
        }
    }

    /// The health for people. Without a secret only they can tell whether the announced device is theirs.
    func naming(_ address: NewAddress?, of id: String) -> LinkHealth {
        guard let address, !address.isProven else { return self }
        switch self {
        case .connecting, .online: return self
        case .offline(let reason), .needsAttention(let reason, _):
            let options = address.settings.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0.key)=\($0.value)"] }
            return .needsAttention(
                reason: "\(reason); a device with its identity now announces itself at another address "
                    + "(\(address.words))",
                wayOut: "if that is your device: "
                    + ShellLine.line(["hearth", "integrations", "change", id] + options))
        }
    }
}

extension NewAddress {
    /// The settings as text, for people.
    fileprivate var words: String {
        settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }
}
