internal import HearthBase
internal import HearthCombine
internal import HearthTraitCore

/// A FIFO queue for a subscriber that must not miss any element. Overflow is a failure.
struct BoundedQueue<Element: Sendable>: Sendable {
    /// The most waiting elements.
    static var capacity: Int { 10_000 }

    private var waiting = FIFO<Element>()
    /// The step after the last element; nil while more may come.
    private(set) var end: SourceStep<Element, HomeError>?

    /// - Parameter what: describes the elements in the error: "changes of the home".
    mutating func append(_ elements: [Element], _ what: @autoclosure () -> String) {
        guard end == nil else { return }
        if waiting.count + elements.count > Self.capacity {
            end = .failed(HomeError(.resourceExhausted, "more than \(Self.capacity) \(what()) wait unread"))
        } else {
            waiting.append(contentsOf: elements)
        }
    }

    /// Ends the queue. Waiting elements are still delivered; only the first end counts.
    mutating func end(_ error: HomeError?) { end = end ?? error.map { .failed($0) } ?? .finished }

    mutating func popFirst() -> Element? { waiting.popFirst() }
}
