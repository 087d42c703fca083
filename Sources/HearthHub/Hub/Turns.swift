internal import HearthBase
internal import Synchronization

/// Lets those who have more to do than others should wait for go on one at a time, each for a moment, in the order in
/// which they asked.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting = FIFO<CheckedContinuation<Void, Never>>()
    }

    private let state = Mutex(State())

    /// How many wait for a turn.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for the next turn, which lasts until the caller asks for another or ends it.
    ///
    /// - Parameter hasTurn: whether the caller has one, and gives it up.
    func next(_ hasTurn: Bool) async {
        // Also when nobody else wants one, something else may.
        await Task.yield()
        await withCheckedContinuation { continuation in
            let first = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.waiting.append(continuation)
                guard hasTurn || !state.isTaken else { return nil }
                state.isTaken = true
                return state.waiting.popFirst()
            }
            first?.resume()
        }
    }

    /// Ends the caller's turn.
    func end() {
        let first = state.withLock { state -> CheckedContinuation<Void, Never>? in
            let first = state.waiting.popFirst()
            state.isTaken = first != nil
            return first
        }
        first?.resume()
    }
}
