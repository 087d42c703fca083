internal import HearthBase
internal import HearthTraitCore
internal import HearthWire

// The caller's rights, which limit what a watch shows and change while it runs.
extension SubscriptionMachine {
    /// The watch's present view of a structure; nil if its caller may not see it.
    func resolved(in state: StructureState) -> WatchView? {
        guard let viewer else { return views.shared(view.resolved(in: state.devices)) }
        switch viewer.access(in: state) {
        case .none: return nil
        case .full(let rights):
            return views.shared(
                view.seen(with: viewer.book.accesses[rights], guest: nil).resolved(in: state.devices))
        case .guest(let grant):
            let access = viewer.book.accesses[StructureAccess.guest(grant).rights]
            guard case .trait(let path, _) = view.scope else {
                let scope = viewer.book.scope(of: grant, in: state)
                return views.shared(view.seen(with: access, guest: scope).resolved(in: state.devices))
            }
            let device = state.devices[path.target.deviceID]
            guard let device, StructureAccess.guest(grant).shows(device, in: state.id) else { return nil }
            return views.shared(view.seen(with: access, guest: nil))
        }
    }

    /// Adapts the watch to what its caller may see, which the next report or the time may have changed.
    ///
    /// - Parameter record: the change; nil if only time has passed.
    /// - Returns: whether there is something to send.
    @discardableResult
    mutating func regrant(_ state: StructureState, after record: ReportRecord? = nil) -> Bool {
        guard let viewer, !state.isRemoved else { return false }
        let lane = index(of: state.id)
        var isForced = false
        if let record {
            let effect = viewer.effect(of: record, in: state, on: lane.map { lanes[$0].view })
            guard effect != .none else { return false }
            isForced = effect == .loses
            if effect == .concernsCaller { isCallerDue = isOfHome }
        }
        guard view.passes(structure: state.id) else { return isCallerDue }
        guard let new = resolved(in: state) else {
            guard let lane, !lanes[lane].isOver else {
                isTargetGone = isTargetGone || !isOfHome
                return isCallerDue
            }
            isCallerDue = isOfHome
            hide(lane, state)
            return true
        }
        guard let lane else {
            guard isOfHome else { return false }
            isCallerDue = true
            join(state, isNew: false)
            isMarkerDue = true
            return true
        }
        guard lanes[lane].isOver || isForced || !new.isSeenAlike(lanes[lane].view) else { return isCallerDue }
        if record == nil || lanes[lane].isOver { isCallerDue = isOfHome }
        lanes[lane].isOver = false
        lanes[lane].isHidden = false
        startOver(lane, state, .rightsChanged)
        return true
    }

    /// Hides a structure from the caller, as if it were removed.
    mutating func hide(_ lane: LaneIndex, _ state: StructureState) {
        dropWaiting(lane, state)
        lanes[lane].isLagging = false
        lanes[lane].isOver = true
        lanes[lane].isHidden = true
        hasPreliminaries = true
        hasRemovals = true
        guard isOfHome else {
            isTargetGone = true
            return
        }
        let record = ReportRecord(
            position: state.position, cause: .hub, observedAt: viewer?.book.clock.sinceEpoch ?? .zero,
            objects: [.removedStructureID(state.id)])
        lanes[lane].pending.before.append(record, lanes[lane].view)
        queuedBytes += record.memorySize
    }

    /// Drops everything that waits, and earlier events: they were for other rights.
    mutating func dropWaiting(_ lane: LaneIndex, _ state: StructureState) {
        queuedBytes -= lanes[lane].bytes
        lanes[lane].pending = WatchLane.Pending()
        lanes[lane].missed = MissedEvents(after: nil, through: state.eventNumber, newest: state.eventNumber)
    }

    /// Sends the caller and its memberships again.
    package mutating func sendCaller() { isCallerDue = isOfHome }
}

extension WatchView {
    /// Whether another view has the same rights.
    fileprivate func isSeenAlike(_ other: WatchView) -> Bool { access == other.access && guest == other.guest }
}
