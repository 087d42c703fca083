internal import HearthCombine
internal import Expectations
internal import Testing

/// An endless sequence sends as much as requested: an operator must stop it, or request no more than it needs.
@Suite struct EndlessTests {
    private static let cases: [OperatorCase] = {
        var cases = OperatorCases()
        cases.add("prefix", "(: 0 1 2 .)") { _ in endless.prefix(3) }
        cases.add("first", "(: 0 .)") { _ in endless.first() }
        cases.add("first where", "(: 6 .)") { _ in endless.first { $0 > 5 } }
        cases.add("prefix while", "(: 0 .)") { _ in endless.prefix { $0 < 1 } }
        cases.add("contains", "(: true .)") { _ in endless.contains(7) }
        cases.add("allSatisfy", "(: false .)") { _ in endless.allSatisfy { $0 < 9 } }
        // Combine's joins may request everything of an endless sequence before the subscriber can stop it.
        #if !canImport(Darwin)
            cases.add("merge", "(: 0 1 .)") { _ in endless.merge(with: Just(9)).prefix(2) }
            cases.add("combineLatest", "(: 1 2 .)") { _ in Just(1).combineLatest(endless) { $0 + $1 }.prefix(2) }
            cases.add("flatMap", "(: 0 1 .)") { _ in Just(1).flatMap { _ in endless }.prefix(2) }
            cases.add("switchToLatest", "(: 0 1 .)") { _ in Just(endless).switchToLatest().prefix(2) }
            cases.add("append", "(: 5 0 .)") { _ in Just(5).append(endless).prefix(2) }
            cases.add("receive on", "(: 0 1 .)") { _ in endless.receive(on: ImmediateScheduler.shared).prefix(2) }
            cases.add("zip first", "(: 1 12 23 .)") { _ in endless.zip(three) { $0 * 10 + $1 } }
            cases.add("zip second", "(: 1 12 23 .)") { _ in three.zip(endless) { $0 + $1 * 10 } }
            cases.add("zip of three", "(: 1 12 23 .)") { _ in endless.zip(three, endless) { $0 * 5 + $1 + $2 * 5 } }
            cases.add("zip of four", "(: 0 4 .)") { _ in
                endless.zip(endless, endless, endless) { $0 + $1 + $2 + $3 }.prefix(2)
            }
            cases.add("zip keeps to demand", asks: 1, more: ["0": 1], "(: 0 2) ?2(4 6) x") { _ in
                endless.zip(endless) { $0 + $1 }
            }
        #endif
        return cases.all
    }()

    private static var endless: Publishers.Sequence<PartialRangeFrom<Int>, Never> { (0...).publisher }
    private static var three: Publishers.Sequence<[Int], Never> { [1, 2, 3].publisher }

    @Test(arguments: cases) func operators(_ row: OperatorCase) { expect(row.happened(), equals: row.transcript) }

    #if !canImport(Darwin)
        @Test func zipLosesNothingOfWhoSendsByItself() {
            let state = CurrentValueSubject<Int, Never>(0)
            let signals = PassthroughSubject<Int, Never>()
            let probe = Probe<Int, Never>(.unlimited)
            state.zip(Just(0).append(signals)) { $0 * 1_000 + $1 }.subscribe(probe)
            for value in 1...99 { state.send(value) }
            for value in 1...99 { signals.send(value) }
            expect(probe.values, equals: (0...99).map { $0 * 1_001 })
        }
    #endif
}
