internal import HearthBase
internal import HearthTraitCore

/// Which events of a structure a client has, and which it is to get from the structure's log because no report brings
/// them: a range of numbers, of which a few events at a time are held. Those that the log has no longer are counted.
struct MissedEvents: Sendable {
    /// So many are fetched together.
    private static let batch = 64

    /// The number of the last event that the client has, or that it need not have.
    private(set) var last: UInt64
    /// Up to here the log brings them; not above `last` when nothing is missed.
    private var end: UInt64
    private var fetched: FIFO<EventChange> = FIFO()
    /// So many it may have missed for good, of which it is still to be told.
    private var lost: UInt64 = 0

    /// - Parameters:
    ///   - last: the number of the last event that the client has; nil when it wants none from before.
    ///   - end: the last event that reports will not bring.
    ///   - newest: the last event that there is. A number above it was never given, as after the store was put back to
    ///     an older state, and is taken for it.
    init(after last: UInt64?, through end: UInt64, newest: UInt64) {
        self.last = last.map { min($0, newest) } ?? end
        self.end = end
    }

    /// Whether the client has all that it is to get from the log.
    var isEmpty: Bool { fetched.isEmpty && last >= end && lost == 0 }

    /// Reports up to an event will not be sent: the log is to bring what was in them.
    mutating func missUntil(_ number: UInt64) {
        fetched = FIFO()
        end = max(end, number)
    }

    /// A report was sent whose last event this is.
    mutating func sent(_ number: UInt64?) {
        if let number { last = max(last, number) }
    }

    /// Fetches the next of them that a view shows.
    mutating func gather(_ state: StructureState, _ view: WatchView) {
        guard fetched.isEmpty else { return }
        skipLost(in: state, view)
        let events = state.events(after: last, through: end, limit: Self.batch) { view.passes($0) }
        for event in events { fetched.append(event) }
        // None are left to show, or no longer kept.
        if events.isEmpty { last = max(last, end) }
    }

    /// Counts those that are kept no longer. Which of them the view would have shown is not known any more.
    private mutating func skipLost(in state: StructureState, _ view: WatchView) {
        guard let first = state.firstEventNumber, first > 0, last < min(first - 1, end) else { return }
        let next = min(first - 1, end)
        if showsEvents(view, of: state) { lost += next - last }
        last = next
    }

    private func showsEvents(_ view: WatchView, of state: StructureState) -> Bool {
        switch view.scope {
        case .home(let filter): !filter.objectsOnly
        case .trait(let path, _): state.trait(path).map { !$0.descriptor.events.isEmpty } ?? false
        }
    }

    /// How many events the client is to be told that it has missed for good; 0 when it was.
    mutating func takeLost() -> UInt64 {
        defer { lost = 0 }
        return lost
    }

    /// The next that is to be sent.
    mutating func popFirst() -> EventChange? {
        let event = fetched.popFirst()
        sent(event?.number)
        return event
    }
}
