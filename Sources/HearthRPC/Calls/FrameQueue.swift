internal import HearthBase
internal import Synchronization

/// The messages of one direction of a call, between the transport that receives them and the one task that reads them.
/// Callable from any thread.
package final class FrameQueue: Sendable {
    private struct State {
        var frames = FIFO<RPCFrame>()
        /// Set when nothing more will come: nil inside for a clean end.
        var end: RPCError??
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let onTake: @Sendable (Int) -> Void
    private let inflate: Reading?
    private let decode: Reading?

    /// Turns a message as received into the form that readers get.
    package typealias Reading = @Sendable (RPCFrame) throws(RPCError) -> RPCFrame

    /// - Parameters:
    ///   - inflate: for compressed messages. Each is inflated only when it is read, so that queued messages need no
    ///     more memory than was received.
    ///   - decode: for messages in another encoding than handlers read.
    ///   - onTake: receives the number of bytes (prefix and message) that a reader took, so that the peer may send as
    ///     many more.
    package init(
        inflate: Reading? = nil, decode: Reading? = nil, onTake: @escaping @Sendable (Int) -> Void
    ) {
        self.inflate = inflate
        self.decode = decode
        self.onTake = onTake
    }

    /// Adds a message. After the end it is dropped.
    package func push(_ frame: RPCFrame) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.end == nil else { return nil }
            state.frames.append(frame)
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Ends the queue. Queued messages can still be read, unless `discarding` drops them. Only the first end counts.
    package func finish(_ error: RPCError?, discarding: Bool = false) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.end == nil { state.end = .some(error) }
            if discarding { state.frames.removeAll() }
            return state.waiting.take()
        }
        waiting?.resume()
    }

    private enum Taken { case frame(RPCFrame), end(RPCError?), nothing }

    private func take() -> Taken {
        let taken = state.withLock { state -> Taken in
            if let frame = state.frames.popFirst() { return .frame(frame) }
            if let end = state.end { return .end(end) }
            return .nothing
        }
        if case .frame(let frame) = taken { onTake(frame.bytes.count) }
        return taken
    }

    /// The next message, or nil after the last.
    package nonisolated(nonsending) func next() async throws(RPCError) -> RPCFrame? {
        while true {
            switch take() {
            case .frame(let frame): return try opened(frame)
            case .end(.none): return nil
            case .end(.some(let error)): throw error
            case .nothing: break
            }
            let busy = await withTaskCancellationHandler {
                await waitForMore()
            } onCancel: {
                state.withLock { $0.waiting.take() }?.resume()
            }
            if busy { throw RPCError(.failedPrecondition, "two tasks read one stream at the same time; use one") }
            if Task.isCancelled { throw RPCError(.cancelled, "the task that read the stream was cancelled") }
        }
    }

    /// The next message if one is queued; nil otherwise, and at the end.
    package func nextReady() throws(RPCError) -> RPCFrame? {
        guard let frame = state.withLock({ $0.frames.popFirst() }) else { return nil }
        onTake(frame.bytes.count)
        return try opened(frame)
    }

    private func opened(_ frame: RPCFrame) throws(RPCError) -> RPCFrame {
        guard frame.isCompressed || decode != nil else { return frame }
        do throws(RPCError) {
            var frame = frame
            if frame.isCompressed, let inflate { frame = try inflate(frame) }
            return try decode?(frame) ?? frame
        } catch {
            finish(error, discarding: true)
            throw error
        }
    }

    /// Returns when there is a message, an end or a cancellation; `true` when another task is waiting already.
    private nonisolated(nonsending) func waitForMore() async -> Bool {
        var busy = false
        await withCheckedContinuation { continuation in
            let resume = state.withLock { state -> Bool in
                if !state.frames.isEmpty || state.end != nil || Task.isCancelled { return true }
                if state.waiting != nil {
                    busy = true
                    return true
                }
                state.waiting = continuation
                return false
            }
            if resume { continuation.resume() }
        }
        return busy
    }
}
