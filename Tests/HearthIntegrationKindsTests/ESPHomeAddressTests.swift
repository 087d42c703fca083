internal import Expectations
internal import HearthCalendar
internal import HearthEventLoop
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore
internal import Testing

/// Where an ESPHome device is that announces itself at another address than the stored one.
@Suite struct ESPHomeAddressTests {
    private func address(
        _ settings: [String: String], hasKey: Bool = false, announced: [String] = ["192.0.2.8", "fe80::1%2"],
        port: UInt16 = 6053
    ) throws -> NewAddress? {
        let service = NearbyService(
            type: "_esphomelib._tcp", name: "plug", host: "plug.local", addresses: announced, port: port)
        let secrets = hasKey ? ["key": StoredSecret("a key")] : [:]
        let kind = ESPHomeKind(
            loop: try EventLoop.shared.get(), clock: SystemClock(), zone: .utc, makeKey: { [] }, notice: { _ in })
        return kind.newAddress(
            service, IntegrationSettings(values: settings, secrets: secrets))
    }

    @Test func onlyAnAddressCanBeLeft() throws {
        try expect(address(["host": "192.0.2.8"]), equals: nil)
        try expect(address(["host": "FE80::1%2"]), equals: nil, "another address of the same device")
        try expect(address(["host": "plug.local"]), equals: nil, "a name is looked up")
        try expect(address(["host": "192.0.2.7"], announced: []), equals: nil)
    }

    @Test func aKeyProvesTheDevice() throws {
        try expect(
            address(["host": "192.0.2.7", "port": "6053"]),
            equals: NewAddress(settings: ["host": "192.0.2.8"], isProven: false))
        try expect(
            address(["host": "192.0.2.7"], hasKey: true, port: 6054),
            equals: NewAddress(settings: ["host": "192.0.2.8", "port": "6054"], isProven: true))
        try expect(
            address(["host": "192.0.2.8"], hasKey: true, port: 6054),
            equals: NewAddress(settings: ["port": "6054"], isProven: true))
    }
}
