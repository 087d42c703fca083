internal import HearthHub
internal import HearthIntegrations
internal import HearthRPC
internal import HearthStore
internal import IntegrationTestSupport
internal import Expectations
internal import Testing

@Suite struct IntegrationSettingsTests {
    private let kind = FakeKind(ecosystem: FakeEcosystem())

    @Test func defaultsAreFilledIn() throws {
        let settings = IntegrationSettings(values: ["host": "plug.local"], secrets: ["key": StoredSecret("k")])
        let checked = try settings.checked(for: kind)
        expect(checked.values, equals: ["host": "plug.local", "port": "6053"])
        expect(checked.secrets, equals: ["key": StoredSecret("k")])
    }

    @Test(arguments: [
        ("host", "a b", "\"Address\" of Fake takes a host name or an IP address"),
        ("host", "", "takes a host name or an IP address"),
        ("host", String(repeating: "h", count: 254), "takes a host name or an IP address"),
        ("port", "0", "takes a whole number of 1 to 65535, not \"0\""), ("port", "nan", "takes a whole number"),
        ("port", "1e400", "takes a whole number"), ("port", "80.5", "takes a whole number"),
        ("host", "plug.local:6053", "takes a host without a port; give the port in its own field"),
        ("mode", "middle", "takes one of fast, slow"), ("what", "x", "has no field \"what\""),
        ("key", "hunter22", "\"Key\" of Fake is a secret"),
        ("note", String(repeating: "n", count: 16_385), "has 16385 bytes"),
    ])
    func aWrongValueIsRefused(_ field: String, _ value: String, _ reason: String) {
        var settings = IntegrationSettings(values: ["host": "192.0.2.1"])
        settings.values[field] = value
        let error = expect(throws: HubError.self) { try settings.checked(for: kind) }
        expect(error?.code, equals: .invalidArgument)
        expect(error?.message.contains(reason), equals: true, "\(error?.message ?? "")")
        expect(error?.message.contains("hunter22"), equals: false)
    }

    @Test(arguments: ["192.0.2.1", "fe80::1%eth0", "[2001:db8::1]", "plug.local", "stecker-küche.fritz.box", "A_b"])
    func hostsAreTaken(_ host: String) throws {
        _ = try IntegrationSettings(values: ["host": host]).checked(for: kind)
    }

    @Test func aMissingFieldIsNamedWithItsHint() {
        let error = expect(throws: HubError.self) { try IntegrationSettings().checked(for: kind) }
        expect(error?.message, equals: "Fake needs \"Address\"; it is on the box")
    }

    @Test func emptyValuesDelete() {
        let old = IntegrationSettings(
            values: ["host": "a", "note": "n"], secrets: ["key": StoredSecret("k"), "pin": StoredSecret("p")])
        let new = old.changed(by: IntegrationSettings(values: ["note": ""], secrets: ["key": StoredSecret("")]))
        expect(new, equals: IntegrationSettings(values: ["host": "a"], secrets: ["pin": StoredSecret("p")]))
    }

    @Test func secretsAreTakenOutOfTexts() {
        let settings = IntegrationSettings(secrets: ["key": StoredSecret("hunter22"), "pin": StoredSecret("1")])
        expect(settings.redacted("refuses hunter22, 1 time: hunter22"), equals: "refuses …, 1 time: …")
        expect("\(settings)".contains("hunter22"), equals: false)
    }
}
