internal import Expectations
internal import HearthEventLoop
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ShellyKindTests {
    private static let device = PythonProgram("shelly_device.py", in: "Integrations", needs: [])

    private func kind() throws -> ShellyKind { ShellyKind(loop: try EventLoop.shared.get(), clock: SystemClock()) }

    private func service(_ name: String, port: UInt16 = 80, _ properties: [String: String] = [:]) -> NearbyService {
        NearbyService(
            type: "_shelly._tcp", name: name, host: "\(name).local", addresses: ["192.0.2.9"], port: port,
            properties: properties)
    }

    @Test func anAnnouncedDeviceIsNamedByItsMAC() throws {
        let kind = try kind()
        expect(
            kind.found(service("ShellyPlus1PM-A8032AB12345", port: 81, ["gen": "2", "app": "Plus1PM"])),
            equals: FoundThing(
                key: "shelly/a8032ab12345", kind: "shelly", identity: "a8032ab12345", name: "Plus1PM", maker: "Shelly",
                address: "192.0.2.9", readiness: .ready, settings: ["host": "192.0.2.9", "port": "81"]))
        for other in [
            service("shelly"), service("a-b-c"), service("shelly1-a8032ab12345", ["gen": "1"]),
            service("shelly-kitchenlight"),
        ] {
            expectNil(kind.found(other))
        }
    }

    @Test("Another address is offered, never taken on: a Shelly does not prove who it is")
    func aMovedDeviceIsOffered() throws {
        func address(_ host: String) throws -> NewAddress? {
            try kind().newAddress(
                service("shelly1-a8032ab12345"),
                IntegrationSettings(values: ["host": host], secrets: ["password": StoredSecret("secret")]))
        }
        try expect(address("192.0.2.7"), equals: NewAddress(settings: ["host": "192.0.2.9"], isProven: false))
        try expect(address("192.0.2.9"), equals: nil)
        try expect(address("shelly1-a8032ab12345.local"), equals: nil)
    }

    @Test(.enabled(if: device.isInstalled, "skipped: Python is not installed"))
    func aPasswordIsAskedFor() async throws {
        let kind = try kind()
        let program = try Self.device.start(["secret"])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        func probe(_ password: String?) async throws -> ProbedDevices {
            let settings = IntegrationSettings(
                values: ["host": "127.0.0.1", "port": port],
                secrets: password.map { ["password": StoredSecret($0)] } ?? [:])
            return try await kind.probe(settings.checked(for: kind), isAddition: true, reached: { _ in })
        }
        expect(
            try await probe("secret"),
            equals: ProbedDevices(identity: "a8032ab12345", name: "Kitchen", deviceNames: ["Kitchen"]))
        for password in [nil, "wrong"] {
            let error = await expect(throws: IntegrationFailure.self) { try await probe(password) }
            expect(error?.reason, equals: .secretRefused)
            expect(error?.fields, equals: ["password"])
        }
    }
}
