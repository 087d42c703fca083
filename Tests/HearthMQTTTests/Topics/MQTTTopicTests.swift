internal import Expectations
internal import HearthMQTT
internal import ProcessTestSupport
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
        var trie = TopicTrie<Int>()
        trie.insert(1, for: filter)
        expect(trie.values(matching: topic), equals: isMatch ? [1] : [])
    }

    @Test func invalidFiltersSayWhy() {
        for filter in ["#", "a/#", "+", "a/+/b", "/", "$SYS/#", String(repeating: "a", count: 65_535)] {
            expectNil(MQTTTopic.problem(ofFilter: filter), "\(filter.prefix(20))")
        }
        for filter in [
            "", "a#", "#/a", "a/#/b", "a+", "+a", "a/b+/c", "++", "a\0b", "$share/g/a",
            String(repeating: "a", count: 65_536),
        ] {
            expect(MQTTTopic.problem(ofFilter: filter) != nil, "\(filter.prefix(20))")
            expect(throws: MQTTError.self) { try MQTTFilter(filter) }
        }
        expect(throws: MQTTError.self) { try MQTTFilter("a", quality: 3) }
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

@Suite struct TopicTrieTests {
    @Test func removedValuesAreNotFound() {
        var trie = TopicTrie<String>()
        trie.insert("one", for: "a/+/c")
        trie.insert("two", for: "a/b/c")
        trie.insert("three", for: "a/#")
        trie.insert("two", for: "a/b/c")
        expect(trie.values(matching: "a/b/c").sorted(), equals: ["one", "three", "two", "two"])
        expect(trie.remove("two", for: "a/b/c"))
        expect(!trie.remove("two", for: "a/b"))
        expect(!trie.remove("four", for: "a/+/c"))
        expect(!trie.remove("one", for: "x/#"))
        expect(trie.remove("three", for: "a/#"))
        expect(trie.values(matching: "a/b/c").sorted(), equals: ["one", "two"])
        expect(trie.remove("one", for: "a/+/c"))
        expect(trie.remove("two", for: "a/b/c"))
        expect(trie.values(matching: "a/b/c"), equals: [])
        expect(trie.count, equals: 0)
        trie.insert("again", for: "a/b/c")
        expect(trie.values(matching: "a/b/c"), equals: ["again"])
    }

    @Test("A trie with random filters agrees with matching each filter")
    func trieAgreesWithMatching() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of the trie: \(seed)")
        var dice = Dice(seed: seed)
        func level(_ levels: [String]) -> String { levels[dice.below(levels.count)] }
        var trie = TopicTrie<Int>()
        var filters: [Int: String] = [:]
        for round in 0..<3_000 {
            var parts = (0...dice.below(4)).map { _ in level(["a", "b", "", "+", "$x"]) }
            if dice.below(4) == 0 { parts.append("#") }
            let filter = parts.joined(separator: "/")
            if MQTTTopic.problem(ofFilter: filter) == nil {
                trie.insert(round, for: filter)
                filters[round] = filter
            }
            if let old = filters.keys.min(), dice.below(3) > 0, let filter = filters.removeValue(forKey: old) {
                expect(trie.remove(old, for: filter))
            }
            let topic = (0...dice.below(4)).map { _ in level(["a", "b", "", "$x"]) }.joined(separator: "/")
            guard !topic.isEmpty else { continue }
            let expected = filters.filter { MQTTTopic.matches($0.value, topic) }.keys.sorted()
            expect(trie.values(matching: topic).sorted(), equals: expected, "\(topic)")
        }
        expect(trie.count, equals: filters.count)
    }

    @Test func longTopicsCostTheirLength() {
        var trie = TopicTrie<Int>()
        let long = String(repeating: "/", count: 65_535)
        trie.insert(1, for: "#")
        trie.insert(2, for: long)
        expect(trie.values(matching: long).sorted(), equals: [1, 2])
        expect(trie.remove(2, for: long))
        expect(trie.values(matching: long), equals: [1])
    }
}
