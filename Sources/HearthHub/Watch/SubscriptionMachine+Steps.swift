internal import HearthTraitCore

// What a subscription is told, and what it says is to be done.
extension SubscriptionMachine {
    enum Resync: Hashable, Sendable {
        case epochChanged, tooOld, overflow, unknownPosition, rightsChanged
    }

    /// A message to be sent.
    enum Output: Sendable {
        case started
        /// Who the caller is, as it is when this is sent.
        case caller
        case resync(structureID: String, Resync)
        case snapshot(structureID: String, SnapshotCursor)
        /// How far the client has come: in changes, by structure in events, and in changes of the filter.
        case marker([StructurePosition], events: [(structureID: String, number: UInt64)], update: UInt64)
        /// An event that the client missed.
        case event(EventChange, WatchView)
        /// So many events of a structure, at most, the client has missed for good; it has everything up to the position.
        case eventsLost(UInt64, StructurePosition)
        case report(ReportRecord, WatchView)
        case heartbeat([StructurePosition])
    }

    /// What to do next.
    enum Step: Sendable {
        case send(Output)
        /// Hand the structure, and what changed in it since the watch is behind, to ``gather(_:_:)``.
        case gather(structureID: String)
        /// Look for events that the client missed in this structure, and hand them to ``gatherEvents(_:)``.
        case gatherEvents(structureID: String)
        /// Hand the structure to ``readLog(_:)``, and read on from its log what is not in memory.
        case readLog(structureID: String)
        /// End the call: what is watched is gone.
        case finish
        /// End the call: the hub ends.
        case end
        /// Nothing now. Whoever sends has stopped doing so.
        case rest
    }

    /// What becomes of a change that is offered.
    enum Offer: Sendable {
        /// There is nothing to send.
        case nothing
        /// Something waits to be sent: the change itself, or, if the watch is behind, the sum of what changes from this
        /// one on.
        case waits(isBehind: Bool)
        /// It is to be sent at once, as a view has it, by who offered it: that one has begun to send.
        case sends(WatchView)
    }

    /// The next reports of the log after a position.
    enum Logged: Sendable {
        case isNotRead
        /// nil when it has them no longer.
        case has(ReportBatch?)
    }
}
