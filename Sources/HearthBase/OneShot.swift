public import Synchronization

/// A value that is set once, and the tasks that wait for it. Public for the same reason as ``FIFO``.
public final class OneShot<Value: Sendable>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var value: Value?
        @usableFromInline var waiting: [(id: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
        @usableFromInline var nextID: UInt64 = 0

        @inlinable init() {}
    }

    @usableFromInline let state: Mutex<State>

    /// Creates one without a value.
    @inlinable public init() { state = Mutex(State()) }

    /// The value; nil before it is set.
    @inlinable public var value: Value? { state.withLock { $0.value } }

    /// Sets the value. Only the first one counts.
    @inlinable
    public func set(_ value: Value) {
        let waiting = state.withLock { state in
            if state.value == nil { state.value = value }
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, continuation) in waiting { continuation.resume() }
    }

    /// Waits for the value; nil when the task was cancelled first.
    @inlinable @discardableResult
    public nonisolated(nonsending) func wait() async -> Value? {
        if let value { return value }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let resume = state.withLock { state in
                    if state.value != nil || Task.isCancelled { return true }
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
        return value
    }
}

/// A latch: waiting tasks resume when it is opened.
public typealias Latch = OneShot<Void>

extension OneShot<Void> {
    /// Resumes all waiting tasks.
    @inlinable public func open() { set(()) }

    /// Whether it was opened.
    @inlinable public var isOpen: Bool { value != nil }
}
