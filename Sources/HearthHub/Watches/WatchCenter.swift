internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The running watches: begins them, changes their filters, makes heartbeats due, and adapts them to guests' hours.
///
/// `state` guards the list of watches and the ticker. The directory's and the clock's locks may be taken under
/// it, so that a watch and a new structure find each other once. `hours` guards the next check of guests' hours. It comes
/// before all other locks: `state`, the directory's, those of structures and their watches, and `wakes` of the automations.
final class WatchCenter: WatchedHome {
    private struct State {
        /// By id.
        var subscriptions: [String: Subscription] = [:]
        /// Makes heartbeats due; nil while there are no watches.
        var ticker: (any ScheduledAction)?
    }

    let clock: any HomeClock
    private let environment: HubEnvironment
    private let watchLimits: WatchLimits
    private let makeID: @Sendable () -> String
    private let notice: @Sendable (String) -> Void
    private let store: any HomeStorage
    private let directory: HomeDirectory
    private let saver: HomeSaver
    private let accesses: ReadAccesses
    private let viewers: ViewerBook
    /// The views of all watches, shared by equal ones.
    let views = SharedViews()
    private let snapshots: SnapshotShelf
    private let shares: WatchShares
    private let reads = LogReads()
    private let state = Mutex(State())
    /// The next check of guests' hours.
    private let hours = Mutex<(any ScheduledAction)?>(nil)

    init(
        _ environment: HubEnvironment, directory: HomeDirectory, saver: HomeSaver, accesses: ReadAccesses,
        viewers: ViewerBook
    ) {
        clock = environment.clock
        self.environment = environment
        watchLimits = WatchLimits(environment.limits)
        makeID = environment.makeID
        notice = environment.notice
        store = environment.store
        self.directory = directory
        self.saver = saver
        self.accesses = accesses
        self.viewers = viewers
        snapshots = SnapshotShelf(limits: environment.limits)
        shares = WatchShares(environment.limits)
    }

    private var limits: HubLimits { environment.limits }

    private var subscriptions: [Subscription] { state.withLock { Array($0.subscriptions.values) } }

    /// The number of running watches.
    var count: Int { state.withLock { $0.subscriptions.count } }

    /// The number of running watches that wait for a catch-up report, because they read more slowly than the home
    /// changes.
    var lagging: Int { subscriptions.count { $0.withMachine { $0.isLagging } } }

    /// Whether no heartbeats are scheduled.
    var isIdle: Bool { state.withLock { $0.ticker == nil } }

    /// The number of running watches that are counted.
    var taken: Int { shares.taken }

    /// The number of running watches that show a structure, without those of the hub's owner.
    func taken(in structureID: String) -> Int { shares.taken(in: structureID) }

    /// Enters a new structure, which all watches of the home show from then on.
    ///
    /// - Parameter enter: makes later watches find the structure.
    func add(_ cell: StructureCell, _ enter: () -> Void) {
        let subscriptions = state.withLock { state in
            enter()
            return Array(state.subscriptions.values)
        }
        for subscription in subscriptions where subscription.isOfHome {
            cell.add(subscription) { machine, state, _ in machine.join(state, isNew: true) }
            subscription.count(in: cell)
        }
    }

    /// Stops the ticker and the check of hours, once the hub has ended its run.
    ///
    /// - Returns: the watches, which end last.
    func stop() -> [Subscription] {
        hours.withLock { $0.take() }?.cancel()
        return state.withLock { state in
            state.ticker?.cancel()
            state.ticker = nil
            return Array(state.subscriptions.values)
        }
    }

