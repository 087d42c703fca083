internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

extension Hub {
    /// Starts a watch of the home that sends its messages to a stream.
    func watch(
        _ filter: Hearth_V1_WatchFilter, resumeFrom positions: [StructurePosition],
        eventsAfter numbers: [Hearth_V1_EventPosition] = [], intervals: WatchIntervals, principal: Principal,
        on stream: any FrameStream
    ) async throws(RPCError) {
        try check(filter)
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
        let view = views.shared(WatchView(.home(WatchView.HomeFilter(filter)), access: access(principal.rights)))
        let known = Dictionary(positions.map { ($0.structureID, $0) }, uniquingKeysWith: { _, last in last })
        let subscription = subscription(view, filter.exceptClientID, intervals, principal, stream)
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
                await add(subscription, to: cell) { machine, state, _ in
                    isDone = machine.resume(state, from: position, lastEvent: events[state.id], log: log)
                }
                guard !isDone else { break }
                log = .has(await reports(of: cell.id, after: position.sequence))
            }
        }
        subscription.withMachine { machine in
            for position in known.values { machine.resumeRemoved(position) }
        }
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
            try? await save()
        }
        cell.add(subscription, body)
    }

    /// Starts a watch of one trait.
    func watch(
        _ path: TraitPath, attributes: Set<UInt32>, principal: Principal, on stream: any FrameStream
    ) async throws(RPCError) {
        try runningOrThrow()
        let found = try locate(path, for: principal)
        let access = access(found.access.rights)
        let visible = access.visible(found.record.attributes, of: path.traitID)
        for id in attributes.ordered() { try found.checkReadable(id, visible: visible, by: Caller(principal)) }
        let view = views.shared(WatchView(.trait(path, attributes: attributes), access: access))
        let subscription = subscription(view, "", WatchIntervals(most: limits.heartbeat), principal, stream)
        _ = try register(subscription)
        await add(subscription, to: found.cell) { machine, state, _ in machine.join(state, isNew: false) }
        subscription.begin { [weak self] in self?.forget($0) }
    }

    /// Changes the filter of one of the caller's running watches. Returns the number of this change, which the marker
    /// after the added state carries.
    func updateWatch(
        _ id: String, _ filter: Hearth_V1_WatchFilter, principal: Principal
    ) async throws(RPCError) -> UInt64 {
        try runningOrThrow()
        try check(filter)
        let (subscription, cells) = catalog.withLock { ($0.subscriptions[id], $0.cells) }
        guard let subscription, subscription.principal.id == principal.id,
            subscription.principal.person == principal.person, subscription.isOfHome
        else {
            throw RPCError(
                .notFound,
                "\(principal.id) has no watch with the id \(quoted(id)); the first message of a watch has its id")
        }
        let view = views.shared(
            WatchView(.home(WatchView.HomeFilter(filter)), access: access(subscription.principal.rights)))
        subscription.withMachine { $0.setView(view, exceptClientID: filter.exceptClientID) }
        for cell in cells {
            await add(subscription, to: cell) { $0.refilter($1, &$2) }
        }
        let update = subscription.withMachine { $0.refiltered() }
        subscription.send()
        return update
    }

    /// Checks the size of a filter, which is kept with its watch and applied to each change.
    func check(_ filter: Hearth_V1_WatchFilter) throws(RPCError) {
        let lists = [
            ("structure_ids", filter.structureIDs.count), ("device_ids", filter.deviceIDs.count),
            ("trait_ids", filter.traitIDs.count), ("room_ids", filter.roomIDs.count),
            ("device_type_ids", filter.deviceTypeIDs.count),
            ("attributes", filter.attributes.reduce(0) { $0 + 1 + $1.attributeIDs.count }),
            ("events", filter.events.reduce(0) { $0 + 1 + $1.eventIDs.count }),
        ]
        for (name, count) in lists where count > limits.filterEntries {
            throw RPCError(
                .invalidArgument,
                "the filter's \(name) has \(count) entries, more than \(limits.filterEntries); leave it empty for all")
        }
        do throws(HubError) {
            try Caller.check(clientID: filter.exceptClientID)
        } catch {
            throw error.rpcError
        }
    }

    private func subscription(
        _ view: WatchView, _ exceptClientID: String, _ intervals: WatchIntervals, _ principal: Principal,
        _ stream: any FrameStream
    ) -> Subscription {
        Subscription(
            id: makeID(), principal: principal, stream: stream,
            machine: SubscriptionMachine(
                view: view, exceptClientID: exceptClientID, intervals: intervals, limits: limits, now: clock.now,
                shared: watchLimits, snapshots: snapshots, views: views, viewer: viewer(of: principal),
                tellsCaller: view.showsObjects),
            home: self, tick: intervals.most < limits.heartbeat ? intervals.most / 5 : nil)
    }

    /// Registers a subscription, which gets later structures by itself. Returns the present ones.
    private func register(_ subscription: Subscription) throws(RPCError) -> [StructureCell] {
        let holder = poolHolder(of: subscription.principal)
        do throws(PoolRefusal) {
            try watchPool.withLock { (pool) throws(PoolRefusal) in try pool.take(for: holder) }
        } catch {
            throw RPCError(.resourceExhausted, error.sentence("watches", wayOut: "end one that is not needed"))
        }
        let (cells, refusal, isFirst) = catalog.withLock { catalog -> ([StructureCell], RPCError?, Bool) in
            guard case .running = catalog.phase else { return ([], HubError.isEnding.rpcError, false) }
            catalog.subscriptions[subscription.id] = subscription
            return (catalog.cells, nil, catalog.ticker == nil)
        }
        if let refusal {
            watchPool.withLock { $0.giveBack(of: holder) }
            throw refusal
        }
        if isFirst { tickLater() }
        if subscription.viewer != nil, hours.withLock({ $0 == nil }) { followHours() }
        return cells
    }

    private func forget(_ subscription: Subscription) {
        guard catalog.withLock({ $0.subscriptions.removeValue(forKey: subscription.id) }) != nil else { return }
        watchPool.withLock { $0.giveBack(of: poolHolder(of: subscription.principal)) }
    }

    // MARK: Heartbeats

    private var tickInterval: Duration { limits.heartbeat / 5 }

    private func tickLater() {
        let ticker = clock.schedule(after: tickInterval) { [weak self] in self?.tick() }
        catalog.withLock { catalog in
            guard case .running = catalog.phase else { return ticker.cancel() }
            catalog.ticker = ticker
        }
    }

    /// Makes heartbeats due. The ticker stops when there are no watches.
    private func tick() {
        let subscriptions = catalog.withLock { catalog in
            if catalog.subscriptions.isEmpty { catalog.ticker = nil }
            return Array(catalog.subscriptions.values)
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
}
