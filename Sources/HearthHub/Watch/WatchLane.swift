internal import HearthTraitCore

/// What one subscriber is to get of one structure.
struct WatchLane: Sendable {
    let id: String
    var view: WatchView
    /// Goes before the snapshot.
    var before = WaitingReports()
    var resync: SubscriptionMachine.Resync?
    var snapshot: SnapshotCursor?
    /// What missed changes came to: goes before the events that it leaves to the log, which may be of devices that it brings.
    var folded: WaitingReports.Waiting?
    var reports = WaitingReports()
    /// Whether it gets no changes one by one, but their sum when the client takes it: the structure knows since when.
    var isBehind = false
    var missed: MissedEvents
    /// What the client is to get from the log before anything else; nil when it has come to the present.
    var backlog: Backlog?
    /// Up to where the client has everything.
    var sent: StructurePosition
    /// Up to where changes have come by.
    var seen: StructurePosition
    var isOver = false
    /// Whether changes wait, as others were sent a moment ago.
    var isPausing = false
    /// Whether what it missed comes with the next round.
    var isInRound = false
    /// Devices that have come into the view, which the client is still to get whole.
    var entering: Set<String> = []
    /// Devices that have left the view, of which the client is still to be told.
    var leaving: Set<String> = []

    /// The next of what follows the marker; nil when there is nothing. In place: a copy of the lane would copy what
    /// waits in it.
    mutating func nextReport() -> SubscriptionMachine.Step? {
        if let waiting = folded.take() {
            sent = waiting.record.position
            return .send(.report(waiting.record, waiting.view))
        }
        if let event = missed.popFirst() { return .send(.event(event, view)) }
        if !missed.isEmpty { return .gatherEvents(structureID: id) }
        if let waiting = reports.popFirst() {
            sent = waiting.record.position
            missed.sent(waiting.record.events.last?.number)
            return .send(.report(waiting.record, waiting.view))
        }
        if let backlog { return backlog.isReading ? nil : .readLog(structureID: id) }
        return isBehind && !isPausing && !isInRound ? .gather(structureID: id) : nil
    }

    /// The memory that waiting reports hold.
    var bytes: Int { before.bytes + reports.bytes + (folded?.record.memorySize ?? 0) }
    var isIdle: Bool {
        before.isEmpty && snapshot == nil && resync == nil && folded == nil && reports.isEmpty && !isBehind
            && backlog == nil
    }
    var position: StructurePosition { isIdle ? seen : sent }
    /// Whether the client has everything, also the events that it missed.
    var isAtRest: Bool { isIdle && missed.isEmpty }

    /// A client that resumes gets reports from the log, some at a time.
    struct Backlog: Sendable {
        /// Up to here they are among what waits, or were sent.
        var taken: StructurePosition
        /// Whether somebody reads on.
        var isReading = false
    }
}
