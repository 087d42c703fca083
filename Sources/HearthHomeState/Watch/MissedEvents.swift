internal import HearthBase
internal import HearthTraitCore

/// The events of a structure that a client missed because no report brings them: a range of numbers, read from the
/// structure's log a few at a time. Events that the log no longer has are counted.
struct MissedEvents: Sendable {
    /// Events that are fetched at a time.
    private static let batch = 64

    /// The number of the last event that the client has or does not need.
    private(set) var last: UInt64
    /// The last event that is to come from the log; not above `last` if none are missed.
    private var end: UInt64
    private var fetched: FIFO<EventChange> = FIFO()
    /// The number of events that it may have missed for good, not reported to it yet.
    private var lost: UInt64 = 0

    /// - Parameters:
    ///   - last: the number of the last event that the client has; nil if it wants no earlier ones.
    ///   - end: the last event that reports will not bring.
    ///   - newest: the last event that exists. A greater `last`, as after the restore of a backup, is taken for it.
    init(after last: UInt64?, through end: UInt64, newest: UInt64) {
        self.last = last.map { min($0, newest) } ?? end
        self.end = end
    }

    /// Whether the client has all events that it gets from the log.
    var isEmpty: Bool { fetched.isEmpty && last >= end && lost == 0 }

    /// Notes that reports up to an event will not be sent, so that the log has to bring their events.
    mutating func missUntil(_ number: UInt64) {
        fetched = FIFO()
        end = max(end, number)
    }

    /// Notes that a report was sent, with the number of its last event.
    mutating func sent(_ number: UInt64?) {
        if let number { last = max(last, number) }
    }

    /// Fetches the next missed events that a view shows.
    mutating func gather(_ state: StructureState, _ view: WatchView) {
        guard fetched.isEmpty else { return }
        skipLost(in: state, view)
        let events = state.events(after: last, through: end, limit: Self.batch) { view.passes($0) }
        for event in events { fetched.append(event) }
        // None are left that the view shows.
        if events.isEmpty { last = max(last, end) }
    }

    /// Counts the events that the log no longer has. It is unknown which of them the view would have shown.
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

    /// Takes the number of events that the client missed for good, so that it is reported once.
    mutating func takeLost() -> UInt64 {
        defer { lost = 0 }
        return lost
    }

    /// The next event to send.
    mutating func popFirst() -> EventChange? {
        let event = fetched.popFirst()
        sent(event?.number)
        return event
    }
}
