internal import HearthTraitCore

/// What waits for a subscriber that must not miss anything: first in, first out, and a failure when it is too much.
struct BoundedQueue<Element: Sendable>: Sendable {
    /// How many may wait.
    static var capacity: Int { 10_000 }

    private var waiting: [Element] = []
    private var first = 0
    private(set) var failure: HomeError?

    /// - Parameter what: names the elements in the failure: "changes of the home".
    mutating func append(_ elements: [Element], _ what: @autoclosure () -> String) {
        guard failure == nil else { return }
        if waiting.count - first + elements.count > Self.capacity {
            failure = HomeError(.resourceExhausted, "more than \(Self.capacity) \(what()) wait unread")
        } else {
            waiting += elements
        }
    }

    /// What waits is still handed out; the first failure counts.
    mutating func fail(_ error: HomeError) { failure = failure ?? error }

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
