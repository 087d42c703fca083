internal import HearthCombine
internal import HearthTraitCore

/// What waits for a subscriber that must not miss anything: first in, first out, and a failure when it is too much.
struct BoundedQueue<Element: Sendable>: Sendable {
    /// How many may wait.
    static var capacity: Int { 10_000 }

    private var waiting: [Element] = []
    private var first = 0
    /// What follows the last that waits; nil while more may come.
    private(set) var end: SourceStep<Element, HomeError>?

    /// - Parameter what: names the elements in the failure: "changes of the home".
    mutating func append(_ elements: [Element], _ what: @autoclosure () -> String) {
        guard end == nil else { return }
        if waiting.count - first + elements.count > Self.capacity {
            end = .failed(HomeError(.resourceExhausted, "more than \(Self.capacity) \(what()) wait unread"))
        } else {
            waiting += elements
        }
    }

    /// What waits is still handed out; the first end counts.
    mutating func end(_ error: HomeError?) { end = end ?? error.map { .failed($0) } ?? .finished }

    mutating func popFirst() -> Element? {
        guard first < waiting.count else { return nil }
        let element = waiting[first]
        first += 1
        if first == waiting.count {
            waiting = []
            first = 0
        } else if first >= 64, first > waiting.count / 2 {
            // A reader that is always a little behind never empties it.
            waiting.removeFirst(first)
            first = 0
        }
        return element
    }
}
