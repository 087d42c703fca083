internal import HearthBase
internal import HearthTraitCore

// What a watch shows as the rights of its caller have it, which change while it runs.
extension SubscriptionMachine {
    /// The view of this watch of a structure as it is now; nil when its caller may not see what it is of.
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

    /// What the caller may see has perhaps changed: by a change of the structure that is told next, or as time passed.
    ///
    /// - Parameter record: the change; nil when it was none.
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

    /// To its caller the structure is gone.
    mutating func hide(_ lane: LaneIndex, _ state: StructureState) {
        dropWaiting(lane, state)
        lanes[lane].isBehind = false
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
            objects: [.removedStructure(state.id)])
        lanes[lane].pending.before.append(record, lanes[lane].view)
        queuedBytes += record.memorySize
    }

    /// Nothing of what waits is sent: it was for other rights. Nor are events from before.
    mutating func dropWaiting(_ lane: LaneIndex, _ state: StructureState) {
        queuedBytes -= lanes[lane].bytes
        lanes[lane].pending = WatchLane.Pending()
        lanes[lane].missed = MissedEvents(after: nil, through: state.eventNumber, newest: state.eventNumber)
    }

    /// The client is to be told who it is.
    mutating func tellCaller() { isCallerDue = isOfHome }
}

extension WatchView {
    /// Whether another view has the same rights.
    fileprivate func isSeenAlike(_ other: WatchView) -> Bool { access == other.access && guest == other.guest }
}
