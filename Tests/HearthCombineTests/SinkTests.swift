internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct SinkTests {
    @Test func valuesThenCompletion() {
        let subject = PassthroughSubject<Int, Failed>()
        var events: [String] = []
        let token = subject.sink(
            receiveCompletion: { events.append("\($0)") }, receiveValue: { events.append("\($0)") })
        subject.send(1)
        subject.send(2)
        subject.send(completion: .failure(Failed()))
        subject.send(3)
        expect(events, equals: ["1", "2", "failure(HearthCombineTests.Failed())"])
        token.cancel()
    }

    @Test func cancelStopsDelivery() {
        let subject = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let token = subject.sink { values.append($0) }
        subject.send(1)
        token.cancel()
        token.cancel()
        subject.send(2)
        expect(values, equals: [1])
    }

    @Test func cancelWithinAValueStopsTheNext() {
        let subject = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        var token: AnyCancellable?
        token = subject.sink {
            values.append($0)
            token?.cancel()
        }
        subject.send(1)
        subject.send(2)
        expect(values, equals: [1])
    }

    @Test func releasingTheTokenCancels() {
        let subject = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        var token: AnyCancellable? = subject.sink { values.append($0) }
        subject.send(1)
        token = nil
        subject.send(2)
        expect(values, equals: [1])
        expectNil(token)
    }

    @Test func closuresAreReleasedAtTheEnd() {
        final class Object {}
        let subject = PassthroughSubject<Int, Never>()
        weak var cancelled: Object?
        weak var completed: Object?
        var tokens: [AnyCancellable] = []
        do {
            let first = Object()
            cancelled = first
            subject.sink { _ in _ = first }.store(in: &tokens)
            let second = Object()
            completed = second
            subject.sink { _ in _ = second }.store(in: &tokens)
        }
        expect(cancelled != nil)
        tokens[0].cancel()
        expectNil(cancelled)
        expect(completed != nil)
        subject.send(completion: .finished)
        expectNil(completed)
    }

    @Test func aSecondSubscriptionIsCancelled() {
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        let first = Source<Int, Never>()
        let second = Source<Int, Never>()
        first.subscribe(sink)
        second.subscribe(sink)
        expect(first.requests, equals: [.unlimited])
        expect((second.requests, second.cancellations), are: ([], 1))
    }
}

@Suite struct AnyCancellableTests {
    @Test func cancellableActsOnce() {
        var count = 0
        do {
            let token = AnyCancellable { count += 1 }
            token.cancel()
            token.cancel()
            expect(count, equals: 1)
        }
        expect(count, equals: 1)
    }

    @Test func aSetCancelsWhatItHoldsWhenEmptied() {
        var count = 0
        var tokens: Set<AnyCancellable> = []
        AnyCancellable { count += 1 }.store(in: &tokens)
        AnyCancellable { count += 1 }.store(in: &tokens)
        expect((tokens.count, count), are: (2, 0))
        tokens.removeAll()
        expect(count, equals: 2)
    }

    @Test func anyCancellableCanBeStored() {
        let source = Source<Int, Never>()
        var tokens: [AnyCancellable] = []
        source.store(in: &tokens)
        tokens = []
        expect(source.cancellations, equals: 1)
    }
}

@Suite struct AssignTests {
    final class Lamp { var level = 0 }

    @Test func eachValueIsAssignedUntilCancelled() {
        let lamp = Lamp()
        let subject = CurrentValueSubject<Int, Never>(1)
        let token = subject.assign(to: \.level, on: lamp)
        expect(lamp.level, equals: 1)
        subject.send(2)
        expect(lamp.level, equals: 2)
        token.cancel()
        subject.send(3)
        expect(lamp.level, equals: 2)
    }

    @Test func theObjectIsReleasedAtTheEnd() {
        let subject = CurrentValueSubject<Int, Never>(1)
        weak var lamp: Lamp?
        var token: AnyCancellable?
        do {
            let object = Lamp()
            lamp = object
            token = subject.assign(to: \.level, on: object)
        }
        expect(lamp != nil)
        subject.send(completion: .finished)
        expectNil(lamp)
        token?.cancel()
    }
}
