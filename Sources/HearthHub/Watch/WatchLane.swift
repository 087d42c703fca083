internal import HearthTraitCore

/// What one subscriber is to get of one structure. There are many, nearly all of which rest: what waits has memory of its
/// own.
struct WatchLane: Sendable {
    /// What only a lane has that does not rest.
    struct Pending: Sendable {
        /// Goes before the snapshot.
        var before = WaitingReports()
        var resync: SubscriptionMachine.Resync?
        var snapshot: SnapshotCursor?
        /// What missed changes came to: goes before the events that it leaves to the log, which may be of devices that it
        /// brings.
        var folded: WaitingReports.Waiting?
        var reports = WaitingReports()
        /// What the client is to get from the log before anything else; nil when it has come to the present.
        var backlog: Backlog?
        /// Devices that have come into the view, which the client is still to get whole.
        var entering: Set<String> = []
        /// Devices that have left the view, of which the client is still to be told.
        var leaving: Set<String> = []

        var isIdle: Bool {
            before.isEmpty && snapshot == nil && resync == nil && folded == nil && reports.isEmpty && backlog == nil
        }
    }

    let id: String
    var view: WatchView
    var missed: MissedEvents
    /// None or one.
    private var box: [Pending] = []
    private var sentEpoch: UInt64 = 0
    private var sentSequence: UInt64 = 0
    private var seenEpoch: UInt64 = 0
    private var seenSequence: UInt64 = 0
    /// Whether it gets no changes one by one, but their sum when the client takes it: the structure knows since when.
    var isBehind = false
    var isOver = false
    /// Whether its caller may not see the structure any more, and may again later.
    var isHidden = false
    /// Whether changes wait, as others were sent a moment ago.
    var isPausing = false
    /// Whether what it missed comes with the next round.
    var isInRound = false

    init(id: String, view: WatchView, missed: MissedEvents, sent: StructurePosition, seen: StructurePosition) {
        self.id = id
        self.view = view
        self.missed = missed
        self.sent = sent
        self.seen = seen
    }

    var pending: Pending {
        get { box.first ?? Pending() }
        _modify {
            if box.isEmpty { box.append(Pending()) }
            yield &box[0]
        }
    }

    /// Up to where the client has everything.
    var sent: StructurePosition {
        get { StructurePosition(structureID: id, epoch: sentEpoch, sequence: sentSequence) }
        set { (sentEpoch, sentSequence) = (newValue.epoch, newValue.sequence) }
    }

    /// Up to where changes have come by.
    var seen: StructurePosition {
        get { StructurePosition(structureID: id, epoch: seenEpoch, sequence: seenSequence) }
        set { (seenEpoch, seenSequence) = (newValue.epoch, newValue.sequence) }
    }

    /// The next of what follows the marker; nil when there is nothing. In place: a copy of what waits would copy it.
    mutating func nextReport() -> SubscriptionMachine.Step? {
        if !box.isEmpty, let waiting = pending.folded.take() {
            sent = waiting.record.position
            return .send(.report(waiting.record, waiting.view))
        }
        let lost = missed.takeLost()
        if lost > 0 { return .send(.eventsLost(lost, position)) }
        if let event = missed.popFirst() { return .send(.event(event, view)) }
        if !missed.isEmpty { return .gatherEvents(structureID: id) }
        if !box.isEmpty, let waiting = pending.reports.popFirst() {
            sent = waiting.record.position
            missed.sent(waiting.record.events.last?.number)
            return .send(.report(waiting.record, waiting.view))
        }
        if let backlog = box.first?.backlog { return backlog.isReading ? nil : .readLog(structureID: id) }
        return isBehind && !isPausing && !isInRound ? .gather(structureID: id) : nil
    }

    /// Notes from where on devices have come into the view that the client is to get whole, once it has read the log.
    mutating func noteWhole() {
        guard let backlog = pending.backlog else { return }
        let whole = pending.entering.isEmpty ? nil : backlog.whole ?? backlog.taken
        pending.backlog?.whole = whole
    }

    /// The memory that waiting reports hold.
    var bytes: Int {
        box.first.map { $0.before.bytes + $0.reports.bytes + ($0.folded?.record.memorySize ?? 0) } ?? 0
    }
    var isIdle: Bool { !isBehind && (box.first?.isIdle ?? true) }
    var position: StructurePosition { isIdle ? seen : sent }
    /// Whether the client has everything, also the events that it missed.
    var isAtRest: Bool { isIdle && missed.isEmpty }

    /// Gives back the memory of what no longer waits.
    mutating func trim() {
        if !box.isEmpty, isAtRest { box = [] }
    }

    /// A client that resumes gets reports from the log, some at a time.
    struct Backlog: Sendable {
        /// Up to here they are among what waits, or were sent.
        var taken: StructurePosition
        /// The last position at which the client had all devices of its view; nil when it lacks none.
        var whole: StructurePosition?
        /// Whether somebody reads on.
        var isReading = false
    }
}
