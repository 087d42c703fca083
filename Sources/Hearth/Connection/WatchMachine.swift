internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The course of a connection's watches: begin, snapshot, reports, end, begin again.
///
/// A value: what happens goes in, what is to be done comes out. Time and chance are handed in.
struct WatchMachine: Sendable {
    /// What a message asks the connection to do.
    struct Effects: Sendable {
        /// Whose observers look again.
        var delta = HomeDelta()
        /// What the stream of changes carries.
        var changes: [HomeChange] = []
        /// How long the watch may be silent from now on.
        var silenceLimit: Duration?
    }

    /// What follows the end of a watch.
    enum Sequel: Sendable {
        /// Try again after this time.
        case retry(after: Duration, Effects)
        /// It is over for good.
        case close(HomeError)
    }

    private(set) var cache = HomeCache()
    private(set) var hubID: String?
    private var failures = 0
    private var hasBeenLive = false

    /// A watch begins: its request.
    mutating func begin() -> Hearth_V1_WatchRequest {
        cache.watchBegins()
        return Hearth_V1_WatchRequest(
            resumeFrom: cache.resumePositions.map { Hearth_V1_Position($0) },
            eventsAfter: cache.lastEvents.sorted { $0.key < $1.key }
                .map { Hearth_V1_EventPosition(structureID: $0.key, number: $0.value) })
    }

    /// The hub said who it is.
    ///
    /// - Returns: an error when it is not the hub of the watches before.
    mutating func identified(_ id: String) -> HomeError? {
        guard let hubID, hubID != id else {
            hubID = id
            return nil
        }
        return HomeError(
            .failedPrecondition,
            "another hub (\(id)) answers where \(hubID) was; connect anew to use it")
    }

    /// The hub sent a message.
    mutating func received(_ message: Hearth_V1_WatchResponse) -> Effects {
        var effects = Effects()
        switch message.content {
        case .started(let started):
            effects.silenceLimit = .seconds(2 * Int64(max(started.heartbeatSeconds, 1)))
        case .snapshot(let snapshot):
            cache.gather(SnapshotPart(snapshot))
        case .snapshotComplete(let marker):
            effects.delta = cache.snapshotCompleted(
                at: marker.positions.map { StructurePosition($0) },
                events: Dictionary(marker.events.map { ($0.structureID, $0.number) }, uniquingKeysWith: { $1 }))
            becomeLive(&effects)
        case .report(let report):
            let whole = HomeReport(report)
            let report = cache.takeEvents(of: whole)
            effects.delta = cache.apply(report)
            becomeLive(&effects)
            // One that held only events that are known is no news.
            if whole.isEmpty || !report.isEmpty { effects.changes.append(.report(report)) }
        case .resync(let resync):
            cache.resync(resync.structureID)
            effects.changes.append(.resynced(structureID: resync.structureID))
        case .heartbeat(let heartbeat):
            cache.reach(heartbeat.positions.map { StructurePosition($0) })
            becomeLive(&effects)
        case nil:
            break
        }
        return effects
    }

    /// What is shown is true again: nothing of a snapshot is still to come.
    private mutating func becomeLive(_ effects: inout Effects) {
        guard !cache.isLive, !cache.isGathering else { return }
        failures = 0
        effects.delta.formUnion(cache.setLive(true))
        if hasBeenLive { effects.changes.append(.connectionRestored) }
        hasBeenLive = true
    }

    /// A watch has ended. `chance` is a number from 0 to 1 that spreads the clients of a hub that went away.
    mutating func ended(_ error: HomeError, chance: Double) -> Sequel {
        switch error.code {
        case .permissionDenied, .unauthenticated, .unimplemented, .invalidArgument, .failedPrecondition:
            return .close(error)
        default: break
        }
        var effects = Effects()
        if cache.isLive {
            effects.delta = cache.setLive(false)
            effects.changes.append(.connectionLost(error))
        }
        let pause = Self.pause(after: failures, chance: chance)
        failures += 1
        return .retry(after: pause, effects)
    }

    /// There will be no other watch: nothing is known any more.
    mutating func closed() {
        _ = cache.setLive(false)
    }

    /// A quarter of a second, twice as long after each failure up to five seconds, and of that a part by chance: a
    /// home has few clients, and people look at them.
    static func pause(after failures: Int, chance: Double) -> Duration {
        let longest = min(0.25 * Double(1 << min(failures, 5)), 5)
        return .seconds(longest * (0.5 + 0.5 * min(max(chance, 0), 1)))
    }
}
