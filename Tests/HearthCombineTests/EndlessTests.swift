internal import HearthCombine
internal import Expectations
internal import Testing

/// An endless sequence sends as much as requested: an operator must stop it, or request no more than it needs.
@Suite struct EndlessTests {
    let endless = (0...).publisher

    @Test func satisfiedOperatorStopsTheSequence() {
        expect(outcome(of: endless.prefix(3)), equals: [.subscription, .value(0), .value(1), .value(2), .finished])
        expect(outcome(of: endless.first()), equals: [.subscription, .value(0), .finished])
        expect(outcome(of: endless.first { $0 > 5 }), equals: [.subscription, .value(6), .finished])
        expect(outcome(of: endless.prefix { $0 < 1 }), equals: [.subscription, .value(0), .finished])
        expect(outcome(of: endless.contains(7)), equals: [.subscription, .value(true), .finished])
        expect(outcome(of: endless.allSatisfy { $0 < 9 }), equals: [.subscription, .value(false), .finished])
    }

    // Combine's joins may request everything of an endless sequence before the subscriber can stop it.
    #if !canImport(Darwin)
        @Test func joinsStopIt() {
            expect(
                outcome(of: endless.merge(with: Just(9)).prefix(2)),
                equals: [.subscription, .value(0), .value(1), .finished])
            expect(
                outcome(of: Just(1).combineLatest(endless) { $0 + $1 }.prefix(2)),
                equals: [.subscription, .value(1), .value(2), .finished])
            expect(
                outcome(of: Just(1).flatMap { _ in endless }.prefix(2)),
                equals: [
                    .subscription, .value(0), .value(1), .finished,
                ])
            expect(
                outcome(of: Just(endless).switchToLatest().prefix(2)),
                equals: [
                    .subscription, .value(0), .value(1), .finished,
                ])
            expect(
                outcome(of: Just(5).append(endless).prefix(2)),
                equals: [.subscription, .value(5), .value(0), .finished])
            expect(
                outcome(of: endless.receive(on: ImmediateScheduler.shared).prefix(2)),
                equals: [.subscription, .value(0), .value(1), .finished])
        }

        @Test func zipAsksForWhatItNeeds() {
            let three = [1, 2, 3].publisher
            let expected: [Probe<Int, Never>.Event] = [.subscription, .value(1), .value(12), .value(23), .finished]
            expect(outcome(of: endless.zip(three) { $0 * 10 + $1 }), equals: expected)
            expect(outcome(of: three.zip(endless) { $0 + $1 * 10 }), equals: expected)
            expect(
                outcome(of: endless.zip(three, endless) { $0 * 5 + $1 + $2 * 5 }), equals: expected)
            expect(
                outcome(of: endless.zip(endless, endless, endless) { $0 + $1 + $2 + $3 }.prefix(2)),
                equals: [.subscription, .value(0), .value(4), .finished])
        }

        @Test func zipKeepsToWhatIsAskedFor() {
            let probe = Probe<Int, Never>(.max(1), more: { $0 == 0 ? .max(1) : .none })
            endless.zip(endless) { $0 + $1 }.subscribe(probe)
            expect(probe.values, equals: [0, 2])
            probe.subscription?.request(.max(2))
            expect(probe.values, equals: [0, 2, 4, 6])
            probe.subscription?.cancel()
            expect(probe.events.last, equals: .value(6))
        }

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

    private func outcome<P: Publisher>(of publisher: P) -> [Probe<P.Output, Never>.Event]
    where P.Output: Equatable, P.Failure == Never {
        let probe = Probe<P.Output, Never>(.unlimited)
        publisher.subscribe(probe)
        return probe.events
    }
}
