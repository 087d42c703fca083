internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct MulticastTests {
    @Test func nothingIsSentBeforeItIsConnected() {
        let source = Source<Int, Failed>()
        let shared = source.multicast { PassthroughSubject<Int, Failed>() }
        let first = Probe<Int, Failed>(.unlimited)
        let second = Probe<Int, Failed>(.max(1))
        shared.subscribe(first)
        shared.subscribe(second)
        expect(source.subscriptions, equals: 0)
        let connection = shared.connect()
        expect(source.subscriptions, equals: 1)
        source.send(1)
        source.send(2)
        source.send(completion: .failure(Failed()))
        expect(first.events, equals: [.subscription, .value(1), .value(2), .failed])
        expect(second.events, equals: [.subscription, .value(1), .failed])
        connection.cancel()
        expect(source.cancellations, equals: 0)
    }

    @Test func everythingIsAskedForOnceSomebodyAsks() {
        let source = Source<Int, Never>()
        let shared = source.multicast { PassthroughSubject<Int, Never>() }
        let probe = shared.probe(.none)
        let connection = shared.connect()
        expect(source.requests, equals: [])
        probe.subscription?.request(.max(1))
        probe.subscription?.request(.max(1))
        expect(source.requests, equals: [.unlimited])
        connection.cancel()
        expect(source.cancellations, equals: 1)
    }

    @Test func aStateIsSharedWithItsLatestValue() {
        let source = Source<Int, Never>()
        let state = CurrentValueSubject<Int, Never>(0)
        let shared = source.multicast(subject: state)
        let connection = shared.connect()
        expect(source.requests, equals: [.unlimited])
        source.send(1)
        let probe = shared.probe()
        expect(probe.values, equals: [1])
        connection.cancel()
        source.send(2)
        expect(probe.events, equals: [.subscription, .value(1)])
        state.send(3)
        expect(probe.values, equals: [1, 3], "subscribers stay with the subject")
    }

    @Test func releasingTheConnectionCancels() {
        let source = Source<Int, Never>()
        let shared = source.makeConnectable()
        var connection: (any Cancellable)? = shared.connect()
        expect(source.cancellations, equals: 0)
        withExtendedLifetime(connection) {}
        connection = nil
        expect(source.cancellations, equals: 1)
    }

    @Test func subscribersAreReadyBeforeItBegins() {
        let three = [1, 2, 3].publisher.makeConnectable()
        let probes = (0..<2).map { _ in Probe<Int, Never>(.unlimited) }
        for probe in probes { three.subscribe(probe) }
        let connection = three.connect()
        for probe in probes {
            expect(probe.events, equals: [.subscription, .value(1), .value(2), .value(3), .finished])
        }
        connection.cancel()
    }

    @Test func aSubjectIsFed() {
        let source = Source<Int, Failed>()
        let subject = PassthroughSubject<Int, Failed>()
        let probe = subject.probe()
        let token = source.subscribe(subject)
        source.send(1)
        token.cancel()
        source.send(2)
        expect((probe.events, source.cancellations), are: ([.subscription, .value(1)], 1))
        Fail<Int, Failed>(error: Failed()).subscribe(subject).cancel()
        expect(probe.events, equals: [.subscription, .value(1), .failed])
        let late = Source<Int, Failed>()
        late.subscribe(subject).cancel()
        expect(late.requests, equals: [])
        expect(late.cancellations, equals: 1, "a subject that has ended needs nothing")
    }

    @Test func nothingIsKeptWhenAllHaveGone() {
        weak var released: PassthroughSubject<Int, Never>?
        let source = Source<Int, Never>()
        do {
            let subject = PassthroughSubject<Int, Never>()
            released = subject
            let token = source.multicast(subject: subject).autoconnect().sink { _ in }
            expect(source.requests, equals: [.unlimited])
            token.cancel()
        }
        source.forget()
        expectNil(released)
    }
}