    /// Starts a watch of the home that sends its messages to a stream.
    func watch(
        _ filter: Hearth_V1_WatchFilter, resumeFrom positions: [StructurePosition],
        eventsAfter numbers: [Hearth_V1_EventPosition] = [], intervals: WatchIntervals, principal: Principal,
        on stream: any FrameStream
    ) async throws(RPCError) {
        try filter.check(limits)
        guard positions.count <= limits.structures else {
            throw RPCError(
                .invalidArgument,
                "resume_from has \(positions.count) positions; a hub has at most \(limits.structures) structures")
        }
        guard numbers.count <= limits.structures else {
            throw RPCError(
                .invalidArgument,
                "events_after has \(numbers.count) entries; a hub has at most \(limits.structures) structures")
        }
        try checkSeesSomething(principal)
        let view = views.shared(WatchView(.home(WatchView.HomeFilter(filter)), access: accesses[principal.rights]))
        let known = Dictionary(positions.map { ($0.structureID, $0) }, uniquingKeysWith: { _, last in last })
        let shown = shown(by: view, to: principal)
        let subscription = try subscription(view, filter.exceptClientID, intervals, principal, stream, showing: shown)
        let cells = try register(subscription)
        let events = Dictionary(numbers.map { ($0.structureID, $0.number) }, uniquingKeysWith: { _, last in last })
        for cell in cells {
            guard let position = known[cell.id] else {
                await add(subscription, to: cell) { machine, state, _ in
                    machine.join(state, isNew: false, lastEvent: events[state.id])
                }
                continue
            }
            var log = SubscriptionMachine.Logged.isNotRead
            while true {
                var isDone = true
                await add(subscription, to: cell) { machine, state, missed in
                    isDone = machine.resume(
                        state, from: position, notified: missed.notifiedSequence, lastEvent: events[state.id], log: log)
                }
                guard !isDone else { break }
                log = .has(await reports(of: cell.id, after: position.sequence))
            }
        }
        subscription.withMachine { machine in
            for position in known.values { machine.resumeRemoved(position) }
        }
        for cell in cells { subscription.count(in: cell) }
        subscription.begin { [weak self] in self?.forget($0) }
        // The caller's last grant may have ended while the watch was being added.
        endIfBlind(subscription)
    }

    /// The most times that a new watch waits for held changes to be saved. After that it starts anyway, so that a lock
    /// in constant use does not keep it from starting.
    private static let mostWaits = 8

    /// Adds a watch to a structure, if possible when no changes are held that a crash could undo.
    private func add(
        _ subscription: Subscription, to cell: StructureCell,
        _ body: (inout SubscriptionMachine, StructureState, inout MissedChanges) -> Void
    ) async {
        for _ in 0..<Self.mostWaits {
            if cell.add(subscription, isHoldingAllowed: false, body) { return }
            // The error is ignored: a watch starts even while the disk is full.
            try? await saver.save()
        }
        cell.add(subscription, body)
    }

    /// Starts a watch of one trait.
    func watch(
        _ path: TraitPath, attributes: Set<UInt32>, principal: Principal, on stream: any FrameStream
    ) async throws(RPCError) {
        try directory.runningOrThrow()
        let found = try directory.locate(path, for: principal)
        let access = accesses[found.access.rights]
        let visible = access.visible(found.record.attributes, of: path.traitID)
        for id in attributes.ordered() { try found.checkReadable(id, visible: visible, by: Caller(principal)) }
        let view = views.shared(WatchView(.trait(path, attributes: attributes), access: access))
        let subscription = try subscription(
            view, "", WatchIntervals(most: limits.heartbeat), principal, stream, showing: [found.cell])
        _ = try register(subscription)
        await add(subscription, to: found.cell) { machine, state, _ in machine.join(state, isNew: false) }
        subscription.count(in: found.cell)
        subscription.begin { [weak self] in self?.forget($0) }
    }

    /// Changes the filter of one of the caller's running watches. Returns the number of this change, which the marker
    /// after the added state carries.
    func updateWatch(
        _ id: String, _ filter: Hearth_V1_WatchFilter, principal: Principal
    ) async throws(RPCError) -> UInt64 {
        try directory.runningOrThrow()
        try filter.check(limits)
        let (subscription, cells) = state.withLock { ($0.subscriptions[id], directory.cells) }
        guard let subscription, subscription.principal.id == principal.id,
            subscription.principal.person == principal.person, subscription.isOfHome
        else {
            throw RPCError(
                .notFound,
                "\(principal.id) has no watch with the id \(quoted(id)); the first message of a watch has its id")
        }
        let view = views.shared(
            WatchView(.home(WatchView.HomeFilter(filter)), access: accesses[subscription.principal.rights]))
        do throws(PoolRefusal) {
            try subscription.count(alsoIn: shown(by: view, to: principal).byID)
        } catch {
            throw Self.refusal(error)
        }
        subscription.withMachine { $0.setView(view, exceptClientID: filter.exceptClientID) }
        for cell in cells {
            await add(subscription, to: cell) { $0.refilter($1, &$2) }
            subscription.count(in: cell)
        }
        let update = subscription.withMachine { $0.refiltered() }
        subscription.send()
        return update
    }

    /// The structures that a watch of the home will show.
    private func shown(by view: WatchView, to principal: Principal) -> [StructureCell] {
        directory.cells(for: principal).filter { view.passes(structure: $0.id) }
    }

