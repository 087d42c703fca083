internal import Expectations
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthTraitCore
internal import MQTTTestSupport
internal import Testing

@Suite struct HomeAssistantKindTests {
    /// There is no home to open: a probe looks at the broker only.
    private struct NoHome: Error {}

    private func kind(_ home: Home) -> HomeAssistantKind {
        HomeAssistantKind(loop: home.loop, clock: SystemClock(), home: { _ in throw NoHome() }, notice: { _ in })
    }

    @Test(.enabled(if: Mosquitto.isInstalled, Mosquitto.whyMissing), .timeLimit(.minutes(5)))
    func aBrokerIsFound() async throws {
        let home = try await Home()
        let kind = kind(home)
        let settings = try home.settings(kind, ["client-id": "hub"])
        let found = try await kind.probe(settings, isAddition: true, reached: { _ in })
        expect(
            found,
            equals: ProbedDevices(
                identity: "localhost:\(settings["port"] ?? "")/homeassistant", name: "Home Assistant",
                settings: ["client-id": "hub"]))
        // A broker that is not there, and a prefix that is no topic.
        for (changes, fields) in [
            (["port": "1"], ["host", "port"]), (["discovery-prefix": "#"], ["discovery-prefix"]),
        ] {
            let wrong = try home.settings(kind, changes)
            let error = await expect(throws: IntegrationFailure.self) {
                try await kind.probe(wrong, isAddition: true, reached: { _ in })
            }
            expect(error?.fields, equals: fields)
        }
    }

    @Test(.enabled(if: Mosquitto.isInstalled, Mosquitto.whyMissing), .timeLimit(.minutes(5)))
    func anotherBrokerOrPrefixIsElsewhere() async throws {
        let home = try await Home()
        let kind = kind(home)
        let settings = try home.settings(kind)
        func isElsewhere(_ field: String, _ value: String) throws -> Bool {
            kind.isElsewhere(try home.settings(kind, [field: value]), than: settings)
        }
        try expect(isElsewhere("devices", "Lamp"), equals: false)
        try expect(isElsewhere("user", "hub"), equals: false)
        try expect(isElsewhere("host", "other.lan"), equals: true)
        try expect(isElsewhere("port", "1884"), equals: true)
        try expect(isElsewhere("discovery-prefix", "ha"), equals: true)
        expect(
            ["zigbee2mqtt", "mqtt", "esphome"].map { HomeAssistantKind.broker(of: settings, kind: $0) },
            equals: ["localhost:\(settings["port"] ?? "")", "localhost:\(settings["port"] ?? "")", nil])
    }
}
