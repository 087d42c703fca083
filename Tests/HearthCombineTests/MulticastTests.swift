internal import HearthCombine
internal import Testing

@Suite struct MulticastTests {
    @Test func nothingIsSentBeforeItIsConnected() {
        let source = Source<Int, Failed>()
        let shared = source.multicast { PassthroughSubject<Int, Failed>() }
        let first = Probe<Int, Failed>(.unlimited)
        let second = Probe<Int, Failed>(.max(1))
        shared.subscribe(first)
        shared.subscribe(second)
        #expect(source.subscriptions == 0)
        let connection = shared.connect()
        #expect(source.subscriptions == 1)
        source.send(1)
        source.send(2)
        source.send(completion: .failure(Failed()))
        #expect(first.events == [.subscription, .value(1), .value(2), .failed])
        #expect(second.events == [.subscription, .value(1), .failed])
        connection.cancel()
        #expect(source.cancellations == 0)
    }

    @Test func everythingIsAskedForOnceSomebodyAsks() {
        let source = Source<Int, Never>()
        let shared = source.multicast { PassthroughSubject<Int, Never>() }
        let probe = Probe<Int, Never>(.none)
        shared.subscribe(probe)
        let connection = shared.connect()
        #expect(source.requests == [])
        probe.subscription?.request(.max(1))
        probe.subscription?.request(.max(1))
        #expect(source.requests == [.unlimited])
        connection.cancel()
        #expect(source.cancellations == 1)
    }

    @Test func aStateIsSharedWithItsLatestValue() {
        let source = Source<Int, Never>()
        let state = CurrentValueSubject<Int, Never>(0)
        let shared = source.multicast(subject: state)
        let connection = shared.connect()
        #expect(source.requests == [.unlimited])
        source.send(1)
        let probe = Probe<Int, Never>(.unlimited)
        shared.subscribe(probe)
        #expect(probe.values == [1])
        connection.cancel()
        source.send(2)
        #expect(probe.events == [.subscription, .value(1)])
        state.send(3)
        #expect(probe.values == [1, 3], "subscribers stay with the subject")
    }

    @Test func releasingTheConnectionCancels() {
        let source = Source<Int, Never>()
        let shared = source.makeConnectable()
        var connection: (any Cancellable)? = shared.connect()
        #expect(source.cancellations == 0)
        withExtendedLifetime(connection) {}
        connection = nil
        #expect(source.cancellations == 1)
    }

    @Test func subscribersAreReadyBeforeItBegins() {
        let three = [1, 2, 3].publisher.makeConnectable()
        let probes = (0..<2).map { _ in Probe<Int, Never>(.unlimited) }
        for probe in probes { three.subscribe(probe) }
        let connection = three.connect()
        for probe in probes {
            #expect(probe.events == [.subscription, .value(1), .value(2), .value(3), .finished])
        }
        connection.cancel()
    }

    @Test func aSubjectIsFed() {
        let source = Source<Int, Failed>()
        let subject = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        subject.subscribe(probe)
        let token = source.subscribe(subject)
        source.send(1)
        token.cancel()
        source.send(2)
        #expect(probe.events == [.subscription, .value(1)])
        #expect(source.cancellations == 1)
        Fail<Int, Failed>(error: Failed()).subscribe(subject).cancel()
        #expect(probe.events == [.subscription, .value(1), .failed])
        let late = Source<Int, Failed>()
        late.subscribe(subject).cancel()
        #expect(late.requests == [])
        #expect(late.cancellations == 1, "a subject that has ended needs nothing")
    }

    @Test func nothingIsKeptWhenAllHaveGone() {
        weak var released: PassthroughSubject<Int, Never>?
        let source = Source<Int, Never>()
        do {
            let subject = PassthroughSubject<Int, Never>()
            released = subject
            let token = source.multicast(subject: subject).autoconnect().sink { _ in }
            #expect(source.requests == [.unlimited])
            token.cancel()
        }
        source.forget()
        #expect(released == nil)
    }
}

