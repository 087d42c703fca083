internal import Expectations
internal import HearthDiscovery
internal import HearthEntities
internal import HearthMQTT
internal import Testing

/// What no honest device publishes.
@Suite struct HostileTests {
    @Test(arguments: [
        "~", "5", "\"x\"", "[1]", "{", "null", #"{"dev": 1e400"#, String(repeating: "[", count: 1_000),
    ])
    func payloadsThatAreNoObjectAreToldOnce(_ payload: String) {
        var script = Script()
        let lines = script.announces("light/a", payload)
        expect(lines.count, equals: 1, "\(lines)")
        expect(lines[0].hasPrefix(#"notice the announcement on "homeassistant/light/a/config" "#), "\(lines)")
        expect(script.announces("light/a", payload), equals: [])
    }

    @Test(arguments: [
        #"{"~": "~", "cmd_t": "~", "stat_t": "~"}"#, #"{"cmd_t": "a", "dev": {"ids": [[], {}, null]}}"#,
        #"{"cmd_t": "a", "dev": {"cns": [["mac"], [1, 2], "x"]}}"#, #"{"cmd_t": {}, "avty": 5}"#,
        ##"{"cmd_t": "a", "avty": [{"t": "#"}, 5, null]}"##, #"{"cmd_t": "a", "exp_aft": 1e300, "qos": -1}"#,
        #"""
        {"stat_t": "a", "schema": "json", "cmd_t": "b", "bri_scl": 1e308, "sup_clrm": ["color_temp"],
        "min_k": 1e-9, "clr_temp_k": true}
        """#,
        #"{"pct_cmd_t": "p", "cmd_t": "c", "spd_rng_min": -1e300, "spd_rng_max": 1e300}"#,
        #"{"cmd_t": "c", "pos_t": "p", "set_pos_t": "q", "pos_open": 5, "pos_clsd": 5}"#,
        #"{"cmps": {"": {"p": "light", "cmd_t": "a"}, "b": []}, "dev": {"ids": "x"}}"#,
    ])
    func oddOptionsDoNoHarm(_ payload: String) {
        for component in ["light", "fan", "cover", "climate", "number", "device", "siren"] {
            var script = Script()
            _ = script.announces("\(component)/a", payload)
            for topic in ["a", "p", "~"] {
                for text in ["1e400", "nan", "5", "{\"brightness\": 1e308, \"color_temp\": 0}", ""] {
                    _ = script.says(topic, text)
                }
            }
            _ = script.passes(.seconds(100))
        }
    }

    @Test func templatesThatAreTooMuchEnd() {
        var script = Script()
        for (index, template) in [
            "{% for i in range(1000000000) %}x{% endfor %}", "{{ 'a' * 1000000000 }}",
            "{% for a in [1,2,3] %}{% for b in [1,2,3] %}{{ value * 100 }}{% endfor %}{% endfor %}",
        ].enumerated() {
            _ = script.announces("sensor/\(index)", #"{"stat_t": "s\#(index)", "val_tpl": "\#(template)"}"#)
            for _ in 0..<2 { _ = script.says("s\(index)", String(repeating: "y", count: 10_000)) }
        }
    }

    @Test func aDeviceHasAtMostTwoThousandEntities() {
        var script = Script()
        let entries = (0..<2_100).map { #""e\#($0)": {"p": "sensor", "uniq_id": "u\#($0)", "stat_t": "s"}"# }
        _ = script.announces("device/a", #"{"dev": {"ids": "x"}, "cmps": {\#(entries.joined(separator: ","))}}"#)
        expect(script.machine.leftOut(of: "x").count, equals: 100)
    }

    @Test func aBrokerHasAtMostTwentyThousandEntities() {
        var script = Script()
        var notices: [String] = []
        for device in 0..<21 {
            let entries = (0..<1_000).map {
                #""e\#($0)": {"p": "sensor", "uniq_id": "u\#($0)", "stat_t": "s\#(device)"}"#
            }
            notices += script.says(
                "homeassistant/device/d\(device)/config",
                #"{"dev": {"ids": "x\#(device)"}, "cmps": {\#(entries.joined(separator: ","))}}"#)
        }
        expect(notices.count, equals: 1)
        expect(script.passes(.seconds(2)).count { $0.hasPrefix("describe") }, equals: 20)
        expect(script.machine.deviceCount, equals: 20)
    }

    @Test func bytesAreBounded() {
        var script = Script()
        let long = String(repeating: "x", count: DiscoveryMachine.mostAnnouncementBytes)
        expect(script.announces("light/a", #"{"cmd_t": "\#(long)"}"#).count, equals: 1)
        _ = script.announces("sensor/b", #"{"stat_t": "s", "dev": {"ids": "x"}}"#)
        expect(script.says("s", String(repeating: "x", count: 300_000)).count, equals: 1)
        let bytes = MQTTMessage(topic: "s", payload: [0xFF, 0xFE])
        expect(script.machine.received(bytes, now: script.now), equals: [], "told once per topic")
        expect(script.says("s", String(repeating: "x", count: 5_000)), equals: ["report x sensor:sensor/b value=?"])
    }

    @Test func ownAnnouncementsDoNotComeBack() {
        var script = Script()
        expect(script.announces("light/a", #"{"cmd_t": "c", "o": {"name": "hearth"}}"#), equals: [])
        expect(script.announces("light/b", #"{"cmd_t": "c", "dev": {"ids": ["hearth_1"]}}"#), equals: [])
        expect(script.machine.deviceCount, equals: 0)
    }

    @Test func manyFaultsGiveFewNotices() {
        var script = Script()
        let lines = (0..<1_000).flatMap { script.announces("light/n\($0)", "{") }
        expect(lines.count, equals: 100)
    }
}
