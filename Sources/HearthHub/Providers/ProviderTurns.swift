internal import HearthBase
internal import Synchronization

/// The turns of providers with many reports: one provider works at a time, for a short turn, in the order of requests.
/// Another provider waits for one turn, not until all reports are taken.
///
/// Its lock guards whether a turn is taken and who waits. No other lock is taken under it; waiters resume without it.
final class ProviderTurns: Sendable {
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
        // Even if no other task waits for a turn, some may want the thread.
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
