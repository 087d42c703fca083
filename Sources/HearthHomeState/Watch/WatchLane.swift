internal import HearthTraitCore

/// The messages about one structure that one subscriber is to get. There are many lanes and nearly all are at rest, so
/// pending messages have memory of their own.
struct WatchLane: Sendable {
    /// The pending messages of a lane that is not at rest.
    struct Pending: Sendable {
        /// Reports to send before the snapshot.
        var before = WaitingReports()
        var resync: SubscriptionMachine.Resync?
        var snapshot: SnapshotCursor?
        /// The catch-up report. It is sent before events of the log, which may be of devices that it adds.
        var folded: WaitingReports.Waiting?
        var reports = WaitingReports()
        /// The replay of the log, which comes before anything else; nil once the client has reached the present.
        var backlog: Backlog?
        /// Devices that have come into the view and are still to be sent whole.
        var entering: Set<String> = []
        /// Devices that have left the view, which is still to be reported.
        var leaving: Set<String> = []

        var isIdle: Bool {
            before.isEmpty && snapshot == nil && resync == nil && folded == nil && reports.isEmpty && backlog == nil
        }
    }

    let id: String
    var view: WatchView
    var missed: MissedEvents
    /// At most one element.
    private var box: [Pending] = []
    private var sentEpoch: UInt64 = 0
    private var sentSequence: UInt64 = 0
    private var seenEpoch: UInt64 = 0
    private var seenSequence: UInt64 = 0
    /// Whether it lags: it gets a catch-up report in place of single changes. The structure knows since when.
    var isLagging = false
    var isOver = false
    /// Whether the caller may not see the structure at present, but may again later.
    var isHidden = false
    /// Whether changes wait for the minimum interval after the last report.
    var isPausing = false
    /// Whether its catch-up report comes in the next round.
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

    /// The position up to which the client has everything.
    var sent: StructurePosition {
        get { StructurePosition(structureID: id, epoch: sentEpoch, sequence: sentSequence) }
        set { (sentEpoch, sentSequence) = (newValue.epoch, newValue.sequence) }
    }

    /// The position up to which changes were offered.
    var seen: StructurePosition {
        get { StructurePosition(structureID: id, epoch: seenEpoch, sequence: seenSequence) }
        set { (seenEpoch, seenSequence) = (newValue.epoch, newValue.sequence) }
    }

    /// The next step after the marker, or nil. Works in place, as a copy would copy the pending messages.
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
        if let backlog = box.first?.backlog {
            return backlog.isReading || backlog.isWaiting ? nil : .readLog(structureID: id)
        }
        return isLagging && !isPausing && !isInRound ? .gather(structureID: id) : nil
    }

    /// Notes the position from which on the client lacks devices that it gets whole after the replay.
    mutating func noteWhole() {
        guard let backlog = pending.backlog else { return }
        let whole = pending.entering.isEmpty ? nil : backlog.whole ?? backlog.taken
        pending.backlog?.whole = whole
    }

    /// The memory that waiting reports hold.
    var bytes: Int {
        box.first.map { $0.before.bytes + $0.reports.bytes + ($0.folded?.record.memorySize ?? 0) } ?? 0
    }
    var isIdle: Bool { !isLagging && (box.first?.isIdle ?? true) }
    var position: StructurePosition { isIdle ? seen : sent }
    /// Whether the client has everything, including missed events.
    var isAtRest: Bool { isIdle && missed.isEmpty }

    /// Releases the memory for pending messages when the lane is at rest.
    mutating func trim() {
        if !box.isEmpty, isAtRest { box = [] }
    }

    /// The replay of the log for a client that resumes, some reports at a time.
    struct Backlog: Sendable {
        /// The position up to which reports were queued or sent.
        var taken: StructurePosition
        /// The last position at which the client had all devices of its view; nil if it lacks none.
        var whole: StructurePosition?
        /// Whether a read of the log is in progress.
        var isReading = false
        /// Whether it waits until watches have been notified of more reports.
        var isWaiting = false
    }
}