    private static func refusal(_ refusal: PoolRefusal) -> RPCError {
        RPCError(.resourceExhausted, refusal.sentence("watches", wayOut: "end one that is not needed"))
    }

    private func subscription(
        _ view: WatchView, _ exceptClientID: String, _ intervals: WatchIntervals, _ principal: Principal,
        _ stream: any FrameStream, showing structures: [StructureCell]
    ) throws(RPCError) -> Subscription {
        let share: WatchShares.Share
        do throws(PoolRefusal) {
            let seen = structures.isEmpty ? directory.cells(for: principal) : []
            share = try shares.begin(for: principal.poolHolder, showing: structures.byID, of: seen.byID)
        } catch {
            throw Self.refusal(error)
        }
        return Subscription(
            id: makeID(), principal: principal, share: share, stream: stream,
            machine: SubscriptionMachine(
                view: view, exceptClientID: exceptClientID, intervals: intervals, limits: limits, now: clock.now,
                shared: watchLimits, snapshots: snapshots, views: views, viewer: viewer(of: principal),
                sendsCaller: view.showsObjects),
            home: self, tick: intervals.most < limits.heartbeat ? intervals.most / 5 : nil)
    }

    /// Registers a subscription, which gets later structures by itself. Returns the present ones.
    private func register(_ subscription: Subscription) throws(RPCError) -> [StructureCell] {
        let (cells, isFirst) = try state.withLock { (state) throws(RPCError) -> ([StructureCell], Bool) in
            guard directory.isRunning else { throw HubError.isEnding.rpcError }
            state.subscriptions[subscription.id] = subscription
            return (directory.cells, state.ticker == nil)
        }
        if isFirst { tickLater() }
        if subscription.viewer != nil, hours.withLock({ $0 == nil }) { followHours() }
        return cells
    }

    private func forget(_ subscription: Subscription) {
        state.withLock { _ = $0.subscriptions.removeValue(forKey: subscription.id) }
        subscription.endShare()
    }

    /// The viewer whose membership decides what the caller's watches show; nil for a caller without a person and for
    /// the hub's owner.
    private func viewer(of principal: Principal) -> Viewer? {
        guard principal.person != nil, !principal.isHubOwner else { return nil }
        return Viewer(principal, viewers)
    }

    // MARK: Heartbeats

    private var tickInterval: Duration { limits.heartbeat / 5 }

    private func tickLater() {
        let ticker = clock.schedule(after: tickInterval) { [weak self] in self?.tick() }
        state.withLock { state in
            guard directory.isRunning else { return ticker.cancel() }
            state.ticker = ticker
        }
    }

    /// Makes heartbeats due. The ticker stops when there are no watches.
    private func tick() {
        let subscriptions = state.withLock { state in
            if state.subscriptions.isEmpty { state.ticker = nil }
            return Array(state.subscriptions.values)
        }
        snapshots.sweep(all: subscriptions.isEmpty)
        guard !subscriptions.isEmpty else { return }
        let now = clock.now
        for subscription in subscriptions {
            subscription.withMachine { $0.tick(now, within: tickInterval) }
            subscription.send()
        }
        tickLater()
    }

    // MARK: Callers

    func caller(_ principal: Principal) -> Hearth_V1_Caller { directory.caller(principal) }

    /// Sends people's present memberships to their watches.
    func notifyCallers(_ identities: Set<String>) {
        for subscription in watches(of: identities) {
            subscription.withMachine { $0.sendCaller() }
            subscription.send()
        }
    }

    private func watches(of identities: Set<String>) -> [Subscription] {
        subscriptions.filter { subscription in
            subscription.principal.identity.map { identities.contains($0) } ?? false
        }
    }

    /// - Throws: ``RPCError`` PERMISSION_DENIED for a person who sees no structure at the moment. The hub's owner sees
    ///   all structures, and may watch a hub that has none.
    private func checkSeesSomething(_ principal: Principal) throws(RPCError) {
        guard principal.person != nil, !principal.isHubOwner, directory.cells(for: principal).isEmpty else { return }
        throw blindness(of: principal)
    }

    /// Ends the watches of people who see no structure any more.
    func endBlindWatches() {
        for subscription in subscriptions { endIfBlind(subscription) }
    }

    private func endIfBlind(_ subscription: Subscription) {
        guard subscription.viewer != nil, directory.cells(for: subscription.principal).isEmpty else { return }
        subscription.finish(blindness(of: subscription.principal))
    }

