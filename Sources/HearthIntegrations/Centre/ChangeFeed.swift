internal import Synchronization

/// Tells watchers that something has changed.
///
/// Its lock guards the watchers. No other lock is taken under it, and watchers are told without it.
final class ChangeFeed: Sendable {
    private struct State {
        var watchers: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var last: UInt64 = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Yields after each change, several changes at once as one, until ``end()``.
    func changes() -> AsyncStream<Void> {
        let (stream, watcher) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> UInt64? in
            guard !state.hasEnded else { return nil }
            state.last += 1
            state.watchers[state.last] = watcher
            return state.last
        }
        guard let number else {
            watcher.finish()
            return stream
        }
        watcher.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }

    func note() { for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield() } }

    /// Ends the sequences of all watchers, and of later ones at once.
    func end() {
        let watchers = state.withLock { state in
            state.hasEnded = true
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }
}
