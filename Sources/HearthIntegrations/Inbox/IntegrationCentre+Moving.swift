internal import HearthBase
internal import HearthEntities
internal import HearthStore
internal import HearthTraitCore

// Announcements of what was added already: they wake its link, and say where it is now.
extension IntegrationCentre {
    /// The shortest time between two moves of an integration, so that contradictory announcements do not keep it from
    /// connecting.
    private static let movePause = Duration.seconds(60)

    /// Takes the announcement of a thing that may be added already.
    func heard(_ thing: FoundThing) {
        guard let index = index(of: thing) else { return }
        added[index].run?.wake()
        tell(at: index)
        follow(at: index)
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
    func newAddress(at index: Int) -> NewAddress? {
        let integration = added[index]
        guard integration.linkHealth.isDown, let kind = kind(integration.stored.kind),
            let key = inbox.key(kind: integration.stored.kind, identity: integration.stored.identity),
            let service = announcements[key]
        else { return nil }
        return kind.newAddress(service, integration.settings)
    }

    /// Takes on the new address of a device that can't be reached at its old one, if its link recognises it by a secret.
    func follow(at index: Int) {
        guard let address = newAddress(at: index), address.isProven,
            added[index].movedAt.map({ clock.now >= $0 + Self.movePause }) ?? true
        else { return }
        added[index].movedAt = clock.now
        let (id, name) = (added[index].stored.id, added[index].stored.name)
        notice("\(quoted(name)) announces itself at another address, which the hub takes on: \(address.words)")
        Task {
            do {
                try await change(id, name: nil, by: IntegrationSettings(values: address.settings))
            } catch {
                notice("the new address of \(quoted(name)) could not be taken on: \(error)")
            }
        }
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
            let options = address.settings.sorted { $0.key < $1.key }.map { " --set \($0.key)=\($0.value)" }
            return .needsAttention(
                reason: "\(reason); a device with its identity now announces itself at another address "
                    + "(\(address.words))",
                wayOut: "if that is your device: hearth integrations change \(id)\(options.joined())")
        }
    }
}

extension NewAddress {
    /// The settings as text, for people.
    fileprivate var words: String {
        settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }
}
