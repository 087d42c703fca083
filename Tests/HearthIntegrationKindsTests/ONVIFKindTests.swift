internal import Expectations
internal import HearthEventLoop
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ONVIFKindTests {
    private static let camera = PythonProgram("onvif_camera.py", in: "Integrations", needs: [])
    private static let endpoint = "5f5a69c2-e0ae-504f-829b-00fe0d1c2b3a"

    private func kind() throws -> ONVIFKind { ONVIFKind(loop: try EventLoop.shared.get(), clock: SystemClock()) }

    private func service(_ properties: [String: String] = [:], port: UInt16 = 80) -> NearbyService {
        NearbyService(
            type: NearbyServices.cameraType, name: Self.endpoint, host: "192.0.2.9", addresses: ["192.0.2.9"],
            port: port, properties: properties)
    }

    @Test func aFoundCameraNeedsAPassword() throws {
        let kind = try kind()
        var thing = FoundThing(
            key: "onvif/\(Self.endpoint)", kind: "onvif", identity: Self.endpoint, name: "Front Door", maker: "Acme",
            address: "192.0.2.9", readiness: .needsPassword,
            settings: ["host": "192.0.2.9", "endpoint": Self.endpoint, "port": "8000", "path": "/x"])
        let all = ["name": "Front Door", "hardware": "X1", "maker": "Acme", "path": "/x"]
        expect(kind.found(service(all, port: 8_000)), equals: thing)
        thing.name = "Camera"
        thing.maker = "ONVIF"
        thing.settings = ["host": "192.0.2.9", "endpoint": Self.endpoint]
        let path = "/onvif/device_service"
        expect(kind.found(service(["name": "", "hardware": "", "maker": "", "path": path])), equals: thing)
    }

    @Test("Another address is offered, never taken on: a camera does not prove who it is")
    func aMovedCameraIsOffered() throws {
        let settings = IntegrationSettings(
            values: ["host": "192.0.2.7"], secrets: ["password": StoredSecret("secret")])
        try expect(
            kind().newAddress(service(), settings), equals: NewAddress(settings: ["host": "192.0.2.9"], isProven: false)
        )
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func aPasswordIsAskedFor() async throws {
        let kind = try kind()
        let program = try Self.camera.start()
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        func probe(_ password: String?) async throws -> ProbedDevices {
            let settings = IntegrationSettings(
                values: ["host": "127.0.0.1", "port": port],
                secrets: password.map { ["password": StoredSecret($0)] } ?? [:])
            return try await kind.probe(settings.checked(for: kind), isAddition: true, reached: { _ in })
        }
        expect(
            try await probe("secret"),
            equals: ProbedDevices(
                identity: Self.endpoint, name: "Acme Sim-1", deviceNames: ["Acme Sim-1"],
                settings: ["endpoint": Self.endpoint, "serial": "S123"]))
        for password in [nil, "wrong"] {
            let error = await expect(throws: IntegrationFailure.self) { try await probe(password) }
            expect(error?.reason, equals: .secretRefused)
            expect(error?.fields, equals: ["user", "password"])
        }
    }
}
