internal import HearthBase
package import HearthEntities
package import HearthEventLoop
package import HearthIntegrations
internal import HearthShelly
package import HearthTraitCore

/// Shellys of the second generation and later, by their WebSocket. Each device is an integration of its own.
package struct ShellyKind: IntegrationKind {
    private static let password = "password"
    private static let serviceType = "_shelly._tcp"
    private static let address = AddressFields(usualPort: 80)

    private let loop: EventLoop
    private let clock: any HomeClock
    private let turns: ConnectTurns

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - turns: limits how many devices are connected to at the same time.
    package init(loop: EventLoop, clock: any HomeClock, turns: ConnectTurns = ConnectTurns()) {
        self.loop = loop
        self.clock = clock
        self.turns = turns
    }

    package var id: String { "shelly" }
    package var title: String { "Shelly" }
    package var summary: String { "A Shelly of the second generation or later: a Plus, a Pro, or a newer one." }
    package var serviceTypes: [String] { [Self.serviceType] }

    package var fields: [IntegrationField] {
        Self.address.fields + [
            IntegrationField(
                Self.password, "Password", .secret,
                hint: "the one below Settings, Authentication in the device's web page; empty if it has none")
        ]
    }

    package func found(_ service: NearbyService) -> FoundThing? {
        // Its name is its model with the MAC address. The first generation has another type of service.
        let parts = service.name.lowercased().split(separator: "-")
        guard parts.count == 2, let mac = parts.last.map(String.init), mac.utf8.count == 12,
            mac.utf8.allSatisfy({ hexValue($0) != nil }),
            service.properties["gen"].flatMap({ Int($0) }).map({ $0 >= 2 }) ?? true
        else { return nil }
        let (address, settings) = Self.address.found(service)
        return FoundThing(
            key: "\(id)/\(mac)", kind: id, identity: mac, name: service.properties["app"] ?? service.name,
            maker: title, address: address, readiness: .ready, settings: settings)
    }

    package func newAddress(_ service: NearbyService, _ settings: IntegrationSettings) -> NewAddress? {
        // The password proves the hub to the device, and not the other way round.
        Self.address.newAddress(service, leaving: settings, isProven: false)
    }

    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        reached(.connecting)
        let info: ShellyInfo
        do throws(ShellyError) {
            info = try await ShellyLink.probe(connection(settings, identity: nil), loop: loop, clock: clock)
        } catch {
            throw Self.failure(error)
        }
        reached(.asking)
        return ProbedDevices(identity: info.mac, name: info.name, deviceNames: [info.name])
    }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        ShellyLink(connection(settings, identity: identity), loop: loop, clock: clock, turns: turns)
    }

    private func connection(_ settings: IntegrationSettings, identity: String?) -> ShellySettings {
        let (host, port) = Self.address.address(settings)
        return ShellySettings(
            host: host, port: port, password: settings.secret(Self.password), expectedMAC: identity)
    }

    private static func failure(_ error: ShellyError) -> IntegrationFailure {
        let (reason, fields): (IntegrationFailure.Reason, [String]) =
            switch error.code {
            case .unreachable: (.unreachable, [AddressFields.Name.host])
            case .timedOut: (.timedOut, [])
            case .needsPassword, .wrongPassword: (.secretRefused, [password])
            case .notSupported: (.notSupported, [AddressFields.Name.host, AddressFields.Name.port])
            case .wrongDevice: (.notSupported, [AddressFields.Name.host])
            case .disconnected: (.failed, [])
            }
        return IntegrationFailure(reason, error.message, wayOut: error.wayOut, fields: fields, cause: error)
    }
}
