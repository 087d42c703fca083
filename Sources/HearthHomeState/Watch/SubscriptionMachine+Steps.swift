internal import HearthTraitCore

// The inputs and outputs of a subscription's machine.
extension SubscriptionMachine {
    enum Resync: Hashable, Sendable {
        case epochChanged, tooOld, overflow, unknownPosition, rightsChanged
    }

    /// A message to be sent.
    enum Output: Sendable {
        case started
        /// The caller and its memberships at the time of sending.
        case caller
        case resync(structureID: String, Resync)
        case snapshot(structureID: String, SnapshotCursor)
        /// The client's progress: positions, the last events by structure, and the number of filter changes.
        case marker([StructurePosition], events: [(structureID: String, number: UInt64)], update: UInt64)
        /// An event that the client missed.
        case event(EventChange, WatchView)
        /// The most events of a structure that the client may have missed for good; it has everything else up to the
        /// position.
        case eventsLost(UInt64, StructurePosition)
        case report(ReportRecord, WatchView)
        case heartbeat([StructurePosition])
    }

    /// The next thing to do.
    enum Step: Sendable {
        case send(Output)
        /// Pass the structure and its missed changes to ``gather(_:_:)``.
        case gather(structureID: String)
        /// Pass the structure to ``gatherEvents(_:)`` for events that the client missed.
        case gatherEvents(structureID: String)
        /// Pass the structure to ``readLog(_:notified:)``, and read from its log what is not in memory.
        case readLog(structureID: String)
        /// End the call: the watched trait is gone.
        case finish
        /// End the call: the hub shuts down.
        case end
        /// Nothing is due; sending has stopped.
        case rest
    }

    /// The next step of the replay of a structure's log.
    enum Replay: Hashable, Sendable {
        /// Continue with ``next()``.
        case continues
        /// Read the stored log after a sequence for ``take(_:of:after:)``.
        case reads(after: UInt64)
        /// Call ``continueReplay(of:)`` once watches have been notified of more reports.
        case waits
    }

    /// The result of offering a change.
    enum Offer: Sendable {
        /// There is nothing to send.
        case nothing
        /// Something waits to be sent: the change itself, or the catch-up report of a lagging watch.
        case waits(isLagging: Bool)
        /// The caller has to send it at once in this view; the machine counts as sending.
        case sends(WatchView)
    }

    /// The next reports of the log after a position.
    package enum Logged: Sendable {
        case isNotRead
        /// nil if the log no longer has them.
        case has(ReportBatch?)
    }
}