@Suite struct ShareTests {
    @Test func oneSubscriptionForAll() {
        let source = Source<Int, Never>()
        let shared = source.share()
        let first = Probe<Int, Never>(.unlimited)
        let second = Probe<Int, Never>(.unlimited)
        shared.subscribe(first)
        source.send(1)
        shared.subscribe(second)
        source.send(2)
        #expect(source.subscriptions == 1)
        #expect(first.values == [1, 2])
        #expect(second.values == [2])
        first.subscription?.cancel()
        #expect(source.cancellations == 0)
        source.send(3)
        #expect(second.values == [2, 3])
        second.subscription?.cancel()
        second.subscription?.cancel()
        #expect(source.cancellations == 1)
    }

    @Test func whoComesAfterTheLastHasGoneBeginsAgain() {
        let source = Source<Int, Never>()
        let shared = source.share()
        shared.sink { _ in }.cancel()
        #expect([source.subscriptions, source.cancellations] == [1, 1])
        let probe = Probe<Int, Never>(.unlimited)
        shared.subscribe(probe)
        source.send(1)
        #expect(source.subscriptions == 2)
        #expect(probe.values == [1])
    }

    @Test func aLateSubscriberGetsTheEnd() {
        let source = Source<Int, Failed>()
        let shared = source.share()
        let first = Probe<Int, Failed>(.unlimited)
        shared.subscribe(first)
        source.send(1)
        source.send(completion: .failure(Failed()))
        first.subscription?.cancel()
        let late = Probe<Int, Failed>(.unlimited)
        shared.subscribe(late)
        #expect(first.events == [.subscription, .value(1), .failed])
        #expect(late.events == [.subscription, .failed])
        #expect([source.subscriptions, source.cancellations] == [1, 0])
    }

    @Test func whatIsSentAtOnceGoesToTheFirst() {
        let shared = [1, 2].publisher.share()
        let first = Probe<Int, Never>(.unlimited)
        let late = Probe<Int, Never>(.unlimited)
        shared.subscribe(first)
        shared.subscribe(late)
        #expect(first.events == [.subscription, .value(1), .value(2), .finished])
        #expect(late.events == [.subscription, .finished])
    }

    #if !canImport(Combine)
        @Test func theLastMayGoWhileTheFirstValuesCome() {
            let probe = Probe<Int, Never>(.unlimited)
            (0...).publisher.share().prefix(2).subscribe(probe)
            #expect(probe.events == [.subscription, .value(0), .value(1), .finished])
            let other = Probe<Int, Never>(.unlimited)
            (0...).publisher.makeConnectable().autoconnect().first().subscribe(other)
            #expect(other.events == [.subscription, .value(0), .finished])
        }

        @Test func whoGoesBeforeItBeginsConnectsNothing() {
            final class Leaving: Subscriber {
                func receive(subscription: any Subscription) { subscription.cancel() }
                func receive(_ input: Int) -> Subscribers.Demand { .none }
                func receive(completion: Subscribers.Completion<Never>) {}
            }
            let source = Source<Int, Never>()
            source.share().subscribe(Leaving())
            #expect(source.subscriptions == 0)
        }
    #endif

    @Test func subscribersHoldIt() {
        let subject = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let token = subject.map { $0 * 2 }.share().sink { values.append($0) }
        subject.send(1)
        #expect(values == [2])
        token.cancel()
        let shared = subject.share()
        #expect(shared == shared)
        #expect(shared != subject.share())
    }

    #if !canImport(Combine)
        /// One that is not of this module is connected as it says.
        @Test func anyConnectablePublisher() {
            final class Own: ConnectablePublisher {
                typealias Output = Int
                typealias Failure = Never
                let subject = PassthroughSubject<Int, Never>()
                var log: [String] = []

                func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
                    subject.receive(subscriber: subscriber)
                }

                func connect() -> any Cancellable {
                    log.append("connected")
                    subject.send(1)
                    return AnyCancellable { self.log.append("cancelled") }
                }
            }
            let own = Own()
            let probe = Probe<Int, Never>(.unlimited)
            own.autoconnect().first().subscribe(probe)
            #expect(probe.events == [.subscription, .value(1), .finished])
            #expect(own.log == ["connected", "cancelled"])
        }
    #endif
}
