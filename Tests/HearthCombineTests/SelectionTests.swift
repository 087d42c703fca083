internal import HearthCombine
internal import Expectations
internal import Testing

/// Operators that select values by their position or by another publisher, and that put publishers one after another.
@Suite struct SelectionTests {
    private static let cases: [OperatorCase] = {
        var cases = OperatorCases()
        cases.add("prefix", "(: a?*) a1(1) a2(2 . ax) a3 a!") { $0.a.prefix(2) }
        cases.add("prefix of none", asks: 0, "(: .)") { $0.a.prefix(0) }
        cases.add("prefix while", "(: a?*) a1(1) a2(2) a3(. ax) a1") { $0.a.prefix { $0 < 3 } }
        cases.add("dropFirst uses no demand", asks: 2, "(: 3 4)") { _ in (1...5).publisher.dropFirst(2) }
        cases.add("dropFirst of one", "(: 2 .)") { _ in (1...2).publisher.dropFirst() }
        cases.add("dropFirst of all", "(: .)") { _ in (1...2).publisher.dropFirst(9) }
        cases.add("drop while", "(: 3 1 .)") { _ in [1, 2, 3, 1].publisher.drop { $0 < 3 } }

        cases.add("output at", "(: 12 .)") { _ in (10...19).publisher.output(at: 2) }
        cases.add("output beyond the end", "(: .)") { _ in (10...11).publisher.output(at: 2) }
        cases.add("output in a closed range", "(: 11 12 .)") { _ in (10...14).publisher.output(in: 1...2) }
        cases.add("output from", "(: 13 14 .)") { _ in (10...14).publisher.output(in: 3...) }
        cases.add("output up to", "(: 10 .)") { _ in (10...14).publisher.output(in: ..<1) }
        cases.add("output in an empty range", "(: .)") { _ in (10...14).publisher.output(in: 2..<2) }
        cases.add("the last output cancels", "(: a?*) a0(a+1) a1(1) a2(2 . ax) a3 a4") { $0.a.output(in: 1...2) }
        cases.add("skipped output uses no demand", asks: 1, "(: 4)") { _ in (0...9).publisher.output(in: 4...6) }

        cases.add("prefix until output", "(: a?* b?1) a1(1) b0(. ax bx) a2") { $0.a.prefix(untilOutputFrom: $0.b) }
        for end in [".", "!"] {
            cases.add("prefix until \(end)", "(: a?* b?1) b\(end) a1(1) a!(!)") { $0.a.prefix(untilOutputFrom: $0.b) }
            cases.add("drop until \(end)", "(: a?* b?1) b\(end)(\(end) ax) a1(a+1)") {
                $0.a.drop(untilOutputFrom: $0.b)
            }
        }
        cases.add("prefix until output at once", "(: . ax) a1") { $0.a.prefix(untilOutputFrom: Just(1)) }
        cases.add("the end cancels the other", "(: a?* b?1) a.(. bx) b0") { $0.a.prefix(untilOutputFrom: $0.b) }
        cases.add("drop until output", "(: a?* b?1) a1(a+1) b0(bx) a2(2) b. a3(3) a.(.)") {
            $0.a.drop(untilOutputFrom: $0.b)
        }
        cases.add("dropped values use no demand", asks: 1, "(: a?1 b?1) a1(a+1) b0(bx) a2(2)") {
            $0.a.drop(untilOutputFrom: $0.b)
        }
        cases.add("cancelling cancels both", "(: a?* b?1) x(ax bx) b0 a1") { $0.a.drop(untilOutputFrom: $0.b) }

        cases.add("prepend and append", "(: 0 1 2 3 4 5 6 .)") { _ in
            [3].publisher.prepend(1, 2).append(4, 5).prepend(Just(0)).append(Just(6))
        }
        cases.add("append carries unmet demand over", asks: 3, "(: a?3) a1(1) a.(b?2) b2(2) x(bx)") {
            $0.a.append($0.b)
        }
        cases.add("append to a failure", "(: !) b1") { $0.fail.append($0.b) }
        for (retries, transcript) in [(5, "(: 1 2 3 .)"), (1, "(: 1 2 !)")] {
            cases.add("retry \(retries) times", transcript) { _ in
                var attempts = 0
                return Deferred { () -> AnyPublisher<Int, Failed> in
                    attempts += 1
                    let values = [attempts].publisher.setFailureType(to: Failed.self)
                    guard attempts < 3 else { return values.eraseToAnyPublisher() }
                    return values.append(Fail(error: Failed())).eraseToAnyPublisher()
                }.retry(retries)
            }
        }
        cases.add("20,000 tries need no stack", "(: !)") { $0.fail.retry(20_000) }
        return cases.all
    }()

    @Test(arguments: cases) func operators(_ row: OperatorCase) { expect(row.happened(), equals: row.transcript) }

    @Test func eachSubscriberHasItsOwnCount() {
        let subject = PassthroughSubject<Int, Never>()
        let two = subject.prefix(2)
        let (first, second) = (Probe<Int, Never>(.unlimited), Probe<Int, Never>(.unlimited))
        two.subscribe(first)
        subject.send(1)
        two.subscribe(second)
        subject.send(2)
        subject.send(3)
        expect([first.values, second.values], equals: [[1, 2], [2, 3]])
    }

    @Test func cancelWithinTheLastValueLeavesOutTheEnd() {
        let source = Source<Int, Never>()
        var ends = 0
        var token: AnyCancellable?
        token = source.prefix(1).sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in token?.cancel() })
        source.send(1)
        expect([ends, source.cancellations], equals: [0, 1])
    }
}
