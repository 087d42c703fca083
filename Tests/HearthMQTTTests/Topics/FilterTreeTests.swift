@testable internal import HearthMQTT
internal import Expectations
internal import ProcessTestSupport
internal import Testing

@Suite struct FilterTreeTests {
    /// Few different levels, so that filters and topics often have the same.
    private func topic(_ levels: [String], _ dice: inout Dice) -> String {
        (0...dice.below(4)).map { _ in levels[dice.below(levels.count)] }.joined(separator: "/")
    }

    @Test("Random filters are found by random topics as by a comparison with each of them")
    func findsWhatAComparisonFinds() throws {
        let seed = testSeed()
        print("filters: HEARTH_SEED=\(seed)")
        var dice = Dice(seed: seed)
        for _ in 0..<50 {
            var tree = FilterTree<String>()
            var filters: Set<String> = []
            for _ in 0..<dice.below(60) {
                let beginning = topic(["a", "b", "", "+", "$a", "caf\u{E9}", "cafe\u{301}"], &dice)
                let filter = dice.below(3) == 0 ? (dice.below(4) == 0 ? "#" : beginning + "/#") : beginning
                // Another filter that is equal for Swift's String would replace this one in the set.
                guard MQTTTopic.problem(ofFilter: filter) == nil, !filters.contains(filter) else { continue }
                (tree[filter], _) = (filter, filters.insert(filter))
                expect(tree[filter], equals: filter)
                guard dice.below(4) == 0, let gone = filters.sorted().first else { continue }
                (tree[gone], _) = (nil, filters.remove(gone))
            }
            for _ in 0..<60 {
                let topic = topic(["a", "b", "", "c", "$a", "caf\u{E9}", "cafe\u{301}"], &dice)
                guard MQTTTopic.problem(ofName: topic) == nil else { continue }
                expect(
                    tree.values(matching: topic).sorted(),
                    equals: filters.filter { MQTTTopic.matches($0, topic) }.sorted(), "\(topic)")
            }
            for filter in filters { tree[filter] = nil }
            expect(tree.isEmpty)
        }
    }
}
