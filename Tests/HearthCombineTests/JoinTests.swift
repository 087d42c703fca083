internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct MergeTests {
    @Test func valuesComeAsTheyAreSent() {
        let a = PassthroughSubject<Int, Failed>()
        let b = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        a.merge(with: b).subscribe(probe)
        a.send(1)
        b.send(2)
        a.send(3)
        a.send(completion: .finished)
        b.send(4)
        b.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .value(3), .value(4), .finished])
    }

    @Test func anErrorEndsItAndCancelsTheOthers() {
        let a = Source<Int, Failed>()
        let b = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        a.merge(with: b).subscribe(probe)
        a.send(completion: .failure(Failed()))
        b.send(1)
        expect(probe.events, equals: [.subscription, .failed])
        expect(a.cancellations, equals: 0)
        expect(b.cancellations, equals: 1)
    }

    @Test func nothingIsLostBeyondTheDemand() {
        let probe = Probe<Int, Never>(.max(2))
        [1, 2, 3].publisher.merge(with: [4, 5].publisher).subscribe(probe)
        expect(probe.values.count, equals: 2)
        probe.subscription?.request(.max(2))
        expect(probe.values.count, equals: 4)
        probe.subscription?.request(.max(1))
        expect(probe.values.sorted(), equals: [1, 2, 3, 4, 5])
        expect(probe.events.last, equals: .finished)
    }

    @Test func aSlowSubscriberHoldsEachPublisherToOneValue() {
        let a = Source<Int, Never>()
        let b = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(1))
        a.merge(with: b).subscribe(probe)
        expect(a.requests, equals: [.max(1)])
        a.send(1)
        expect(a.requests, equals: [.max(1), .max(1)])
        b.send(2)
        a.send(3)
        expect(probe.values, equals: [1])
        probe.subscription?.request(.max(1))
        expect(probe.values, equals: [1, 2])
        expect(a.requests, equals: [.max(1), .max(1)])
        expect(b.requests, equals: [.max(1), .max(1)])
        probe.subscription?.request(.unlimited)
        expect(probe.values, equals: [1, 2, 3])
        expect(a.requests.contains(.unlimited))
    }

    @Test func cancelReachesEachOnce() {
        let sources = (0..<3).map { _ in Source<Int, Never>() }
        let token = Publishers.MergeMany(sources).sink { _ in }
        token.cancel()
        token.cancel()
        expect(sources.map(\.cancellations), equals: [1, 1, 1])
    }

    @Test func upToEightOfDifferentTypes() {
        var values: [Int] = []
        let token = Just(1).merge(
            with: [2].publisher, Just(3).map { $0 }, Just(4).filter { _ in true }, Optional(5).publisher,
            Just(6).eraseToAnyPublisher(), Deferred { Just(7) }, CurrentValueSubject(8)
        ).sink { values.append($0) }
        expect(values, equals: Array(1...8))
        token.cancel()
        let probe = Probe<Int, Never>(.unlimited)
        Publishers.MergeMany<Just<Int>>([]).subscribe(probe)
        expect(probe.events, equals: [.subscription, .finished])
    }
}

@Suite struct CombineLatestTests {
    @Test func theLatestOfEachOnceAllHaveSent() {
        let a = PassthroughSubject<Int, Never>()
        let b = PassthroughSubject<String, Never>()
        let probe = Probe<String, Never>(.unlimited)
        a.combineLatest(b) { "\($0)\($1)" }.subscribe(probe)
        a.send(1)
        a.send(2)
        b.send("x")
        b.send("y")
        a.send(3)
        a.send(completion: .finished)
        b.send("z")
        b.send(completion: .finished)
        expect(
            probe.events, equals: [.subscription, .value("2x"), .value("2y"), .value("3y"), .value("3z"), .finished])
    }

    @Test func threeAndFour() {
        let state = CurrentValueSubject<Int, Never>(1)
        var three: [String] = []
        var four: [String] = []
        var tokens: Set<AnyCancellable> = []
        state.combineLatest(Just("a"), Just(true)).sink { three.append("\($0)\($1)\($2)") }.store(in: &tokens)
        state.combineLatest(Just("a"), Just(true), Just(2.5)) { "\($0)\($1)\($2)\($3)" }
            .sink { four.append($0) }.store(in: &tokens)
        state.send(2)
        expect(three, equals: ["1atrue", "2atrue"])
        expect(four, equals: ["1atrue2.5", "2atrue2.5"])
    }

    @Test func lateDemandGetsTheLatest() {
        let a = CurrentValueSubject<Int, Never>(0)
        let b = CurrentValueSubject<Int, Never>(0)
        let probe = Probe<Int, Never>(.max(1))
        a.combineLatest(b) { $0 * 10 + $1 }.subscribe(probe)
        for value in 1...3 { a.send(value) }
        b.send(4)
        expect(probe.values, equals: [0])
        probe.subscription?.request(.max(1))
        expect(probe.values.count, equals: 2, "never more than was asked for")
        probe.subscription?.request(.unlimited)
        expect(probe.values.last, equals: 34)
    }

    @Test func anErrorEndsItAndCancelsTheOther() {
        let a = Source<Int, Failed>()
        let b = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.max(3))
        a.combineLatest(b) { $0 + $1 }.subscribe(probe)
        expect(a.requests, equals: [.max(3)])
        expect(b.requests, equals: [.max(3)])
        b.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .failed])
        expect(a.cancellations, equals: 1)
        expect(b.cancellations, equals: 0)
    }
}

@Suite struct ZipTests {
    @Test func firstWithFirstAndSecondWithSecond() {
        let a = PassthroughSubject<Int, Never>()
        let b = PassthroughSubject<String, Never>()
        let probe = Probe<String, Never>(.unlimited)
        a.zip(b) { "\($0)\($1)" }.subscribe(probe)
        for value in 1...3 { a.send(value) }
        b.send("x")
        a.send(completion: .finished)
        expect(probe.values, equals: ["1x"])
        b.send("y")
        b.send("z")
        expect(probe.events, equals: [.subscription, .value("1x"), .value("2y"), .value("3z"), .finished])
    }

    @Test func demandAndCancelReachBoth() {
        let a = Source<Int, Never>()
        let b = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(2))
        a.zip(b) { $0 + $1 }.subscribe(probe)
        expect(a.requests, equals: [.max(2)])
        expect(b.requests, equals: [.max(2)])
        probe.subscription?.cancel()
        expect([a.cancellations, b.cancellations], equals: [1, 1])
    }

    @Test func threeAndFour() {
        var values: [String] = []
        var tokens: Set<AnyCancellable> = []
        (1...5).publisher.zip(["a", "b"].publisher, [true, false].publisher)
            .sink { values.append("\($0)\($1)\($2)") }.store(in: &tokens)
        expect(values, equals: ["1atrue", "2bfalse"])
        Just(1).zip(Just(2), Just(3), Just(4)) { $0 + $1 + $2 + $3 }.sink { expect($0, equals: 10) }.store(in: &tokens)
    }
}
