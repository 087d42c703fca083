internal import HearthCombine
internal import Expectations
internal import Testing

/// Operators whose result depends on several values: sums, groups, the greatest, whether one is among them.
@Suite struct FoldTests {
    private struct Item: Equatable, CustomStringConvertible {
        var rank = 1
        let description: String

        init(_ description: String) { self.description = description }
    }

    private static let cases: [OperatorCase] = {
        var cases = OperatorCases()
        cases.add("tryScan ends with the error", "(: a?*) a1(1) a2(3) a-1(! ax) a3") {
            $0.a.tryScan(0) { sum, value in
                if value < 0 { throw Failed() }
                return sum + value
            }
        }
        cases.add("reduce", asks: 0, "(:) ?1(a?*) a1-4 a.(10 .)") { $0.a.reduce(0) { $0 + $1 } }
        cases.add("reduce of a failure", "(:) s1 s!(!)") { $0.s.reduce(0, +) }
        cases.add("reduce of nothing", "(: 3 .)") { _ in Empty<Int, Never>().reduce(3, +) }
        cases.add("count", "(: 5 .)") { _ in (1...5).publisher.count() }
        cases.add("last", "(: 5 .)") { _ in (1...5).publisher.last() }
        cases.add("last of a failure", "(:) s1 s!(!)") { $0.s.last() }
        cases.add("last of nothing", "(: .)") { _ in Empty<Int, Never>().last() }
        cases.add("last where", "(: 2 .)") { _ in (1...5).publisher.last { $0 < 3 } }
        cases.add("last where none is", "(: .)") { _ in (1...5).publisher.last { $0 > 9 } }
        cases.add("ignoreOutput", "(: .)") { _ in (1...5).publisher.ignoreOutput() }

        cases.add("collect", "(: [1, 2, 3] .)") { _ in (1...3).publisher.collect() }
        cases.add("collect of nothing", "(: [] .)") { _ in Empty<Int, Never>().collect() }
        cases.add("collect of a failure", "(:) s1 s!(!)") { $0.s.collect() }
        cases.add("nothing is collected after a cancel", "(: a?*) a1 x(ax) a.") { $0.a.collect() }
        cases.add("collect groups and a rest", "(: [1, 2] [3, 4] [5] .)") { _ in (1...5).publisher.collect(2) }
        cases.add("collect groups", "(: [1, 2] [3, 4] .)") { _ in (1...4).publisher.collect(2) }
        cases.add("demand is for groups", asks: 1, "(: [1, 2]) ?2([3, 4] [5] .)") { _ in (1...5).publisher.collect(2) }
        cases.add("a failure drops the rest", "(:) s1-3([1, 2]) s!(!)") { $0.s.collect(2) }

        cases.add("contains", asks: 1, "(: a?*) a1 a2(true . ax) a3") { $0.a.contains(2) }
        cases.add("contains not", "(: false .)") { _ in (1...3).publisher.contains(9) }
        cases.add("contains where", "(: true .)") { _ in (1...3).publisher.contains { $0 > 2 } }
        cases.add("allSatisfy", "(: true .)") { _ in (1...3).publisher.allSatisfy { $0 > 0 } }
        cases.add("allSatisfy not", "(: false .)") { _ in (1...3).publisher.allSatisfy { $0 > 1 } }

        cases.add("min", "(: 1 .)") { _ in [3, 1, 2].publisher.min() }
        cases.add("max", "(: 3 .)") { _ in [3, 1, 2].publisher.max() }
        cases.add("max by", "(: 1 .)") { _ in [3, 1, 2].publisher.max { $0 > $1 } }
        cases.add("of equal ones the first is the least", "(: a .)") { _ in
            [Item("a"), Item("b")].publisher.min { $0.rank < $1.rank }
        }
        cases.add("of equal ones the last is the greatest", "(: b .)") { _ in
            [Item("a"), Item("b")].publisher.max { $0.rank < $1.rank }
        }
        cases.add("max of nothing", "(: .)") { _ in Empty<Int, Never>().max() }
        cases.add("min of a failure", "(: !)") { $0.fail.min() }
        return cases.all
    }()

    @Test(arguments: cases) func operators(_ row: OperatorCase) { expect(row.happened(), equals: row.transcript) }

    @Test func scanSendsEachResultPerSubscriber() {
        let sums = (1...4).publisher.scan(10) { $0 + $1 }
        for _ in 0..<2 {
            let probe = sums.probe(.max(3))
            expect(probe.events, equals: [.subscription, .value(11), .value(13), .value(16)])
            probe.subscription?.request(.max(1))
            expect(probe.events.suffix(2), equals: [.value(20), .finished])
        }
    }
}
