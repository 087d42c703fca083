internal import HearthBase
package import HearthTraitCore
internal import HearthWire

/// The state machine of one subscription: what waits to be sent, and in which order. It is a value whose methods take
/// an event and return the actions to perform.
///
/// Each structure has a lane. While the client reads, reports wait there for a moment, shared with all other watches.
/// Once it stops reading, or they hold too much memory, the lane lags and gets a catch-up report (``MissedChanges``). A
/// snapshot is sent before everything that happens after it. Events that none of these bring are fetched from the
/// structure's log when it is their turn.
package struct SubscriptionMachine: Sendable {
    /// The most reports of the log that are taken at a time; their memory is limited by ``backlogBytes``.
    private static let backlogReports = 64
    private var backlogBytes: Int { max(1, limits.queuedReportBytes / 4) }

    let limits: WatchLimits
    let intervals: WatchIntervals
    let snapshots: SnapshotShelf
    let views: SharedViews
    /// The viewer whose membership decides what the watch shows; nil if it shows everything that its rights allow.
    let viewer: Viewer?
    /// Whether it watches a home, and not one trait.
    let isOfHome: Bool
    /// The view for structures that come later.
    var view: WatchView
    var exceptClientID: String
    typealias LaneIndex = Int
    /// One for each structure. There are few, and each change looks at them, so an array is cheaper than a dictionary.
    var lanes: [WatchLane] = []
    /// Whether it waits for a catch-up report of a structure.
    package var isLagging: Bool { lanes.contains(where: \.isLagging) }
    /// The memory that waiting reports hold, over all lanes.
    var queuedBytes = 0
    private var isStartDue: Bool
    /// Whether the caller and its memberships are to be sent.
    var isCallerDue: Bool
    var isMarkerDue: Bool
    /// The number of filter changes that all present structures were moved to.
    var updates: UInt64 = 0
    /// The number of filter changes in progress. Meanwhile no report is sent, as a client would take it for one under
    /// the old filter.
    var refilters = 0
    private var isHeartbeatDue = false
    var isTargetGone = false
    private var isEnding = false
    private var isBlocked = false
    /// Whether messages may be due before the marker: checked once, and again when a lane got some.
    var hasPreliminaries = true
    /// Whether lanes of removed structures may have to be dropped.
    var hasRemovals = false
    /// Whether messages are being sent. Set at first, so that nothing is sent until all structures have joined.
    private var isSending = true
    /// Whether something was sent since the last tick.
    private var hasSent = false
    /// When the last message was sent, or slightly earlier.
    private var lastSent: Duration

    /// - Parameters:
    ///   - intervals: between reports; nil to send at once, with heartbeats as the limits say.
    ///   - shared: the limits that all watches share; nil for limits of its own.
    ///   - snapshots: those that watches share; nil for none.
    ///   - views: those that watches share.
    ///   - viewer: the viewer whose membership decides what the watch shows.
    ///   - sendsCaller: whether it begins with the caller and its memberships.
    package init(
        view: WatchView, exceptClientID: String = "", intervals: WatchIntervals? = nil, limits: HubLimits,
        now: Duration, shared: WatchLimits? = nil, snapshots: SnapshotShelf? = nil, views: SharedViews = SharedViews(),
        viewer: Viewer? = nil, sendsCaller: Bool = false
    ) {
        self.intervals = intervals ?? WatchIntervals(most: limits.heartbeat)
        self.view = view
        self.exceptClientID = exceptClientID
        self.limits = shared ?? WatchLimits(limits)
        self.views = views
        self.snapshots = snapshots ?? SnapshotShelf(limits: limits)
        self.viewer = viewer
        isCallerDue = sendsCaller
        lastSent = now
        if case .home = view.scope { isOfHome = true } else { isOfHome = false }
        isStartDue = isOfHome
        isMarkerDue = isOfHome
    }

    func index(of structureID: String) -> LaneIndex? {
        for lane in lanes.indices where lanes[lane].id == structureID { return lane }
        return nil
    }

    /// Whether it shows a structure at present.
    func shows(_ structureID: String) -> Bool {
        index(of: structureID).map { !lanes[$0].isOver && !lanes[$0].isHidden } ?? false
    }

    // MARK: Events

    /// Adds a structure in its present state, with a snapshot unless it was just created.
    ///
    /// - Parameter lastEvent: the number of the last event that the client has; nil if it wants no earlier ones.
    package mutating func join(_ state: StructureState, isNew: Bool, lastEvent: UInt64? = nil) {
        // It may have been removed since the subscriber found it.
        guard index(of: state.id) == nil, view.passes(structure: state.id), !state.isRemoved else {
            if state.isRemoved, !isOfHome { isTargetGone = true }
            return
        }
        if case .trait(let path, _) = view.scope, state.trait(path) == nil {
            isTargetGone = true
            return
        }
        guard let view = resolved(in: state) else {
            isTargetGone = isTargetGone || !isOfHome
            return
        }
        // Guests get no events from before.
        let missed = MissedEvents(
            after: view.guest == nil ? lastEvent : nil, through: state.eventNumber, newest: state.eventNumber)
        var lane = WatchLane(id: state.id, view: view, missed: missed, sent: state.position, seen: state.position)
        if !isNew { lane.pending.snapshot = SnapshotCursor(snapshots.snapshot(of: state, for: view)) }
        lanes.append(lane)
        hasPreliminaries = true
    }

    /// Adds a structure for a client that had it before: it gets what it missed, or a resync and a snapshot.
    ///
    /// - Parameters:
    ///   - notified: the sequence of the last report that watches were notified of. The replay waits before later ones,
    ///     which may be held until they are saved.
    ///   - lastEvent: the number of the last event that the client has; nil if it wants none from before its position.
    ///   - log: the stored reports after the position, for when memory no longer has them.
    /// - Returns: false if the log has to be read first.
    package mutating func resume(
        _ state: StructureState, from position: StructurePosition, notified: UInt64, lastEvent: UInt64? = nil,
        log: Logged = .isNotRead
    ) -> Bool {
        guard !state.isRemoved else {
            resumeRemoved(position)
            return true
        }
        guard index(of: state.id) == nil, view.passes(structure: state.id), let view = resolved(in: state) else {
            return true
        }
        let isPresent = state.had(position) && position.sequence == state.sequence
        var batch = state.had(position) ? nextBatch(of: state, after: position.sequence, through: notified) : nil
        if state.had(position), !isPresent, batch == nil {
            switch log {
            case .isNotRead: return false
            case .has(let logged): batch = logged
            }
        }
        let refusal: Resync? = isPresent ? nil : batch.map { self.refusal(of: $0, in: state) } ?? .tooOld
        if let refusal {
            join(state, isNew: false, lastEvent: lastEvent)
            guard let lane = index(of: state.id) else { return true }
            lanes[lane].pending.resync =
                state.had(position)
                ? refusal : position.epoch == state.epoch ? .unknownPosition : .epochChanged
            return true
        }
        var lane = WatchLane(
            id: state.id, view: view,
            missed: MissedEvents(
                after: view.guest == nil ? lastEvent : nil, through: batch?.eventNumber ?? state.eventNumber,
                newest: state.eventNumber),
            sent: position, seen: state.position)
        lane.pending.backlog = WatchLane.Backlog(taken: position)
        lanes.append(lane)
        take(batch, of: state, to: lanes.count - 1)
        return true
    }

    private func nextBatch(of state: StructureState, after sequence: UInt64, through last: UInt64) -> ReportBatch? {
        state.reports(after: sequence, through: last, count: Self.backlogReports, bytes: backlogBytes)
    }

    /// Replays a report of the log. Reports about devices that have left the view are skipped, and a device that comes
    /// back is sent whole later. The client gets its own changes only where they move devices out of its view.
    private mutating func replay(_ record: ReportRecord, to lane: LaneIndex) {
        let replayed = lanes[lane].view.replaying(record)
        if !replayed.inside.isEmpty || !replayed.elsewhere.isEmpty {
            lanes[lane].view = views.shared(lanes[lane].view.showing(replayed.inside).hiding(replayed.elsewhere))
            lanes[lane].pending.entering.subtract(replayed.elsewhere)
            lanes[lane].pending.entering.formUnion(replayed.inside)
        }
        lanes[lane].noteWhole()
        let shown = isOwn(record) ? replayed.record.objects(of: replayed.elsewhere) : replayed.record
        if !replayed.view.select(shown).isEmpty { appendLogged(shown, replayed.view, to: lane) }
    }

    /// Queues a report of the log. While a device is still to be sent whole, the client's position stays before it
    /// came, so that a client that resumes from there gets the device.
    private mutating func appendLogged(_ record: ReportRecord, _ view: WatchView, to lane: LaneIndex) {
        append(lanes[lane].pending.backlog?.whole.map { record.placed(at: $0) } ?? record, view, to: lane)
    }

    /// Applies the devices that came and left during the replay. Those that left were reported; those that came are
    /// queued to be sent whole.
    private mutating func follow(_ state: StructureState, in lane: LaneIndex) {
        let present = views.shared(lanes[lane].view.resolved(in: state.devices))
        lanes[lane].pending.entering.formUnion(present.members(beyond: lanes[lane].view))
        lanes[lane].view = present
        if !lanes[lane].pending.entering.isEmpty { lanes[lane].isLagging = true }
    }

    /// Why reports of the log can't be sent; nil if they can.
    private func refusal(of batch: ReportBatch, in state: StructureState) -> Resync? {
        if let viewer, !batch.records.allSatisfy({ viewer.mayReplay($0, of: state) }) { return .rightsChanged }
        return batch.records.allSatisfy { $0.size <= limits.reportBytes } ? nil : .tooOld
    }

    /// Queues reports of the log. When they reach the present, the replay is over.
    private mutating func take(_ batch: ReportBatch?, of state: StructureState, to lane: LaneIndex) {
        for record in batch?.records ?? [] {
            replay(record, to: lane)
            lanes[lane].pending.backlog?.taken = record.position
        }
        guard let taken = lanes[lane].pending.backlog?.taken else { return }
        if lanes[lane].pending.reports.isEmpty, lanes[lane].pending.entering.isEmpty { lanes[lane].sent = taken }
        guard taken.sequence >= state.sequence else { return }
        lanes[lane].seen = state.position
        follow(state, in: lane)
        // No list of changes has the tick, since it was sent to other watches before.
        if let tick = state.tick, !isOwn(tick), !lanes[lane].view.select(tick).isEmpty {
            appendLogged(tick, lanes[lane].view, to: lane)
        }
        lanes[lane].pending.backlog = nil
    }

    /// Continues the replay when the client has taken all that waited.
    ///
    /// - Parameter notified: the sequence of the last report that watches were notified of. Later ones in memory may be
    ///   held until they are saved; those in the stored log are saved.
    mutating func readLog(_ state: StructureState, notified: UInt64) -> Replay {
        guard let lane = index(of: state.id), let backlog = lanes[lane].pending.backlog, !backlog.isReading
        else {
            return .continues
        }
        guard backlog.taken.sequence < state.sequence else {
            take(nil, of: state, to: lane)
            return .continues
        }
        guard let batch = nextBatch(of: state, after: backlog.taken.sequence, through: notified) else {
            lanes[lane].pending.backlog?.isReading = true
            return .reads(after: backlog.taken.sequence)
        }
        guard !batch.records.isEmpty else {
            lanes[lane].pending.backlog?.isWaiting = true
            return .waits
        }
        if let refusal = self.refusal(of: batch, in: state) {
            startOver(lane, state, refusal)
        } else {
            take(batch, of: state, to: lane)
        }
        return .continues
    }

    /// Lets a replay continue that waits until watches have been notified of more reports.
    mutating func continueReplay(of structureID: String) {
        guard let lane = index(of: structureID), lanes[lane].pending.backlog != nil else { return }
        lanes[lane].pending.backlog?.isWaiting = false
    }

    /// Takes reports that were read from the log after a sequence; nil if the log no longer has them.
    mutating func take(_ batch: ReportBatch?, of state: StructureState, after sequence: UInt64) {
        guard let lane = index(of: state.id), let backlog = lanes[lane].pending.backlog, backlog.isReading,
            backlog.taken.sequence == sequence
        else { return }
        lanes[lane].pending.backlog?.isReading = false
        let refusal: Resync? = batch.map { self.refusal(of: $0, in: state) } ?? .tooOld
        guard let refusal else { return take(batch, of: state, to: lane) }
        lanes[lane].pending.backlog = nil
        startOver(lane, state, refusal)
    }

    /// Starts over with a resync and a new snapshot.
    mutating func startOver(_ lane: LaneIndex, _ state: StructureState, _ reason: Resync) {
        guard let view = resolved(in: state) else { return hide(lane, state) }
        lanes[lane].view = view
        if reason == .rightsChanged || view.guest != nil { dropWaiting(lane, state) }
        lanes[lane].missed.missUntil(state.eventNumber)
        lanes[lane].pending.backlog = nil
        lanes[lane].pending.resync = reason
        lanes[lane].pending.snapshot = SnapshotCursor(snapshots.snapshot(of: state, for: view))
        lanes[lane].pending.entering = []
        lanes[lane].pending.leaving = []
        lanes[lane].isLagging = false
        lanes[lane].sent = state.position
        lanes[lane].seen = state.position
        hasPreliminaries = true
        isMarkerDue = isOfHome
    }

    /// Has a client that resumes drop a structure that no longer exists; no snapshot follows.
    package mutating func resumeRemoved(_ position: StructurePosition) {
        guard index(of: position.structureID) == nil, view.passes(structure: position.structureID) else { return }
        var lane = WatchLane(
            id: position.structureID, view: view, missed: MissedEvents(after: nil, through: 0, newest: 0),
            sent: position, seen: position)
        lane.pending.resync = .unknownPosition
        lane.isOver = true
        lanes.append(lane)
        hasPreliminaries = true
        hasRemovals = true
    }

    /// Offers a change. A lagging watch needs only changes of objects.
    mutating func offer(_ change: OfferedRecord) -> Offer {
        let record = change.record
        guard let lane = index(of: record.position.structureID), !lanes[lane].isHidden else { return .nothing }
        // In place: a copy of the lane would copy what waits in it. A report that was held while the structure joined
        // is skipped, as the watch has its change already.
        guard record.isTick || record.position.sequence > lanes[lane].seen.sequence else {
            return lanes[lane].isLagging ? .waits(isLagging: true) : .nothing
        }
        let isAtRest = !isSending && refilters == 0 && lanes[lane].isAtRest
        // A tick does not advance the structure's position.
        if record.position.sequence > lanes[lane].seen.sequence { lanes[lane].seen = record.position }
        if !record.objects.isEmpty || !isAtRest || isBlocked || intervals.least > .zero {
            offer(record, to: lane)
            return .waits(isLagging: lanes[lane].isLagging)
        }
        guard !isOwn(record), change.isShown(in: lanes[lane].view) else {
            // A device that comes into view later does not bring earlier events.
            lanes[lane].missed.sent(record.events.last?.number)
            return .nothing
        }
        guard record.size <= limits.reportBytes else {
            lanes[lane].isLagging = true
            return .waits(isLagging: true)
        }
        isSending = true
        hasSent = true
        lanes[lane].sent = record.position
        lanes[lane].missed.sent(record.events.last?.number)
        return .sends(lanes[lane].view)
    }

    private mutating func offer(_ record: ReportRecord, to lane: LaneIndex) {
        noteRemovals(record, lane)
        if lanes[lane].pending.backlog != nil {
            // The replay brings it, unless the structure is gone.
            guard lanes[lane].isOver else { return }
            lanes[lane].pending.backlog = nil
        }
        if let moves = lanes[lane].view.moves(in: record) { return take(moves, to: lane) }
        guard !lanes[lane].isLagging, !isOwn(record) else { return }
        guard !lanes[lane].view.select(record).isEmpty else { return }
        let isFull =
            isBlocked || intervals.least > .zero || lanes[lane].pending.reports.count >= limits.queuedReports
            || queuedBytes + record.memorySize > limits.queuedReportBytes || record.size > limits.reportBytes
        if isFull { lanes[lane].isLagging = true } else { append(record, lanes[lane].view, to: lane) }
    }

    /// Handles devices that come into the view, which are sent whole, or leave it, which is reported. The client gets
    /// its own moves as well, since it does not have the values.
    private mutating func take(_ moves: WatchView.Moves, to lane: LaneIndex) {
        let entering = moves.entering.map(\.id)
        lanes[lane].view = views.shared(lanes[lane].view.showing(entering).hiding(moves.leaving))
        lanes[lane].pending.leaving.formUnion(moves.leaving)
        lanes[lane].pending.leaving.subtract(entering)
        lanes[lane].pending.entering.subtract(moves.leaving)
        lanes[lane].pending.entering.formUnion(entering)
        lanes[lane].isLagging = true
    }

    /// Makes a structure's lane lag, so that it gets the next changes coalesced, unless it is in a replay or over.
    ///
    /// - Returns: whether it lags now.
    mutating func startLagging(in structureID: String) -> Bool {
        guard let lane = index(of: structureID), lanes[lane].pending.backlog == nil, !lanes[lane].isOver else {
            return false
        }
        lanes[lane].isLagging = true
        return true
    }

    func isLagging(in structureID: String) -> Bool {
        index(of: structureID).map { lanes[$0].isLagging } ?? false
    }

    private func isOwn(_ record: ReportRecord) -> Bool {
        !exceptClientID.isEmpty && record.cause == .client(exceptClientID)
    }

    private mutating func append(_ record: ReportRecord, _ view: WatchView, to lane: LaneIndex) {
        lanes[lane].pending.reports.append(record, view)
        queuedBytes += record.memorySize
    }

    private mutating func noteRemovals(_ record: ReportRecord, _ lane: LaneIndex) {
        for object in record.objects {
            switch object {
            case .removedStructureID:
                lanes[lane].isOver = true
                hasRemovals = true
                isTargetGone = isTargetGone || !isOfHome
            case .removedDeviceID(let id):
                if case .trait(let path, _) = view.scope, path.target.deviceID == id { isTargetGone = true }
            default: break
            }
        }
    }

    /// Queues the catch-up report of a structure, with the present values.
    mutating func gather(_ state: StructureState, _ missed: inout MissedChanges) {
        guard let lane = index(of: state.id) else { return }
        lanes[lane].isInRound = false
        guard lanes[lane].isLagging else { return }
        guard !isAhead(state, of: missed) else { return startOver(lane, state, .overflow) }
        let (report, view) = catchUp(lane, state, &missed)
        lanes[lane].isLagging = false
        lanes[lane].pending.entering = []
        lanes[lane].pending.leaving = []
        if missed.hasEvents { lanes[lane].missed.missUntil(missed.last.lastEvent) }
        switch report {
        case .nothing: break
        case .tooMuch: startOver(lane, state, .overflow)
        case .report(let record):
            lanes[lane].pending.folded = WaitingReports.Waiting(record: record, view: view)
            queuedBytes += record.memorySize
        }
    }

    /// Whether the state has changes that watches are not notified of yet. A catch-up report would have their values at
    /// an earlier position: after a crash that undoes them, a client that resumes from there would keep them.
    func isAhead(_ state: StructureState, of missed: MissedChanges) -> Bool {
        state.position.sequence > missed.last.position.sequence
    }

    /// Notes that a structure's catch-up report comes in the next round.
    mutating func waitForRound(of structureID: String) {
        if let lane = index(of: structureID) { lanes[lane].isInRound = true }
    }

    /// The catch-up report of a lagging lane, and the view that shows it.
    mutating func catchUp(
        _ lane: LaneIndex, _ state: StructureState, _ missed: inout MissedChanges
    ) -> (MissedChanges.CatchUp, WatchView) {
        if missed.last.position.sequence > lanes[lane].seen.sequence { lanes[lane].seen = missed.last.position }
        let report =
            state.isRemoved
            ? .report(missed.removal(of: state))
            : missed.catchUp(
                from: state,
                for: MissedChanges.Recipient(
                    view: lanes[lane].view, position: lanes[lane].seen, entering: lanes[lane].pending.entering,
                    leaving: lanes[lane].pending.leaving, own: exceptClientID.isEmpty ? nil : .client(exceptClientID)),
                limits: limits)
        return (report, lanes[lane].view.showing(lanes[lane].pending.leaving))
    }

    /// Fetches the next events that the client missed in a structure.
    mutating func gatherEvents(_ state: StructureState) {
        guard let lane = index(of: state.id) else { return }
        lanes[lane].missed.gather(state, lanes[lane].view)
    }

    /// Drops a structure that is out of view.
    mutating func forget(_ structureID: String) {
        guard let lane = index(of: structureID) else { return }
        queuedBytes -= lanes.remove(at: lane).bytes
    }

    // MARK: Sending

    /// Allows sending, as all structures have joined.
    mutating func open() {
        isSending = false
    }

    /// Begins to send; false if another thread is sending, which will find the new messages.
    mutating func beginSending() -> Bool {
        guard !isSending else { return false }
        isSending = true
        return true
    }

    /// Sets whether the client has stopped reading.
    mutating func setBlocked(_ isBlocked: Bool) {
        self.isBlocked = isBlocked
    }

    /// Delays further changes of a structure by the minimum interval between two reports.
    ///
    /// - Returns: the interval; nil without an interval, or while it runs.
    mutating func beginPause(of structureID: String) -> Duration? {
        guard intervals.least > .zero, let lane = index(of: structureID), !lanes[lane].isPausing else { return nil }
        lanes[lane].isPausing = true
        return intervals.least
    }

    mutating func endPause(of structureID: String) {
        if let lane = index(of: structureID) { lanes[lane].isPausing = false }
    }

    /// Drops a snapshot that was sent completely.
    mutating func snapshotEnded(_ structureID: String, _ cursor: SnapshotCursor) {
        guard let lane = index(of: structureID), lanes[lane].pending.snapshot === cursor else { return }
        lanes[lane].pending.snapshot = nil
    }

    /// Makes a heartbeat due after a silence.
    package mutating func tick(_ now: Duration, within next: Duration) {
        if hasSent { lastSent = max(lastSent, now - next) }
        hasSent = false
        if isOfHome, now + next - lastSent > intervals.most { isHeartbeatDue = true }
    }

    /// Ends the call at shutdown, once the messages that the client can take are sent.
    mutating func end() { isEnding = true }

    /// Stops sending if nothing is due, as ``next()`` would; false if something may be.
    mutating func rest() -> Bool {
        guard !isStartDue, !isCallerDue, !hasPreliminaries, !isMarkerDue, !isTargetGone, !isEnding, !isHeartbeatDue,
            !hasRemovals
        else {
            return false
        }
        for lane in lanes.indices where !lanes[lane].isAtRest { return false }
        for lane in lanes.indices { lanes[lane].trim() }
        isSending = false
        return true
    }

    /// The next step, in the order of the wire: start, resyncs, snapshots, marker, reports.
    mutating func next() -> Step {
        var step = isBlocked ? .rest : nextStep()
        if isEnding, case .rest = step { step = .end }
        switch step {
        case .rest, .finish, .end:
            isSending = false
            for lane in lanes.indices { lanes[lane].trim() }
        case .send: hasSent = true
        case .gather, .gatherEvents, .readLog: break
        }
        return step
    }

    private mutating func nextStep() -> Step {
        if isStartDue {
            isStartDue = false
            return .send(.started)
        }
        if isCallerDue {
            isCallerDue = false
            return .send(.caller)
        }
        if let step = nextPreliminary() { return step }
        if refilters > 0 { return .rest }
        if isMarkerDue {
            isMarkerDue = false
            return .send(.marker(takePositions(), events: lastEvents, update: updates))
        }
        if let step = nextReport() { return step }
        if isTargetGone { return .finish }
        if isHeartbeatDue {
            isHeartbeatDue = false
            return .send(.heartbeat(takePositions()))
        }
        return .rest
    }

    /// The next message before the marker.
    private mutating func nextPreliminary() -> Step? {
        guard hasPreliminaries else { return nil }
        for lane in lanes.indices {
            if let waiting = lanes[lane].pending.before.popFirst() {
                queuedBytes -= waiting.record.memorySize
                lanes[lane].missed.sent(waiting.record.events.last?.number)
                return .send(.report(waiting.record, waiting.view))
            }
            if let resync = lanes[lane].pending.resync.take() {
                return .send(.resync(structureID: lanes[lane].id, resync))
            }
            if let snapshot = lanes[lane].pending.snapshot {
                return .send(.snapshot(structureID: lanes[lane].id, snapshot))
            }
        }
        hasPreliminaries = false
        return nil
    }

    private mutating func nextReport() -> Step? {
        for lane in lanes.indices {
            if let step = lanes[lane].nextReport() {
                if case .send(.report(let record, _)) = step { queuedBytes -= record.memorySize }
                return step
            }
        }
        forgetRemoved()
        return nil
    }

    /// Drops the lanes of removed structures, once the client knows of the removal.
    private mutating func forgetRemoved() {
        guard hasRemovals else { return }
        for id in lanes.filter({ $0.isOver && $0.isAtRest }).map(\.id) { forget(id) }
        hasRemovals = lanes.contains { $0.isOver }
    }

    /// The positions up to which the client has everything, by structure. A position that was sent never goes back,
    /// even if there is more to come.
    private mutating func takePositions() -> [StructurePosition] {
        for lane in lanes.indices where lanes[lane].isIdle { lanes[lane].sent = lanes[lane].seen }
        return lanes.filter { !$0.isOver }.map(\.position).ordered(by: \.structureID)
    }

    /// The number of the last event that the client has, by structure.
    private var lastEvents: [(structureID: String, number: UInt64)] {
        lanes.filter { !$0.isOver }.map { ($0.id, $0.missed.last) }
            .ordered(by: \.structureID)
    }
}
