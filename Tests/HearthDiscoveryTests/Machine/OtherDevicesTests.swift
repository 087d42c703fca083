internal import Expectations
internal import HearthDiscovery
internal import HearthMQTT
internal import Testing

/// Devices that another ecosystem at the same broker takes: here, any topic `other/NAME` announces the device NAME.
@Suite struct OtherDevicesTests {
    private static let plug =
        #"{"stat_t": "s", "cmd_t": "c", "uniq_id": "p", "dev": {"ids": "A1B2C3", "name": "Plug"}}"#

    private func script() -> Script {
        Script(
            DiscoveryMachine(others: { message in
                guard message.topic.hasPrefix("other/") else { return nil }
                return message.payload.isEmpty ? [] : [String(message.topic.dropFirst(6))]
            }))
    }

    private let notice =
        #"notice the announcement on "homeassistant/switch/p/config" is left out, as its device announces itself by its "#
        + "own discovery too; delete what the broker keeps on that topic"

    @Test func aDeviceOfAnotherIsNotTaken() {
        var script = script()
        expect(script.says("other/A1B2C3", "{}", isRetained: true), equals: [])
        expect(script.announces("switch/p", Self.plug), equals: [notice])
        expect(script.says("s", "ON"), equals: [])
        expect(script.machine.deviceCount, equals: 0)
        expect(script.announces("switch/p", ""), equals: [])
    }

    @Test func aDeviceGoesToAnotherAndComesBack() {
        var script = script()
        _ = script.announces("switch/p", Self.plug)
        expect(script.says("other/A1B2C3", "{}"), equals: [])
        expect(script.passes(.seconds(1)), equals: ["remove A1B2C3", notice, "unsubscribe s"])
        expect(script.says("s", "ON"), equals: [])
        expect(script.says("other/A1B2C3", "{}"), equals: [], "again, as at each start of the device")
        expect(script.says("other/A1B2C3", ""), equals: [])
        expect(
            script.passes(.seconds(1)), equals: ["describe A1B2C3 Plug: switch:p", "subscribe s", "A1B2C3 reachable"])
    }

    @Test("The devices behind a gateway that is an integration of its own are left out without a notice")
    func aGatewaysDevicesAreLeftOut() {
        var script = script()
        func leave(_ gateways: Set<String>) -> [String] {
            Script.lines(script.machine.leaveOut(gateways: gateways, now: script.now))
        }
        let bulb = Self.plug.replacing("\"name\"", with: "\"via_device\": \"gate\", \"name\"")
        _ = script.announces("switch/p", bulb)
        _ = script.announces("switch/q", Self.plug.replacing("A1B2C3", with: "other").replacing("\"p\"", with: "\"q\""))
        expect(script.machine.deviceCount, equals: 2)
        expect(leave(["gate"]), equals: [])
        expect(script.passes(.seconds(1)), equals: ["remove A1B2C3"])
        expect(script.announces("switch/p", bulb.replacing("Plug", with: "Lamp")), equals: [])
        // The gateway itself, by its identifier.
        _ = script.announces("switch/g", Self.plug.replacing("A1B2C3", with: "gate").replacing("\"p\"", with: "\"g\""))
        expect(script.machine.deviceCount, equals: 1)
        _ = leave([])
        _ = script.passes(.seconds(1))
        expect(script.machine.deviceCount, equals: 3)
    }

    @Test func announcementsOfOthersAreBounded() {
        var script = script()
        for number in 0..<2_100 { _ = script.says("other/D\(number)", "{}") }
        expect(script.announces("switch/p", Self.plug.replacing("A1B2C3", with: "D1999")).first, equals: notice)
        expect(
            script.announces("switch/q", Self.plug.replacing("A1B2C3", with: "D2000")).first,
            equals: "describe D2000 Plug: switch:p")
    }
}
