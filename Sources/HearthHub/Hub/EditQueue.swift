internal import HearthBase
internal import Synchronization

/// Lets edits of structures through one after the other, each to its end: what one has checked still holds when it
/// has been stored.
final class EditQueue: Sendable {
    private struct State {
        var isBusy = false
        var waiting = FIFO<CheckedContinuation<Void, Never>>()
    }

    private let state = Mutex(State())

    /// Runs an edit when those before it are done.
    func run<T>(_ body: () async throws -> T) async rethrows -> T {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isBusy else {
                    state.isBusy = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            let next = state.waiting.popFirst()
            if next == nil { state.isBusy = false }
            return next
        }
        next?.resume()
    }
}
