internal import Synchronization

/// Ended spans that wait to be sent. Adding one never waits: a full queue drops it and counts that.
///
/// Its lock guards the spans and the counts; nothing is called under it.
public final class SpanQueue: Sendable {
    /// The numbers of spans since the start.
    public struct Counts: Hashable, Sendable {
        /// Those that a receiver has taken.
        public var sent: UInt64 = 0
        /// Those that were dropped: the queue was full, or no receiver took them.
        public var dropped: UInt64 = 0
    }

    private struct State {
        var spans: [TraceSpan] = []
        var counts = Counts()
    }

    /// The most spans that wait.
    public static let most = 2_048

    private let state = Mutex(State())

    /// Creates an empty queue.
    public init() {}

    /// Adds a span, unless the queue is full.
    public func add(_ span: TraceSpan) {
        state.withLock { state in
            guard state.spans.count < Self.most else { return state.counts.dropped &+= 1 }
            state.spans.append(span)
        }
    }

    /// The number of spans that wait.
    public var count: Int { state.withLock { $0.spans.count } }

    /// The numbers of spans since the start.
    public var counts: Counts { state.withLock { $0.counts } }

    /// Takes the oldest spans.
    func take(most: Int) -> [TraceSpan] {
        state.withLock { state in
            let taken = Array(state.spans.prefix(most))
            state.spans.removeFirst(taken.count)
            return taken
        }
    }

    func count(sent: Int, dropped: Int) {
        state.withLock { state in
            state.counts.sent &+= UInt64(clamping: sent)
            state.counts.dropped &+= UInt64(clamping: dropped)
        }
    }
}
