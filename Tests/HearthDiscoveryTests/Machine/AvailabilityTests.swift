internal import Expectations
internal import HearthDiscovery
internal import Testing

@Suite struct AvailabilityTests {
    private func script(_ more: String) -> Script {
        Script.with("sensor", #"{"stat_t": "s", "dev": {"ids": ["x"]}, \#(more)}"#)
    }

    private static let two = #""avty": [{"t": "a"}, {"t": "b", "val_tpl": "{{ value_json.state }}"}]"#
    private static let online = #"{"state": "online"}"#
    private static let offline = #"{"state": "offline"}"#

    @Test(
        arguments: [
            ("all", ["a online": "", "b \(online)": "x reachable", "a offline": "x unreachable"]),
            ("any", ["a online": "x reachable", "b \(offline)": "", "a offline": "x unreachable"]),
            ("latest", ["a online": "x reachable", "b \(offline)": "x unreachable", "a offline": ""]),
        ] as [(String, KeyValuePairs<String, String>)])
    func modesCombineTopics(_ mode: String, _ steps: KeyValuePairs<String, String>) {
        var script = script(#"\#(Self.two), "avty_mode": "\#(mode)""#)
        for (message, expected) in steps {
            let parts = message.split(separator: " ", maxSplits: 1).map(String.init)
            expect(script.says(parts[0], parts[1]), equals: expected.isEmpty ? [] : [expected], "\(mode) \(message)")
        }
    }

    @Test("A described device has a second to say that it is there, and is not reported as unreachable before")
    func aDescribedDeviceHasTimeToSaySo() {
        for (answers, expected) in [
            ([], ["x unreachable"]), (["a online"], ["x unreachable"]), (["a online", "b \(Self.online)"], []),
        ] as [([String], [String])] {
            var script = script(#"\#(Self.two), "avty_mode": "all""#)
            for answer in answers {
                let parts = answer.split(separator: " ", maxSplits: 1).map(String.init)
                _ = script.says(parts[0], parts[1], isRetained: true)
            }
            expect(script.says("s", "1", isRetained: true), equals: ["report x again sensor:sensor/thing value=1"])
            expect(script.passes(.milliseconds(999)), equals: [])
            expect(script.passes(.milliseconds(1)), equals: expected, "\(answers)")
        }
        var script = script(#""avty_t": "lwt""#)
        expect(Script.lines(script.machine.disconnected("reset")), equals: ["x unreachable"])
        expect(script.passes(.seconds(1)), equals: [])
    }

    @Test func withoutATopicADeviceIsThere() {
        var script = Script()
        expect(
            script.announces("sensor/a", #"{"stat_t": "s", "dev": {"ids": ["x"]}}"#).last, equals: "x reachable")
    }

    @Test func aLiveStateRefutesAnOldMessage() {
        var script = script(#""avty_t": "lwt""#)
        expect(script.says("lwt", "offline", isRetained: true), equals: ["x unreachable"])
        expect(script.says("s", "1", isRetained: true), equals: ["report x again sensor:sensor/thing value=1"])
        expect(script.says("s", "1"), equals: ["x reachable", "report x sensor:sensor/thing value=1"])
        expect(script.says("lwt", "offline"), equals: ["x unreachable"])
        expect(script.says("s", "2"), equals: ["report x sensor:sensor/thing value=2"])
    }

    @Test("The will of an earlier connection may come after \"online\"; the next state refutes it")
    func aLateWillIsRefuted() {
        var script = script(#""avty_t": "lwt""#)
        _ = script.says("s", "0")
        expect(script.says("lwt", "online"), equals: [])
        expect(script.passes(.seconds(89)), equals: [])
        expect(script.says("lwt", "offline"), equals: ["x unreachable"])
        expect(script.says("s", "1", isRetained: true), equals: ["report x again sensor:sensor/thing value=1"])
        expect(script.says("s", "1"), equals: ["x reachable", "report x sensor:sensor/thing value=1"])
        expect(script.says("lwt", "online"), equals: [])
        expect(script.passes(.seconds(90)), equals: [])
        expect(script.says("lwt", "offline"), equals: ["x unreachable"])
        expect(script.says("s", "2"), equals: ["report x sensor:sensor/thing value=2"])
    }

    @Test func oneTopicNeedsNoList() {
        var script = script(#""avty": {"t": "lwt", "pl_avail": "ja"}"#)
        expect(script.says("s", "1", isRetained: true), equals: ["report x again sensor:sensor/thing value=1"])
        expect(script.says("lwt", "ja"), equals: ["x reachable"])
    }

    @Test func otherWordsSayNothing() {
        var script = script(#""avty_t": "lwt", "pl_avail": "ja", "pl_not_avail": "nein""#)
        expect(script.says("lwt", "online"), equals: [])
        expect(script.says("lwt", "ja"), equals: ["x reachable"])
        expect(script.says("lwt", ""), equals: [])
    }

    @Test func aLostBrokerMakesDevicesUnreachable() {
        var script = script(#""avty_t": "lwt""#)
        _ = script.says("lwt", "online", isRetained: true)
        expect(Script.lines(script.machine.disconnected("reset")), equals: ["x unreachable"])
        expect(Script.lines(script.machine.connected(now: script.now)).last, equals: "x reachable")
    }
}
