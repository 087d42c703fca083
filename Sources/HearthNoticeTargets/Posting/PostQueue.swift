internal import HearthBase

/// What waits to be posted to one target, and when: one item at a time, in order. A value: time and randomness are handed
/// in.
package struct PostQueue<Item: Sendable>: Sendable {
    /// The most items that wait. Beyond it, the oldest are dropped.
    package static var most: Int { 100 }
    /// The longest time for which an item is tried.
    package static var patience: Duration { .seconds(86_400) }

    private static var backoff: ExponentialBackoff {
        ExponentialBackoff(initial: .seconds(5), multiplier: 3, maximum: .seconds(900), spread: 0.8...1.2)
    }

    private struct Waiting {
        let item: Item
        let since: Duration
    }

    private var waiting: [Waiting] = []
    private var isPosting = false
    private var failures = 0
    /// When the next attempt is made after a failure.
    private var next: Duration?

    package init() {}

    /// The number of items that wait, the one being posted included.
    package var count: Int { waiting.count }

    /// Adds an item.
    ///
    /// - Returns: the item that is dropped for it; nil for none.
    package mutating func add(_ item: Item, at now: Duration) -> Item? {
        waiting.append(Waiting(item: item, since: now))
        guard waiting.count > Self.most else { return nil }
        return waiting.remove(at: isPosting ? 1 : 0).item
    }

    /// The item to post now; nil if none is due, or one is being posted.
    package mutating func take(at now: Duration) -> Item? {
        guard !isPosting, next.map({ $0 <= now }) ?? true, let first = waiting.first else { return nil }
        isPosting = true
        next = nil
        return first.item
    }

    /// The item that was taken is posted.
    package mutating func posted() {
        guard isPosting else { return }
        isPosting = false
        failures = 0
        waiting.removeFirst()
    }

    /// The item that was taken could not be posted.
    ///
    /// - Parameter random: from 0 to 1.
    /// - Returns: whether it is given up.
    package mutating func failed(_ error: PostError, at now: Duration, random: Double) -> Bool {
        guard isPosting, let first = waiting.first else { return false }
        isPosting = false
        let isGivenUp = error.isPermanent || now - first.since >= Self.patience
        if isGivenUp { waiting.removeFirst() }
        if !error.isPermanent {
            next = now + max(Self.backoff.delay(after: failures, random: random), error.retryAfter ?? .zero)
            failures = min(failures + 1, 1_000)
        }
        return isGivenUp
    }

    /// When ``take(at:)`` has something next; nil for never by time alone.
    package var deadline: Duration? { isPosting || waiting.isEmpty ? nil : next }
}
