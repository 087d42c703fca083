package import HearthEntities
package import HearthEventLoop
package import HearthIntegrations
internal import HearthONVIF
internal import HearthStore
package import HearthTraitCore

/// Cameras that speak ONVIF: what they are, and their events. Each camera is an integration of its own.
package struct ONVIFKind: IntegrationKind {
    private static let user = "user"
    private static let password = "password"
    private static let path = "path"
    private static let endpoint = "endpoint"
    private static let serial = "serial"
    private static let address = AddressFields(
        usualPort: ONVIFSettings.usualPort, hint: "the camera's IP address, or its name")

    private let loop: EventLoop
    private let clock: any HomeClock
    private let turns: ConnectTurns

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - turns: limits how many cameras and devices are connected to at the same time.
    package init(loop: EventLoop, clock: any HomeClock, turns: ConnectTurns = ConnectTurns()) {
        self.loop = loop
        self.clock = clock
        self.turns = turns
    }

    package var id: String { "onvif" }
    package var title: String { "ONVIF" }
    package var summary: String { "A camera or video doorbell that speaks ONVIF, as most for the local network do." }
    package var serviceTypes: [String] { [NearbyServices.cameraType] }

    package var fields: [IntegrationField] {
        Self.address.fields + [
            IntegrationField(
                Self.user, "User", .text, default: "admin",
                hint: "a user of the camera; some cameras have users of their own for ONVIF"),
            IntegrationField(Self.password, "Password", .secret, hint: "the user's; empty if the camera wants none"),
            IntegrationField(
                Self.path, "Path", .text, default: ONVIFSettings.usualPath,
                hint: "where the camera's device service is"),
            IntegrationField(
                Self.endpoint, "Endpoint", .text,
                hint: "how the camera names itself on the network; leave it empty, as the hub asks the camera"),
            IntegrationField(
                Self.serial, "Serial number", .text,
                hint: "leave it empty, as the hub takes it when the camera is added"),
        ]
    }

    package func found(_ service: NearbyService) -> FoundThing? {
        var (address, settings) = Self.address.found(service)
        settings[Self.endpoint] = service.name
        if let path = service.properties["path"], path != ONVIFSettings.usualPath { settings[Self.path] = path }
        let names = ["name", "hardware"].compactMap { service.properties[$0] }.filter { !$0.isEmpty }
        return FoundThing(
            key: "\(id)/\(service.name)", kind: id, identity: service.name, name: names.first ?? "Camera",
            maker: service.properties["maker"].flatMap { $0.isEmpty ? nil : $0 } ?? title, address: address,
            readiness: .needsPassword, settings: settings)
    }

    package func newAddress(_ service: NearbyService, _ settings: IntegrationSettings) -> NewAddress? {
        // The password proves the hub to the camera, and not the other way round.
        Self.address.newAddress(service, leaving: settings, isProven: false)
    }

    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        reached(.connecting)
        let camera: ProbedCamera
        do throws(ONVIFError) {
            camera = try await ONVIFLink.probe(connection(settings), loop: loop, clock: clock)
        } catch {
            throw Self.failure(error)
        }
        reached(.asking)
        let information = camera.information
        // A camera that does not name its endpoint is known by what it announces, else by its number.
        let names = [information.endpoint, settings[Self.endpoint] ?? "", Self.number(information)]
        return ProbedDevices(
            identity: names.first { !$0.isEmpty } ?? "", name: information.name, deviceNames: [information.name],
            settings: [Self.endpoint: names[0].isEmpty ? names[1] : names[0], Self.serial: information.serial].filter {
                !$0.value.isEmpty
            })
    }

    /// Maker, model and serial number as one word.
    private static func number(_ information: CameraInformation) -> String {
        [information.maker, information.model, information.serial].joined(separator: "/").lowercased()
    }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        ONVIFLink(connection(settings), id: identity, loop: loop, clock: clock, turns: turns)
    }

    private func connection(_ settings: IntegrationSettings) -> ONVIFSettings {
        let (host, port) = Self.address.address(settings)
        let path = settings[Self.path] ?? ONVIFSettings.usualPath
        return ONVIFSettings(
            host: host, port: port, path: path.hasPrefix("/") ? path : "/\(path)", user: settings[Self.user] ?? "",
            password: settings.secret(Self.password), expectedSerial: settings[Self.serial])
    }

    private static func failure(_ error: ONVIFError) -> IntegrationFailure {
        let (reason, fields): (IntegrationFailure.Reason, [String]) =
            switch error.code {
            case .unreachable: (.unreachable, [AddressFields.Name.host])
            case .timedOut: (.timedOut, [])
            case .needsPassword, .wrongPassword: (.secretRefused, [user, password])
            case .notSupported: (.notSupported, [AddressFields.Name.host, AddressFields.Name.port])
            case .wrongDevice: (.notSupported, [AddressFields.Name.host])
            case .disconnected: (.failed, [])
            }
        return IntegrationFailure(reason, error.message, wayOut: error.wayOut, fields: fields, cause: error)
    }
}
