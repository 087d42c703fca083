internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct OutputTests {
    private func values(_ publisher: some Publisher<Int, Never>) -> [Probe<Int, Never>.Event] {
        let probe = Probe<Int, Never>(.unlimited)
        publisher.subscribe(probe)
        return probe.events
    }

    @Test func atAPosition() {
        expect(values((10...19).publisher.output(at: 2)), equals: [.subscription, .value(12), .finished])
        expect(values((10...11).publisher.output(at: 2)), equals: [.subscription, .finished])
    }

    @Test func inARange() {
        let numbers = (10...14).publisher
        expect(values(numbers.output(in: 1...2)), equals: [.subscription, .value(11), .value(12), .finished])
        expect(values(numbers.output(in: 3...)), equals: [.subscription, .value(13), .value(14), .finished])
        expect(values(numbers.output(in: ..<1)), equals: [.subscription, .value(10), .finished])
        expect(values(numbers.output(in: 2..<2)), equals: [.subscription, .finished])
    }

    @Test func theLastOneCancels() {
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.unlimited)
        source.output(in: 1...2).subscribe(probe)
        for value in 0..<5 { source.send(value) }
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
        expect(source.cancellations, equals: 1)
    }

    @Test func skippedValuesDoNotUseDemand() {
        let probe = Probe<Int, Never>(.max(1))
        (0...9).publisher.output(in: 4...6).subscribe(probe)
        expect(probe.events, equals: [.subscription, .value(4)])
    }
}
