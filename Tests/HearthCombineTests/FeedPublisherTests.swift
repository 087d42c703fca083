internal import Dispatch
internal import HearthCombine
internal import Synchronization
internal import Testing

@Suite struct FeedPublisherTests {
    /// Keeps the feeds that a publisher hands out, and counts the ends.
    final class Hub: Sendable {
        let feeds = Mutex<[Feed<Int, Failed>]>([])
        let ends = Mutex(0)

        func publisher(keeping limit: Int, first: Int? = nil) -> FeedPublisher<Int, Failed> {
            FeedPublisher(bufferingNewest: limit) { feed in
                // As a cache would: registered and given its first value under one lock.
                self.feeds.withLock {
                    $0.append(feed)
                    if let first { feed.send(first) }
                }
                return { self.ends.withLock { $0 += 1 } }
            }
        }

        func send(_ value: Int) {
            for feed in feeds.withLock({ $0 }) { feed.send(value) }
        }

        func finish() {
            for feed in feeds.withLock({ $0 }) { feed.send(completion: .finished) }
        }
    }

    @Test func eachSubscriberHasItsOwnFeedWithTheFirstValueFirst() {
        let hub = Hub()
        let publisher = hub.publisher(keeping: 1, first: 0)
        let probes = [Probe<Int, Failed>(.unlimited), Probe<Int, Failed>(.unlimited)]
        for probe in probes { publisher.subscribe(probe) }
        hub.send(1)
        hub.finish()
        hub.send(2)
        for probe in probes { #expect(probe.events == [.subscription, .value(0), .value(1), .finished]) }
        #expect(hub.ends.withLock { $0 } == 2)
    }

    @Test func stateKeepsTheNewest() {
        let hub = Hub()
        let probe = Probe<Int, Failed>(.max(1))
        hub.publisher(keeping: 1, first: 0).subscribe(probe)
        for value in 1...3 { hub.send(value) }
        hub.finish()
        #expect(probe.events == [.subscription, .value(0)])
        probe.subscription?.request(.max(1))
        #expect(probe.events == [.subscription, .value(0), .value(3), .finished])
    }

    @Test(arguments: [0, 1, 3, 200]) func eventsKeepTheNewestFew(limit: Int) {
        let hub = Hub()
        let probe = Probe<Int, Failed>(.max(2))
        hub.publisher(keeping: limit).subscribe(probe)
        for value in 1...150 { hub.send(value) }
        probe.subscription?.request(.unlimited)
        #expect(probe.values == [1, 2] + (3...150).suffix(limit))
    }

    @Test func cancelEndsItOnce() {
        let hub = Hub()
        let token = hub.publisher(keeping: 1).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(hub.ends.withLock { $0 } == 0)
        token.cancel()
        token.cancel()
        hub.send(1)
        hub.finish()
        #expect(hub.ends.withLock { $0 } == 1)
    }

    @Test func aValueSentWithinAValueComesAfterIt() {
        let hub = Hub()
        var depth = 0
        var values: [Int] = []
        let token = hub.publisher(keeping: 1, first: 0).sink(receiveCompletion: { _ in }) {
            depth += 1
            #expect(depth == 1)
            values.append($0)
            if $0 < 50 {
                // Two at once: with unlimited demand none gives way.
                hub.send($0 + 1)
                if $0 == 0 { hub.send(100) }
            }
            depth -= 1
        }
        #expect(values.prefix(3) == [0, 1, 100])
        #expect(values.count == 52)
        token.cancel()
    }

    @Test func aKeptFeedKeepsNothingAfterTheEnd() {
        final class Object {}
        let hub = Hub()
        weak var held: Object?
        do {
            let object = Object()
            held = object
            hub.publisher(keeping: 1).sink(receiveCompletion: { _ in }, receiveValue: { _ in _ = object }).cancel()
        }
        #expect(held == nil)
        #expect(hub.feeds.withLock { $0.count } == 1)
    }
}
