internal import HearthBase
internal import Synchronization

/// Lets edits of the integrations wait for each other, in the order in which they come.
final class EditTurns: Sendable {
    private struct State {
        var isTaken = false
        var waiting = FIFO<CheckedContinuation<Void, Never>>()
    }

    private let state = Mutex(State())

    /// Runs an edit alone.
    func run<R: Sendable, E: Error>(_ body: @Sendable () async throws(E) -> R) async throws(E) -> R {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFirst { continuation.resume() }
        }
        defer { end() }
        return try await body()
    }

    private func end() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.isTaken = false }
            return next
        }
        next?.resume()
    }
}
