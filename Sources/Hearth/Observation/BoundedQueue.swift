internal import HearthCombine
internal import HearthTraitCore

/// A FIFO queue for a subscriber that must not miss anything. Overflow is a failure.
struct BoundedQueue<Element: Sendable>: Sendable {
    /// The most waiting elements.
    static var capacity: Int { 10_000 }

    private var waiting: [Element] = []
    private var first = 0
    /// What follows the last element; nil while more may come.
    private(set) var end: SourceStep<Element, HomeError>?

    /// - Parameter what: describes the elements in the error: "changes of the home".
    mutating func append(_ elements: [Element], _ what: @autoclosure () -> String) {
        guard end == nil else { return }
        if waiting.count - first + elements.count > Self.capacity {
            end = .failed(HomeError(.resourceExhausted, "more than \(Self.capacity) \(what()) wait unread"))
        } else {
            waiting += elements
        }
    }

    /// Ends the queue. Waiting elements are still delivered; only the first end counts.
    mutating func end(_ error: HomeError?) { end = end ?? error.map { .failed($0) } ?? .finished }

    mutating func popFirst() -> Element? {
        guard first < waiting.count else { return nil }
        let element = waiting[first]
        first += 1
        if first == waiting.count {
            waiting = []
            first = 0
        } else if first >= 64, first > waiting.count / 2 {
            // Also compact when the queue never becomes empty.
            waiting.removeFirst(first)
            first = 0
        }
        return element
    }
}
