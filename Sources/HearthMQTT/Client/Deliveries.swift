internal import HearthBase
internal import Synchronization

/// What waits for the receiver. The loop adds, one task takes.
final class Deliveries: Sendable {
    enum Event: Sendable {
        case connected(sessionPresent: Bool)
        case subscribed([MQTTSubscription])
        case disconnected(MQTTError, retryAfter: Duration)
        case received(MQTTMessage)

        /// What it counts in memory.
        var bytes: Int {
            switch self {
            case .received(let message): message.topic.utf8.count + message.payload.count + 64
            default: 64
            }
        }
    }

    private struct State {
        var events = FIFO<Event>()
        var bytes = 0
        var isClosed = false
        /// Whether the client has stopped reading until there is room.
        var isFull = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let mostBytes: Int
    private let state = Mutex(State())

    /// - Parameter mostBytes: the number of bytes from which on it is full. It has room again below half of them.
    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// Adds an event.
    ///
    /// - Returns: whether there is room for more.
    func append(_ event: Event) -> Bool {
        let (hasRoom, waiting) = state.withLock { state in
            guard !state.isClosed else { return (true, nil as CheckedContinuation<Void, Never>?) }
            state.events.append(event)
            state.bytes += event.bytes
            if state.bytes >= mostBytes { state.isFull = true }
            return (!state.isFull, state.waiting.take())
        }
        waiting?.resume()
        return hasRoom
    }

    /// Forgets all events; no call of the receiver begins afterwards.
    func close() {
        let waiting = state.withLock { state in
            let waiting = state.waiting.take()
            state = State()
            state.isClosed = true
            return waiting
        }
        waiting?.resume()
    }

    /// The size in bytes from which a message is not read on the loop's thread, as that would delay the loop's other
    /// connections. A call of the receiver gets no further messages once it has this many bytes.
    private static let long = 16 << 10

    /// The most messages of one call. More would hold up others, as only calls are interrupted.
    private static let together = 16

    /// What one call of the receiver passes on.
    private enum Call {
        case messages([MQTTMessage])
        case other(Event)
    }

    /// Calls the receiver until ``close()``, on the caller's executor; for long messages on the global one. Messages that
    /// wait are passed on together, as a call costs a change of executors. After a call that took long they are passed
    /// on one by one, until one does not.
    ///
    /// - Parameters:
    ///   - mustPause: whether others have waited long enough for the executor.
    ///   - hasRoom: called when there is room again.
    func run(
        _ receiver: any MQTTReceiver, mustPause: @Sendable () -> Bool, hasRoom: @Sendable () -> Void
    ) async {
        var together = Self.together
        while let (events, bytes) = await next(together) {
            switch events {
            case .other(.connected(let isPresent)): await receiver.connected(sessionPresent: isPresent)
            case .other(.subscribed(let subscriptions)): await receiver.subscribed(subscriptions)
            case .other(.disconnected(let reason, let delay)): await receiver.disconnected(reason, retryAfter: delay)
            case .other(.received(let message)):
                await withTaskExecutorPreference(globalConcurrentExecutor) { await receiver.received([message]) }
            case .messages(let messages): await receiver.received(messages)
            }
            if finished(bytes) { hasRoom() }
            if mustPause() {
                together = 1
                await Task.yield()
            } else {
                together = Self.together
            }
        }
    }

    /// The next call of the receiver, and what its events count in memory; nil once it is closed.
    private func next(_ together: Int) async -> (Call, bytes: Int)? {
        while true {
            let (call, isClosed) = state.withLock { (Self.takeCall(&$0.events, together), $0.isClosed) }
            if call != nil || isClosed { return call }
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.events.isEmpty, !state.isClosed else { return false }
                    state.waiting = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }
    }

    private static func takeCall(_ events: inout FIFO<Event>, _ together: Int) -> (Call, bytes: Int)? {
        var messages: [MQTTMessage] = []
        var bytes = 0
        while messages.count < together, bytes < long, case .received(let message)? = events.first,
            message.payload.count < long
        {
            bytes += events.popFirst()?.bytes ?? 0
            messages.append(message)
        }
        guard messages.isEmpty else { return (.messages(messages), bytes) }
        return events.popFirst().map { (.other($0), $0.bytes) }
    }

    /// Counts events as taken.
    ///
    /// - Returns: whether there is room again since now.
    private func finished(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.bytes -= bytes
            guard state.isFull, state.bytes < mostBytes / 2 else { return false }
            state.isFull = false
            return true
        }
    }
}