    private func blindness(of principal: Principal) -> RPCError {
        let now = clock.sinceEpoch
        let identity = principal.identity
        // Computed outside the structures' locks.
        let grants = directory.cells.compactMap { cell in
            cell.read { state in identity.flatMap { state.member($0) }?.grant.map { (grant: $0, zone: state.timeZone) }
            }
        }
        let next = grants.compactMap { grant, zone in
            grant.next(after: now, in: zone).map { (time: $0, zone: zone) }
        }.min { $0.time < $1.time }
        let reason =
            next.map {
                "\(principal.subject) may not see the home until \(LocalMinute($0.time, in: $0.zone).name); watch again "
                    + "then"
            }
            ?? "\(principal.subject) may not see any structure (any more); ask an owner or administrator for an invitation"
        return RPCError(.permissionDenied, reason).adding(HomeKitDetail(.insufficientPrivileges))
    }

    // MARK: Guests' hours

    private static let minute = Duration.seconds(60)

    /// Schedules the next check of guests' hours: at the next full minute, or when a grant ends, if that is earlier.
    /// Nothing is scheduled unless a watch or an automation's author has a grant with hours or an end. The wait is at
    /// most a minute because the clock may be set.
    func followHours() {
        hours.withLock { hours in
            hours?.cancel()
            hours = nil
            // Checked under the lock: a watch that begins meanwhile finds that nothing is scheduled, and calls this
            // again.
            let isWatched = state.withLock { $0.subscriptions.values.contains { $0.viewer != nil } }
            let isOfUse = isWatched || directory.cells.contains { $0.automations { $0.hasTimedAuthors($1) } ?? false }
            guard isOfUse, directory.isRunning else { return }
            let ends = directory.cells.flatMap { cell in
                cell.read { state in state.hasTimedGrants ? state.people.compactMap(\.grant) : [] }
            }
            guard ends.contains(where: \.isTimed) else { return }
            let now = clock.sinceEpoch
            let untilMinute = Self.minute - .seconds(now.wholeSeconds % 60) - .subsecond(of: now)
            let untilEnd = ends.compactMap(\.until).filter { $0 > now }.map { $0 - now }.min()
            let delay = max(.milliseconds(1), min(untilMinute, untilEnd ?? untilMinute))
            hours = clock.schedule(after: delay) { [weak self] in self?.hoursPassed() }
        }
    }

    private func hoursPassed() {
        for cell in directory.cells where cell.read({ $0.hasTimedGrants }) {
            cell.regrant()
            cell.automations { $0.hoursPassed($1) }
        }
        endBlindWatches()
        followHours()
    }

    // MARK: The log

    /// Bytes of reports that are read from the store at a time.
    private static let readBytes = 64 << 10

    func readReports(
        of structureID: String, after sequence: UInt64, _ body: @escaping @Sendable (ReportBatch?) -> Void
    ) {
        Task { body(await reports(of: structureID, after: sequence)) }
    }

    private func reports(of structureID: String, after sequence: UInt64) async -> ReportBatch? {
        do {
            let read = reads.join(structureID, after: sequence) { [self] in try await stored(structureID, sequence) }
            if let batch = try await read.value { return batch }
            // The next report may not be saved yet. A read that others have begun may be older than this save.
            try await saver.save()
            return try await stored(structureID, sequence)
        } catch {
            notice("the log of reports can't be read, so a client gets the whole state again: \(error)")
            return nil
        }
    }

    private func stored(_ structureID: String, _ sequence: UInt64) async throws -> ReportBatch? {
        let cell = directory.structure(structureID)
        let forgotten = cell?.read { $0.forgottenReports } ?? 0
        let batch = ReportBatch(
            try await store.reports(of: structureID, after: sequence, bytes: Self.readBytes), after: sequence,
            directory.traits)
        // For further watches that resume from about there.
        if let batch { cell?.recall(batch.records, forgotten: forgotten) }
        return batch
    }
}

extension [StructureCell] {
    /// The households of these structures, by structure.
    fileprivate var byID: [String: Set<String>] {
        Dictionary(uniqueKeysWithValues: map { ($0.id, $0.households) })  // our bug: a structure twice
    }
}

extension Duration {
    fileprivate static func subsecond(of time: Duration) -> Duration {
        Duration(secondsComponent: 0, attosecondsComponent: time.wholeAndRest.attoseconds)
    }
}
