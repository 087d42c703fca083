internal import Synchronization

/// Back-pressure for one stream: counts its queued bytes and suspends writers while there are too many.
/// Callable from any thread.
package final class WriteGate: Sendable {
    private typealias Waiter = (id: UInt64, continuation: CheckedContinuation<Void, Never>)

    private struct State {
        var queued = 0
        /// True from the high mark until half of it is left.
        var isFull = false
        var waiting: [Waiter] = []
        var nextID: UInt64 = 0
        var closed: RPCError?
        var onWritable: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    /// Whether writers must wait or the stream is closed. Written under the lock, read without it for each message.
    private let isShut = Atomic(false)
    private let high: Int

    /// - Parameter high: writers wait once more bytes than this are queued, until half of it is left.
    package init(high: Int) { self.high = high }

    package var isWritable: Bool { !isShut.load(ordering: .acquiring) }

    /// Why the stream accepts nothing more; nil while it is open.
    package var closed: RPCError? { state.withLock { $0.closed } }

    /// Counts queued bytes; returns whether the stream accepts more.
    @discardableResult
    package func add(_ bytes: Int) -> Bool {
        state.withLock { state in
            count(bytes, &state)
            return !state.isFull && state.closed == nil
        }
    }

    /// Counts queued bytes if the stream accepts more; returns whether it did.
    package func tryAdd(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard !state.isFull, state.closed == nil else { return false }
            count(bytes, &state)
            return true
        }
    }

    private func count(_ bytes: Int, _ state: inout State) {
        state.queued += bytes
        guard state.queued >= high else { return }
        state.isFull = true
        isShut.store(true, ordering: .releasing)
    }

    /// Counts sent bytes, and resumes writers below the low mark.
    package func remove(_ bytes: Int) {
        let (waiting, onWritable) = state.withLock { state -> ([Waiter], (@Sendable () -> Void)?) in
            state.queued = max(0, state.queued - bytes)
            guard state.isFull, state.queued <= high / 2 else { return ([], nil) }
            state.isFull = false
            if state.closed == nil { isShut.store(false, ordering: .releasing) }
            defer { state.waiting = [] }
            return (state.waiting, state.onWritable)
        }
        for (_, continuation) in waiting { continuation.resume() }
        onWritable?()
    }

    /// Ends the stream for its writers. Only the first reason counts.
    package func close(_ reason: RPCError) {
        let waiting = state.withLock { state in
            if state.closed == nil { state.closed = reason }
            isShut.store(true, ordering: .releasing)
            state.onWritable = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, continuation) in waiting { continuation.resume() }
    }

    /// Registers a callback for each time that writing becomes possible again, on any thread.
    package func onWritable(_ body: @escaping @Sendable () -> Void) {
        state.withLock { if $0.closed == nil { $0.onWritable = body } }
    }

    /// Suspends until there is room.
    package nonisolated(nonsending) func waitUntilWritable() async throws(RPCError) {
        while true {
            let (ready, closed, id) = state.withLock { state in
                state.nextID += 1
                return (!state.isFull, state.closed, state.nextID)
            }
            if let closed { throw closed }
            if ready { return }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let resume = state.withLock { state in
                        if state.closed != nil || !state.isFull || Task.isCancelled { return true }
                        state.waiting.append((id, continuation))
                        return false
                    }
                    if resume { continuation.resume() }
                }
            } onCancel: {
                let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
                    return state.waiting.remove(at: index).continuation
                }
                waiting?.resume()
            }
            if Task.isCancelled {
                throw closed ?? RPCError(.cancelled, "the task was cancelled while it waited to write")
            }
        }
    }
}
