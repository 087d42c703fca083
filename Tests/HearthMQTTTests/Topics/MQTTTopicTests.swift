internal import Expectations
internal import HearthMQTT
internal import Testing

@Suite struct MQTTTopicTests {
    @Test(arguments: [
        // MQTT 5.0, section 4.7.1: its own examples.
        ("sport/tennis/player1/#", "sport/tennis/player1", true),
        ("sport/tennis/player1/#", "sport/tennis/player1/ranking", true),
        ("sport/tennis/player1/#", "sport/tennis/player1/score/wimbledon", true),
        ("sport/#", "sport", true),
        ("sport/tennis/+", "sport/tennis/player1", true),
        ("sport/tennis/+", "sport/tennis/player1/ranking", false),
        ("sport/+", "sport", false),
        ("sport/+", "sport/", true),
        ("+/+", "/finance", true),
        ("/+", "/finance", true),
        ("+", "/finance", false),
        // Section 4.7.2.
        ("#", "$SYS/broker", false),
        ("+/monitor/Clients", "$SYS/monitor/Clients", false),
        ("$SYS/#", "$SYS/broker", true),
        ("$SYS/monitor/+", "$SYS/monitor/Clients", true),
        // Section 4.7.3.
        ("ACCOUNTS", "Accounts", false),
        ("#", "a/b", true), ("a", "a", true), ("a", "a/", false), ("a/", "a", false), ("a/b", "a/bc", false),
        ("a/bc", "a/b", false), ("a//b", "a//b", true), ("a/+/b", "a//b", true), ("+/#", "a", true),
        // Equal for Swift's String, but other bytes.
        ("caf\u{E9}", "cafe\u{301}", false),
    ])
    func filterMatchesByLevels(_ filter: String, _ topic: String, _ isMatch: Bool) {
        expect(MQTTTopic.matches(filter, topic), equals: isMatch)
    }

    @Test func invalidFiltersSayWhy() {
        for filter in [
            "#", "a/#", "+", "a/+/b", "/", "$SYS/#", "Küche/🔥", String(repeating: "/", count: 200),
            String(repeating: "a", count: 65_535),
        ] {
            expectNil(MQTTTopic.problem(ofFilter: filter), "\(filter.prefix(20))")
        }
        for filter in [
            "", "a#", "#/a", "a/#/b", "a+", "+a", "a/b+/c", "++", "a\0b", "$share/g/a", "a\u{1}", "a\u{7F}", "a\u{85}",
            String(decoding: [0xEF, 0xBF, 0xBE], as: UTF8.self), String(repeating: "/", count: 201),
            String(repeating: "a", count: 65_536),
        ] {
            expect(MQTTTopic.problem(ofFilter: filter) != nil, "\(filter.prefix(20))")
            expect(throws: MQTTError.self) { try MQTTFilter(filter) }
        }
        expect(throws: MQTTError.self) { try MQTTFilter("a", qos: 3) }
    }

    @Test func invalidNamesSayWhy() {
        for name in ["a", "/", "a b", "$SYS/x", String(repeating: "a", count: 65_535)] {
            expectNil(MQTTTopic.problem(ofName: name))
        }
        for name in ["", "a/+", "#", "a#b", "a\0", String(repeating: "a", count: 65_536)] {
            expect(MQTTTopic.problem(ofName: name) != nil, "\(name.prefix(20))")
        }
    }
}
