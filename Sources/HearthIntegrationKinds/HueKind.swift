internal import HearthBase
package import HearthEntities
package import HearthEventLoop
internal import HearthHue
package import HearthIntegrations
internal import HearthStore
package import HearthTraitCore
internal import HearthTraitDescriptors

/// Philips Hue bridges, by the second version of their local API. Each bridge is an integration of its own.
package struct HueKind: IntegrationKind {
    private static let key = "key"
    private static let certificate = "certificate"
    private static let groups = "groups"
    private static let bridgeID = "bridge"
    private static let serviceType = "_hue._tcp"
    private static let address = AddressFields(
        usualPort: HueSettings.usualPort, hint: "the bridge's IP address, as its app shows it")

    private let loop: EventLoop
    private let clock: any HomeClock
    private let turns: ConnectTurns

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - turns: limits how many bridges and devices are connected to at the same time.
    package init(loop: EventLoop, clock: any HomeClock, turns: ConnectTurns = ConnectTurns()) {
        self.loop = loop
        self.clock = clock
        self.turns = turns
    }

    package var id: String { "hue" }
    package var title: String { "Philips Hue" }
    package var summary: String {
        "The lights, plugs, switches and sensors of a Hue bridge, which stays in charge of them."
    }
    package var serviceTypes: [String] { [Self.serviceType] }

    package var fields: [IntegrationField] {
        Self.address.fields + [
            IntegrationField(
                Self.key, "Application key", .secret,
                hint: "leave it empty, and press the round button on the bridge while the hub waits for it"),
            IntegrationField(
                Self.certificate, "Certificate", .text,
                hint: "SHA-256 of the bridge's public key; leave it empty, as the hub takes it when the bridge is added"
            ),
            IntegrationField(
                Self.bridgeID, "Bridge ID", .text,
                hint: "the 16 digits that its app shows; the hub then adds no other bridge at the address"),
            IntegrationField(Self.groups, "Rooms and zones as devices", .choice(["no", "yes"]), default: "no"),
        ]
    }

    package func found(_ service: NearbyService) -> FoundThing? {
        guard let bridge = HueSettings.bridgeID(service.properties["bridgeid"]) else { return nil }
        var (address, settings) = Self.address.found(service)
        settings[Self.bridgeID] = bridge
        return FoundThing(
            key: "\(id)/\(bridge)", kind: id, identity: bridge, name: service.name, maker: title, address: address,
            readiness: .needsButton, settings: settings)
    }

    package func newAddress(_ service: NearbyService, _ settings: IntegrationSettings) -> NewAddress? {
        Self.address.newAddress(service, leaving: settings, isProven: settings[Self.certificate] != nil)
    }

    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        let connection = try connection(settings, identity: try expectedID(settings))
        reached(.connecting)
        let bridge: PairedBridge
        do throws(HueError) {
            bridge = try await HueBridge.pair(connection, loop: loop, clock: clock) { stage in
                switch stage {
                case .needsButton: reached(.waitingForButton)
                case .asking: reached(.asking)
                }
            }
        } catch {
            throw Self.failure(error)
        }
        return ProbedDevices(
            identity: bridge.id, name: bridge.name, deviceNames: bridge.deviceNames,
            settings: [Self.certificate: hex(bridge.certificateKey), Self.bridgeID: bridge.id],
            secrets: [Self.key: StoredSecret(bridge.key)])
    }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        let connection = try connection(settings, identity: identity)
        guard connection.key != nil, connection.certificateKey != nil else {
            throw IntegrationFailure(
                .secretRefused, "the hub has no key for the Hue bridge \(identity)",
                wayOut: "remove the integration and add the bridge again, and press its button",
                fields: [connection.key == nil ? Self.key : Self.certificate])
        }
        return HueLink(connection, loop: loop, clock: clock, turns: turns)
    }

    /// The bridge that was announced, or that a person named; nil for any.
    private func expectedID(_ settings: IntegrationSettings) throws(IntegrationFailure) -> String? {
        guard let text = settings[Self.bridgeID], !text.isEmpty else { return nil }
        guard let id = HueSettings.bridgeID(text) else {
            throw IntegrationFailure(
                .notSupported, "\(quotedBeginning(text)) is not the ID of a Hue bridge",
                wayOut: "give the 16 hexadecimal digits that its app shows, or leave it empty",
                fields: [Self.bridgeID])
        }
        return id
    }

    private func connection(
        _ settings: IntegrationSettings, identity: String?
    ) throws(IntegrationFailure) -> HueSettings {
        var certificateKey: [UInt8]?
        if let text = settings[Self.certificate], !text.isEmpty {
            certificateKey = KeyFingerprint.bytes(text)
            guard certificateKey != nil else {
                throw IntegrationFailure(
                    .secretRefused, "the certificate is not the SHA-256 of a public key",
                    wayOut: "give 64 hexadecimal digits, or leave it empty", fields: [Self.certificate])
            }
        }
        let (host, port) = Self.address.address(settings)
        return HueSettings(
            host: host, port: port, key: settings.secret(Self.key), certificateKey: certificateKey, bridgeID: identity,
            hasGroups: settings[Self.groups] == "yes")
    }

    private static func failure(_ error: HueError) -> IntegrationFailure {
        let (reason, fields): (IntegrationFailure.Reason, [String]) =
            switch error.code {
            case .unreachable: (.unreachable, [AddressFields.Name.host])
            case .timedOut: (.timedOut, [])
            case .keyRefused: (.secretRefused, [key])
            case .notSupported: (.notSupported, [AddressFields.Name.host])
            case .wrongBridge: (.notSupported, [AddressFields.Name.host, bridgeID])
            case .wrongCertificate: (.notSupported, [AddressFields.Name.host, certificate])
            case .disconnected, .busy: (.failed, [])
            }
        return IntegrationFailure(reason, error.message, wayOut: error.wayOut, fields: fields, cause: error)
    }
}
