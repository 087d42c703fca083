package import HearthCalendar
package import HearthEntities
internal import HearthESPHome
package import HearthEventLoop
package import HearthIntegrations

/// Devices with ESPHome's firmware, by its native API. Each device is an integration of its own.
package struct ESPHomeKind: IntegrationKind {
    private static let key = "key"
    private static let serviceType = "_esphomelib._tcp"
    private static let address = AddressFields(usualPort: 6053)

    private let loop: EventLoop
    private let zone: HomeZone
    private let turns: ConnectTurns

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - zone: the home's time zone, for entities with date and time.
    ///   - zoneText: the same zone in the form of POSIX's TZ variable, for devices' clocks; empty if not known.
    ///   - turns: limits how many devices are connected to at the same time.
    package init(loop: EventLoop, zone: ZoneRules, zoneText: String = "", turns: ConnectTurns = ConnectTurns()) {
        self.loop = loop
        self.zone = HomeZone(rules: zone, text: zoneText)
        self.turns = turns
    }

    package var id: String { "esphome" }
    package var title: String { "ESPHome" }
    package var summary: String {
        "A device with ESPHome's firmware: lights, plugs, sensors and whatever it was built for."
    }
    package var serviceTypes: [String] { [Self.serviceType] }

    package var fields: [IntegrationField] {
        Self.address.fields + [
            IntegrationField(
                Self.key, "Encryption key", .secret,
                hint: "the 44 characters after key: below api: encryption: in the device's configuration")
        ]
    }

    /// ESPHome, and the maker whose project the firmware is: `athom` of `athom.smart-plug-v2`.
    private func maker(_ service: NearbyService) -> String {
        guard let project = service.properties["project_name"], !project.isEmpty else { return title }
        return "\(title) (\(project.prefix { $0 != "." }))"
    }

    package func found(_ service: NearbyService) -> FoundThing? {
        guard let mac = service.properties["mac"]?.lowercased(), !mac.isEmpty else { return nil }
        let (address, settings) = Self.address.found(service)
        let friendly = service.properties["friendly_name"] ?? ""
        return FoundThing(
            key: "\(id)/\(mac)", kind: id, identity: mac, name: friendly.isEmpty ? service.name : friendly,
            maker: maker(service), address: address,
            readiness: service.properties["api_encryption"] == nil ? .ready : .needsKey, settings: settings)
    }

    package func newAddress(_ service: NearbyService, _ settings: IntegrationSettings) -> NewAddress? {
        Self.address.newAddress(service, leaving: settings, isProven: settings.secret(Self.key) != nil)
    }

    package func probe(
        _ settings: IntegrationSettings, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        let connection = try connection(settings, identity: nil)
        reached(.connecting)
        let description: ESPHomeDescription
        do throws(ESPHomeError) {
            description = try await ESPHomeLink.probe(connection, loop: loop)
        } catch {
            throw Self.failure(error)
        }
        reached(.asking)
        return ProbedDevices(
            identity: description.mac, name: description.devices.first?.name ?? description.name,
            deviceNames: description.devices.map(\.name))
    }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        ESPHomeLink(try connection(settings, identity: identity), zone: zone, loop: loop, turns: turns)
    }

    private func connection(
        _ settings: IntegrationSettings, identity: String?
    ) throws(IntegrationFailure) -> ESPHomeSettings {
        var key: ESPHomeKey?
        if let text = settings.secret(Self.key) {
            key = ESPHomeKey(text)
            guard key != nil else {
                throw IntegrationFailure(
                    .secretRefused, "this is no encryption key of ESPHome",
                    wayOut: "copy all 44 characters after key: from the device's configuration", fields: [Self.key])
            }
        }
        let (host, port) = Self.address.address(settings)
        return ESPHomeSettings(host: host, port: port, key: key, expectedMAC: identity)
    }

    private static func failure(_ error: ESPHomeError) -> IntegrationFailure {
        let (reason, fields): (IntegrationFailure.Reason, [String]) =
            switch error.code {
            case .unreachable: (.unreachable, [AddressFields.Name.host])
            case .timedOut, .disconnected: (.timedOut, [])
            case .needsKey, .wrongKey, .keyRefused, .hasNoEncryption: (.secretRefused, [key])
            case .needsPassword, .unsupportedVersion, .noIdentity: (.notSupported, [])
            case .wrongDevice: (.notSupported, [AddressFields.Name.host])
            case .malformed: (.notSupported, [AddressFields.Name.host, AddressFields.Name.port])
            case .handshakeFailed, .stopped, .unknownEntity, .unsupportedCommand, .actionFailed: (.failed, [])
            }
        return IntegrationFailure(reason, error.message, wayOut: error.wayOut, fields: fields, cause: error)
    }
}
