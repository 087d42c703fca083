internal import Expectations
internal import HearthEventLoop
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct HueKindTests {
    private static let bridge = PythonProgram("hue_bridge.py", in: "Integrations", needs: ["ssl"])

    private func kind() throws -> HueKind { HueKind(loop: try EventLoop.shared.get(), clock: SystemClock()) }

    private func service(_ properties: [String: String], port: UInt16 = 443) -> NearbyService {
        NearbyService(
            type: "_hue._tcp", name: "Hue Bridge - 123456", host: "hue.local", addresses: ["192.0.2.9"], port: port,
            properties: properties)
    }

    @Test func anAnnouncedBridgeNeedsItsButton() throws {
        try expect(
            kind().found(service(["bridgeid": "001788FFFE123456", "modelid": "BSB002"])),
            equals: FoundThing(
                key: "hue/001788fffe123456", kind: "hue", identity: "001788fffe123456", name: "Hue Bridge - 123456",
                maker: "Philips Hue", address: "192.0.2.9", readiness: .needsButton,
                settings: ["host": "192.0.2.9", "bridge": "001788fffe123456"]))
        for other in [[:], ["bridgeid": "001788"], ["bridgeid": "001788fffe12345g"]] as [[String: String]] {
            try expectNil(kind().found(service(other)))
        }
    }

    @Test("A bridge proves with its certificate that it has moved")
    func aMovedBridgeIsProven() throws {
        func address(_ certificate: String?) throws -> NewAddress? {
            var values = ["host": "192.0.2.7"]
            values["certificate"] = certificate
            return try kind().newAddress(service([:]), IntegrationSettings(values: values))
        }
        try expect(address("ab"), equals: NewAddress(settings: ["host": "192.0.2.9"], isProven: true))
        try expect(address(nil), equals: NewAddress(settings: ["host": "192.0.2.9"], isProven: false))
    }

    @Test func aLinkNeedsKeyAndCertificate() throws {
        let certificate = String(repeating: "0f", count: 32)
        func link(_ certificate: String?, _ key: String?) throws {
            var settings = IntegrationSettings(values: ["host": "192.0.2.7"])
            settings.values["certificate"] = certificate
            settings.secrets["key"] = key.map { StoredSecret($0) }
            _ = try kind().makeLink(settings.checked(for: kind()), identity: "001788fffe123456")
        }
        try link(certificate, "secret")
        for (certificate, key, field) in [
            (certificate, nil, "key"), (nil, "secret", "certificate"), ("x", "s", "certificate"),
        ] {
            let error = expect(throws: IntegrationFailure.self) { try link(certificate, key) }
            expect(error?.fields, equals: [field])
        }
    }

    @Test(.enabled(if: bridge.isInstalled, "skipped: Python is not installed"))
    func aProbeBringsKeyAndCertificate() async throws {
        let kind = try kind()
        let program = try Self.bridge.start()
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        try await program.write([UInt8]("press\n".utf8))
        let steps = Mutex<[AddingStep]>([])
        let settings = try IntegrationSettings(values: ["host": "127.0.0.1", "port": port]).checked(for: kind)
        var found = try await kind.probe(settings, isAddition: true) { step in steps.withLock { $0.append(step) } }
        expect(found.settings.removeValue(forKey: "certificate")?.utf8.count, equals: 64)
        expect(
            found,
            equals: ProbedDevices(
                identity: "001788fffe123456", name: "Hue Bridge",
                deviceNames: ["Lamp", "Plug", "Sensor", "Door", "Dial"],
                settings: ["bridge": "001788fffe123456"], secrets: ["key": StoredSecret("hearth-test-key-0123456789")]))
        expect(steps.withLock { $0.last }, equals: .asking)
        let wrong = settings.changed(by: IntegrationSettings(secrets: ["key": StoredSecret("wrong")]))
        let error = await expect(throws: IntegrationFailure.self) {
            try await kind.probe(wrong, isAddition: true) { _ in }
        }
        expect(error?.reason, equals: .secretRefused)
        expect(error?.fields, equals: ["key"])
        for other in ["001788fffe000000", "12"] {
            let named = settings.changed(by: IntegrationSettings(values: ["bridge": other]))
            let refused = await expect(throws: IntegrationFailure.self) {
                try await kind.probe(named, isAddition: true) { _ in }
            }
            expect(refused?.fields.last, equals: "bridge")
        }
    }
}
