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

    @Test func announcementsWithoutEntitiesCount() {
        var script = Script()
        let notices = (0...DiscoveryMachine.mostEntities).flatMap {
            script.says("homeassistant/device/d\($0)/config", #"{"dev": {"ids": "x\#($0)"}}"#)
        }
        expect(notices.count, equals: 1)
    }

    @Test(arguments: [255: [], 256: ["its base ~ has 256 bytes, the most is 255"]])
    func basesAreShort(_ length: Int, _ reasons: [String]) {
        var script = Script()
        let base = String(repeating: "b", count: length)
        let lines = script.announces("light/a", #"{"~": "\#(base)", "cmd_t": "~/c", "dev": {"ids": ["x"]}}"#)
        expect(
            lines.filter { $0.hasPrefix("notice") },
            equals: reasons.map { #"notice the announcement on "homeassistant/light/a/config" is ignored; \#($0)"# })
    }

    @Test func sharedTemplatesAreParsedForSomeEntities() {
        var script = Script()
        let template = "{{ \(String(repeating: "1+", count: 2_000))1 }}"
        let topics = (0..<32).map { #"{"t": "a\#($0)", "val_tpl": "\#(template)"}"# }.joined(separator: ",")
        let entries = (0..<500).map { #""e\#($0)": {"p": "sensor", "stat_t": "s"}"# }.joined(separator: ",")
        _ = script.announces("device/a", #"{"dev": {"ids": "x"}, "avty": [\#(topics)], "cmps": {\#(entries)}}"#)
        expect(script.machine.leftOut(of: "x").count, equals: 498)
    }

    @Test func theTemplatesOfAMessageShareABudget() {
        var script = Script()
        let template = "{{ \(String(repeating: "1+", count: 1_990))1 }}"
        let entries = (0..<120).map { #""e\#($0)": {"p": "sensor", "stat_t": "s", "val_tpl": "\#(template)"}"# }
        _ = script.announces("device/a", #"{"dev": {"ids": "x"}, "cmps": {\#(entries.joined(separator: ","))}}"#)
        let lines = script.says("s", "1")
        let failed = lines.count { $0.hasSuffix("fails: other templates have used up the budget") }
        expect((1..<120).contains(failed), "\(failed)")
        expect(lines.last?.split(separator: " ").count { $0 == "value=1991" }, equals: 120 - failed)
    }

    @Test func aButtonHasAtMostSomeTriggers() {
        var script = Script()
        let entries = (0..<300).map {
            #"""
            "e\#($0)": {"p": "device_automation", "atype": "trigger", "t": "b", "pl": "\#($0)", "type": "t\#($0)",
            "stype": "button"}
            """#
        }
        _ = script.announces("device/a", #"{"dev": {"ids": "x"}, "cmps": {\#(entries.joined(separator: ","))}}"#)
        expect(script.machine.leftOut(of: "x").count, equals: 44)
    }

    @Test(arguments: ["a\\u0001", "a\\u0085", "$SYS/x", String(repeating: "/", count: 201)])
    func topicsThatBrokersDisconnectForAreRefused(_ topic: String) throws {
        for option in ["stat_t", "cmd_t"] {
            let options = #"{"stat_t": "a", "cmd_t": "a", "\#(option)": "\#(topic)"}"#
            expect(try Sample.device("switch", options).maps.count, equals: 0, "\(option)")
        }
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
