internal import HearthCombine
internal import Expectations
internal import Testing

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
        expect((source.subscriptions, first.values, second.values), are: (1, [1, 2], [2]))
        first.subscription?.cancel()
        expect(source.cancellations, equals: 0)
        source.send(3)
        expect(second.values, equals: [2, 3])
        second.subscription?.cancel()
        second.subscription?.cancel()
        expect(source.cancellations, equals: 1)
    }

    @Test func subscriberAfterTheLastRestartsIt() {
        let source = Source<Int, Never>()
        let shared = source.share()
        shared.sink { _ in }.cancel()
        expect([source.subscriptions, source.cancellations], equals: [1, 1])
        let probe = shared.probe()
        source.send(1)
        expect((source.subscriptions, probe.values), are: (2, [1]))
    }

    @Test func aLateSubscriberGetsTheEnd() {
        let source = Source<Int, Failed>()
        let shared = source.share()
        let first = shared.probe()
        source.send(1)
        source.send(completion: .failure(Failed()))
        first.subscription?.cancel()
        let late = shared.probe()
        expect((first.events, late.events), are: ([.subscription, .value(1), .failed], [.subscription, .failed]))
        expect([source.subscriptions, source.cancellations], equals: [1, 0])
    }

    @Test func synchronousValuesGoToTheFirstSubscriber() {
        let shared = [1, 2].publisher.share()
        let first = Probe<Int, Never>(.unlimited)
        let late = Probe<Int, Never>(.unlimited)
        shared.subscribe(first)
        shared.subscribe(late)
        expect(first.events, equals: [.subscription, .value(1), .value(2), .finished])
        expect(late.events, equals: [.subscription, .finished])
    }

    #if !canImport(Darwin)
        @Test func theLastMayGoWhileTheFirstValuesCome() {
            let probe = (0...).publisher.share().prefix(2).probe()
            expect(probe.events, equals: [.subscription, .value(0), .value(1), .finished])
            let other = (0...).publisher.makeConnectable().autoconnect().first().probe()
            expect(other.events, equals: [.subscription, .value(0), .finished])
        }

        @Test func immediateCancelConnectsNothing() {
            final class Leaving: Subscriber {
                func receive(subscription: any Subscription) { subscription.cancel() }
                func receive(_ input: Int) -> Subscribers.Demand { .none }
                func receive(completion: Subscribers.Completion<Never>) {}
            }
            let source = Source<Int, Never>()
            source.share().subscribe(Leaving())
            expect(source.subscriptions, equals: 0)
        }
    #endif

    @Test func subscribersHoldIt() {
        let subject = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let token = subject.map { $0 * 2 }.share().sink { values.append($0) }
        subject.send(1)
        expect(values, equals: [2])
        token.cancel()
        let shared = subject.share()
        expect(shared, equals: shared)
        expect(shared, differsFrom: subject.share())
    }

    #if !canImport(Darwin)
        /// Connecting another module's publisher calls its own `connect`.
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
            let probe = own.autoconnect().first().probe()
            expect((probe.events, own.log), are: ([.subscription, .value(1), .finished], ["connected", "cancelled"]))
        }
    #endif
}
