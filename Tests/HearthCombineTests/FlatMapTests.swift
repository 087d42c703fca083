internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct FlatMapTests {
    @Test func valuesOfAllPublishersComeAndItEndsWithTheLast() {
        let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let a = PassthroughSubject<Int, Never>()
        let b = PassthroughSubject<Int, Never>()
        let probe = Probe<Int, Never>(.unlimited)
        outer.flatMap { $0 }.subscribe(probe)
        outer.send(a)
        outer.send(b)
        a.send(1)
        b.send(2)
        outer.send(completion: .finished)
        a.send(completion: .finished)
        b.send(3)
        b.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .value(3), .finished])
    }

    @Test func soManyAtOnce() {
        let outer = Source<Int, Never>()
        let inner = (0..<3).map { _ in Source<Int, Never>() }
        let probe = Probe<Int, Never>(.unlimited)
        outer.flatMap(maxPublishers: .max(2)) { inner[$0] }.subscribe(probe)
        expect(outer.requests, equals: [.max(2)])
        outer.send(0)
        outer.send(1)
        inner[0].send(completion: .finished)
        expect(outer.requests, equals: [.max(2), .max(1)])
    }

    @Test func failuresOfEitherSide() {
        let never = Probe<Int, Failed>(.unlimited)
        Just(1).flatMap { _ in Fail<Int, Failed>(error: Failed()) }.subscribe(never)
        expect(never.events, equals: [.subscription, .failed])
        let outer = PassthroughSubject<Int, Failed>()
        let inner = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        outer.flatMap { _ in inner }.subscribe(probe)
        outer.send(1)
        outer.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .failed])
        expect(inner.cancellations, equals: 1)
        let other = Probe<Int, Failed>(.unlimited)
        Result<Int, Failed>.success(1).publisher.flatMap { Just($0 + 1) }.subscribe(other)
        expect(other.events, equals: [.subscription, .value(2), .finished])
    }

    @Test func cancelWithinAValueCancelsAllOnce() {
        let outer = Source<Int, Never>()
        let inner = Source<Int, Never>()
        var token: AnyCancellable?
        token = outer.flatMap { _ in inner }.sink { _ in token?.cancel() }
        outer.send(1)
        inner.send(1)
        inner.send(2)
        outer.send(2)
        expect([outer.cancellations, inner.cancellations], equals: [1, 1])
    }
}
