internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct ComparisonTests {
    private struct Item: Equatable {
        let rank: Int
        let name: String
    }

    private func result<P: Publisher>(_ publisher: P) -> [Probe<P.Output, P.Failure>.Event] where P.Output: Equatable {
        let probe = Probe<P.Output, P.Failure>(.unlimited)
        publisher.subscribe(probe)
        return probe.events
    }

    @Test func leastAndGreatest() {
        expect(result([3, 1, 2].publisher.min()), equals: [.subscription, .value(1), .finished])
        expect(result([3, 1, 2].publisher.max()), equals: [.subscription, .value(3), .finished])
        expect(result([3, 1, 2].publisher.max { $0 > $1 }), equals: [.subscription, .value(1), .finished])
    }

    @Test func ofEqualOnesTheFirstIsTheLeastAndTheLastTheGreatest() {
        let items = [Item(rank: 1, name: "a"), Item(rank: 1, name: "b")].publisher
        expect(result(items.min { $0.rank < $1.rank }).contains(.value(Item(rank: 1, name: "a"))))
        expect(result(items.max { $0.rank < $1.rank }).contains(.value(Item(rank: 1, name: "b"))))
    }

    @Test func emptyPublisherHasNoMaximum() {
        expect(result(Empty<Int, Never>().max()), equals: [.subscription, .finished])
    }

    @Test func anErrorIsTheEnd() {
        expect(result(Fail<Int, Failed>(error: Failed()).min()), equals: [.subscription, .failed])
    }
}
