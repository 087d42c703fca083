internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The protocol of a connection's watches: start, snapshot, reports, end, restart.
///
/// A value type: functions take events and return what to do. Time and randomness are passed in.
struct WatchMachine: Sendable {
    /// The effects of a message.
    struct Effects: Sendable {
        /// The changes for observers.
        var delta = HomeDelta()
        /// Elements for ``Home/changes()``.
        var changes: [HomeChange] = []
        /// Changes of the cache, for modules with their own objects.
        var steps: [ModelStep] = []
        /// The new limit of silence; nil to keep the current one.
        var silenceLimit: Duration?
    }

    /// The decision after the end of a watch.
    enum RetryDecision: Sendable {
        /// Retry after this time.
        case retry(after: Duration, Effects)
        /// Close the connection permanently.
        case close(HomeError)
    }

    /// The timeout for the first message of a watch, which has the hub's heartbeat interval.
    static let startLimit: Duration = .seconds(30)

    /// Short, because a home has few clients and people are looking at them.
    static let backoff = ExponentialBackoff(initial: .milliseconds(250), maximum: .seconds(5), spread: 0.5...1)

    private(set) var cache = HomeCache()
    private(set) var hubID: String?
    private var failures = 0
    private var hasBeenLive = false

    /// Starts a watch: returns its request.
    mutating func begin() -> Hearth_V1_WatchRequest {
        cache.watchBegins()
        return Hearth_V1_WatchRequest(
            resumeFrom: cache.resumePositions.map { Hearth_V1_Position($0) },
            eventsAfter: cache.lastEvents.ordered(by: \.key)
                .map { Hearth_V1_EventPosition(structureID: $0.key, number: $0.value) })
    }

    /// Compares the hub's ID with that of the previous watches.
    ///
    /// - Returns: an error if it is a different hub.
    mutating func identified(_ id: String) -> HomeError? {
        guard let hubID, hubID != id else {
            hubID = id
            return nil
        }
        return HomeError(
            .failedPrecondition,
            "another hub (\(id)) answers where \(hubID) was; connect again to use it")
    }

    /// Processes a message from the hub.
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
            effects.steps.append(.replaced)
            becomeLive(&effects)
        case .report(let report) where report.eventsLost > 0:
            let structureID = report.position?.structureID ?? ""
            cache.loseEvents(report.eventsLost, of: structureID)
            becomeLive(&effects)
            effects.changes.append(.eventsLost(structureID: structureID, count: Int(clamping: report.eventsLost)))
        case .report(let report):
            let whole = HomeReport(report)
            let report = cache.takeEvents(of: whole)
            if cache.takes(report), !report.isEmpty { effects.steps.append(.report(report)) }
            effects.delta = cache.apply(report)
            becomeLive(&effects)
            // A report with only known events is dropped.
            if whole.isEmpty || !report.isEmpty { effects.changes.append(.report(report)) }
        case .resync(let resync):
            cache.resync(resync.structureID)
            effects.changes.append(.resynced(structureID: resync.structureID))
        case .heartbeat(let heartbeat):
            cache.reach(heartbeat.positions.map { StructurePosition($0) })
            becomeLive(&effects)
        case .caller(let caller):
            cache.set(CachedCaller(caller))
            effects.delta.objects = true
            effects.steps.append(.caller)
        case nil:
            break
        }
        return effects
    }

    /// Marks the state as current unless a snapshot is incomplete.
    private mutating func becomeLive(_ effects: inout Effects) {
        guard !cache.isLive, !cache.isGathering else { return }
        failures = 0
        effects.delta.formUnion(cache.set(.current))
        effects.steps.append(.freshness)
        if hasBeenLive { effects.changes.append(.connectionRestored) }
        hasBeenLive = true
    }

    /// Handles the end of a watch.
    ///
    /// - Parameters:
    ///   - lastSign: when the hub last sent a message, in seconds since 1970.
    ///   - chance: from 0 to 1; spreads the reconnects of many clients.
    mutating func ended(_ error: HomeError, lastSign: Double, chance: Double) -> RetryDecision {
        switch error.code {
        case .permissionDenied, .unauthenticated, .unimplemented, .invalidArgument, .failedPrecondition:
            return .close(error)
        default: break
        }
        var effects = Effects()
        if cache.isLive {
            effects.delta = cache.set(.stale(since: lastSign))
            effects.steps.append(.freshness)
            effects.changes.append(.connectionLost(error))
        }
        let pause = Self.backoff.delay(after: failures, random: chance)
        failures += 1
        return .retry(after: pause, effects)
    }

    /// Marks the state as stale for good: no watch will follow.
    mutating func closed(lastSign: Double) {
        _ = cache.set(.stale(since: lastSign))
    }
}
