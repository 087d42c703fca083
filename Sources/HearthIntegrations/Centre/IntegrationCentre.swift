package import HearthEntities
internal import HearthHomeState
package import HearthHub
package import HearthStore
package import HearthTraitCore
internal import HearthWire

/// The integrations of a hub: what was added, what was found, and the work between them. It starts and stops the
/// integrations' providers while the hub runs, and stores every change.
package actor IntegrationCentre {
    /// Makes the provider of a link's devices; the text is the beginning of their IDs.
    package typealias MakeProvider = @Sendable (any EntityLink, String) -> EntityProvider

    /// The most integrations of a hub.
    package static let mostIntegrations = 500
    /// The most bytes of a link's memory.
    static let mostMemoryBytes = 64 << 10

    let hub: Hub
    let store: any HomeStorage
    let clock: any HomeClock
    nonisolated let kinds: [any IntegrationKind]
    private let makeProvider: MakeProvider
    let notice: @Sendable (String) -> Void
    let edits = EditTurns()
    /// In the order in which they were added.
    var added: [AddedIntegration] = []
    /// The removed ones, whose IDs are used again when the same thing is added again.
    var former = FormerIntegrations()
    var nearby = NearbyThings()
    /// The things that people have hidden from those that are found.
    var ignored = IgnoredThings()
    /// Forgets the next thing that is not seen again.
    var expiry: (any ScheduledAction)?
    /// The next check of the removed integrations.
    var formerExpiry: (any ScheduledAction)?
    var openNetworks = OpenNetworks()
    private nonisolated let feed = ChangeFeed()
    private var additions: [UInt64: Addition] = [:]
    private var lastAddition: UInt64 = 0
    private var lastRun: UInt64 = 0
    private(set) var isStopped = false

    /// Creates a centre; ``start()`` loads and starts what was added.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of integrations, with different IDs.
    ///   - makeProvider: makes providers of links.
    ///   - notice: receives messages for a log.
    package init(
        hub: Hub, store: any HomeStorage, kinds: [any IntegrationKind], clock: any HomeClock = SystemClock(),
        makeProvider: @escaping MakeProvider, notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.hub = hub
        self.store = store
        self.kinds = kinds.sorted { $0.title < $1.title }
        self.clock = clock
        self.makeProvider = makeProvider
        self.notice = notice
    }

    // MARK: Start and end

    /// Loads the integrations and starts all of them side by side. Returns without waiting for their connections.
    package func start() async throws(StoreError) {
        let stored = try await store.loadIntegrations()
        added = stored.filter { $0.removedAt == nil }.map { AddedIntegration(stored: $0, since: clock.sinceEpoch) }
        former = FormerIntegrations(stored.filter { $0.removedAt != nil })
        ignored = IgnoredThings(try await store.loadIgnoredThings())
        await removeOrphans()
        await forgetFormer()
        for integration in added { begin(integration.stored.id) }
    }

    /// Removes devices whose integration is gone: the hub crashed between the removal of both. Also forgets those that
    /// were removed before the integration, if that is to be forgotten.
    private func removeOrphans() async {
        let present = hub.integrationDevices()
        let known = Set(added.map(\.stored.id))
        for id in hub.integrationsWithDevices.subtracting(known).sorted() {
            let isForgotten = !former.has(id)
            guard isForgotten || present[id] != nil else { continue }
            do {
                let prefix = AddedIntegration.idPrefix(id)
                let gone = try await hub.removeDevices(
                    ofIntegration: id, idPrefix: prefix, forgetting: isForgotten)
                guard !gone.isEmpty else { continue }
                notice("removed \(gone.count) devices of the integration \(id), which was removed before")
            } catch {
                notice("the devices of the removed integration \(id) are still there: \(error)")
            }
        }
    }

    /// Cancels additions and stops all integrations. Their devices go offline.
    package func stop() async {
        isStopped = true
        let open = Array(additions.values)
        for addition in open { addition.take(.cancel) }
        for addition in open { await addition.waitUntilEnded() }
        expiry?.cancel()
        formerExpiry?.cancel()
        feed.end()
        let runs = added.compactMap { integration in
            integration.run.map { (run: $0, isOpen: openNetworks[integration.stored.id] > 0) }
        }
        await withDiscardingTaskGroup { group in
            for (run, isOpen) in runs { group.addTask { await run.stop(closesNetwork: isOpen) } }
        }
    }

    // MARK: Runs

    nonisolated func kind(_ id: String) -> (any IntegrationKind)? { kinds.first { $0.id == id } }

    /// Starts an integration if it has all that it needs.
    ///
    /// - Parameters:
    ///   - attached: called once the hub has its provider.
    ///   - described: called with the number of devices that are described.
    ///   - failed: called when an attempt fails.
    func begin(
        _ id: String, attached: @escaping @Sendable () -> Void = {},
        described: @escaping @Sendable (Int) -> Void = { _ in },
        failed: @escaping @Sendable (LinkHealth) -> Void = { _ in }
    ) {
        guard !isStopped, let index = added.firstIndex(where: { $0.stored.id == id }) else { return }
        let integration = added[index]
        guard let kind = kind(integration.stored.kind) else {
            let reason = "this hub has no integration of the kind \(quoted(integration.stored.kind))"
            return set(.needsAttention(reason: reason, wayOut: "update the hub, or remove the integration"), at: index)
        }
        if let missing = integration.settings.lostSecret(of: kind) {
            return set(.needsAttention(reason: missing.lossReason, wayOut: "give it again, or delete it"), at: index)
        }
        let settings: IntegrationSettings
        do throws(HubError) {
            settings = try integration.settings.checked(for: kind)
        } catch {
            return set(.needsAttention(reason: error.message, wayOut: "change its settings"), at: index)
        }
        lastRun += 1
        let number = lastRun
        added[index].runNumber = number
        let (makeProvider, prefix, structure) = (makeProvider, integration.idPrefix, integration.stored.structureID)
        let identity = integration.stored.identity
        let observer = ObservedLink.Observer(
            health: { [weak self] in
                failed($0)
                await self?.note($0, of: id, run: number)
            },
            devices: { [weak self] in
                described($0)
                self?.noteChange()
            },
            memory: { [weak self] in await self?.memory(of: id) ?? [] },
            remember: { [weak self] in await self?.remember($0, of: id, run: number) })
        let run = IntegrationRun(
            IntegrationRun.Parts(
                id: id, structureID: structure.isEmpty ? nil : structure,
                make: { () throws(IntegrationFailure) in
                    let link = ObservedLink(link: try kind.makeLink(settings, identity: identity), observer: observer)
                    return (link, makeProvider(link, prefix))
                },
                finding: { [weak self] in await self?.follow($0, of: id, run: number) },
                attached: { [weak self] in
                    await self?.noteAttached(id, run: number)
                    attached()
                },
                failed: { [weak self] in
                    failed($0)
                    await self?.note($0, of: id, run: number)
                }), hub: hub, clock: clock)
        added[index].run = run
        set(.connecting, at: index)
        run.start()
    }

    /// Stops an integration's run; its devices go offline.
    ///
    /// - Parameter withdrawing: whether its link first takes back what it has left at the ecosystem.
    func end(_ id: String, withdrawing: Bool = false) async {
        guard let index = added.firstIndex(where: { $0.stored.id == id }) else { return }
        let run = added[index].run
        added[index].run = nil
        lastRun += 1
        added[index].runNumber = lastRun
        let integration = added[index]
        // Afterwards nothing says what joins, and nothing closes the network.
        let hadLink = await run?.stop(withdrawing: withdrawing, closesNetwork: openNetworks[id] > 0) ?? false
        if withdrawing, !hadLink, !integration.isUnclaimed { await withdraw(integration) }
    }

    /// Takes back what an integration without a link has left at the ecosystem: an addition that ends early changes the
    /// other end before there is a link, and a hub that ends makes none.
    private func withdraw(_ integration: AddedIntegration) async {
        guard let kind = kind(integration.stored.kind), integration.settings.lostSecret(of: kind) == nil,
            let settings = try? integration.settings.checked(for: kind),
            let link = try? kind.makeLink(settings, identity: integration.stored.identity)
        else { return }
        let observed = ObservedLink(
            link: link, observer: ObservedLink.Observer(health: { _ in }, devices: { _ in }))
        await observed.withdraw()
        await observed.stop()
    }

    private func note(_ health: LinkHealth, of id: String, run: UInt64) {
        guard let index = added.firstIndex(where: { $0.stored.id == id }), added[index].runNumber == run else { return }
        set(health, at: index)
    }

    /// A link that never says how it is counts as online once it has started.
    private func noteAttached(_ id: String, run: UInt64) {
        guard let index = added.firstIndex(where: { $0.stored.id == id }), added[index].runNumber == run,
            added[index].health == .connecting
        else { return noteChange() }
        set(.online, at: index)
    }

    private func memory(of id: String) -> [UInt8] { added.first { $0.stored.id == id }?.stored.memory ?? [] }

    /// Stores a link's memory. Not in turn with edits: an edit that ends the run waits for the link, which waits here.
    private func remember(_ memory: [UInt8], of id: String, run: UInt64) async {
        guard let index = added.firstIndex(where: { $0.stored.id == id }), added[index].runNumber == run else { return }
        let name = added[index].stored.name
        guard memory.count <= Self.mostMemoryBytes else {
            return notice(
                "the integration \(quoted(name)) has \(memory.count) bytes to remember, more than "
                    + "\(Self.mostMemoryBytes); after a restart it starts without them")
        }
        guard memory != added[index].stored.memory else { return }
        added[index].stored.memory = memory
        do throws(HubError) {
            try await commit([.remember(id: id, memory)])
        } catch {
            notice("what the integration \(quoted(name)) has to remember could not be stored: \(error)")
        }
    }

    private func set(_ health: LinkHealth, at index: Int) {
        let health = health.redacted(by: added[index].settings)
        let isNew = health != added[index].linkHealth
        added[index].linkHealth = health
        tell(at: index, isOfLink: isNew)
        follow(at: index)
    }

    /// Tells people of an integration's health if that has changed.
    ///
    /// - Parameter isOfLink: whether the link has said something new. What announcements change is in the log once a
    ///   minute, as any machine in the network can send any number of them.
    func tell(at index: Int, isOfLink: Bool = false) {
        let integration = added[index]
        let health = integration.linkHealth.naming(newAddresses(at: index).first, of: integration.stored.id)
        guard health != integration.health else { return }
        if !health.isSameState(as: integration.health) { added[index].since = clock.sinceEpoch }
        added[index].health = health
        let pause = Self.announcementPause
        if case .needsAttention(let reason, let wayOut) = health,
            isOfLink || integration.noticedAt.map({ clock.now >= $0 + pause }) ?? true
        {
            added[index].noticedAt = clock.now
            notice("the integration \(quoted(integration.stored.name)) needs attention: \(reason); \(wayOut)")
        }
        noteChange()
    }

    // MARK: Changes of the list

    func append(_ integration: StoredIntegration) {
        added.append(AddedIntegration(stored: integration, since: clock.sinceEpoch))
        tellFinders()
        noteChange()
    }

    func replace(_ integration: StoredIntegration) {
        guard let index = added.firstIndex(where: { $0.stored.id == integration.id }) else { return }
        // The link may have remembered something since the change began.
        let memory = added[index].stored.memory
        added[index].stored = integration
        added[index].stored.memory = memory
        noteChange()
    }

    func drop(_ id: String) {
        guard let index = added.firstIndex(where: { $0.stored.id == id }) else { return }
        let stored = added.remove(at: index).stored
        nearby.inbox.countRemoval(kind: stored.kind, identity: stored.identity)
        loseFindings(of: id)
        tellFinders()
        noteChange()
    }

    // MARK: Watching

    /// The kind and the settings of the integration that a provider belongs to; nil for other providers. For a kind that
    /// must know which devices come from the same place.
    package func settings(ofProvider id: String) -> (kind: String, settings: IntegrationSettings)? {
        guard let id = ProviderID.integration(in: id) else { return nil }
        return added.first { $0.stored.id == id }.map { ($0.stored.kind, $0.settings) }
    }

    /// The ID and the name of the integration of a kind with an identity; nil for none. For a kind whose links act by the
    /// integration's name.
    package func integration(ofKind kind: String, identity: String) -> (id: String, name: String)? {
        added.first { $0.stored.kind == kind && $0.stored.identity == identity }.map { ($0.stored.id, $0.stored.name) }
    }

    /// The IDs of an integration's devices.
    func deviceIDs(of id: String) -> [String] { hub.integrationDevices()[id] ?? [] }

    /// Whether people removed every device, so the inbox offers the bridge or broker as new.
    func isEmptied(_ integration: AddedIntegration) -> Bool {
        deviceIDs(of: integration.stored.id).isEmpty && hub.hasRemovedDevice(idPrefix: integration.idPrefix)
    }

    /// The integrations by what identifies the things that they have. Not those whose things the inbox offers as new, and
    /// not those that nothing identifies.
    ///
    /// - Parameter devices: the IDs of the devices of each integration that has some.
    func owners(_ devices: [String: [String]]) -> [IntegrationIdentity: AddedIntegration] {
        let owners = added.filter {
            !$0.stored.identity.isEmpty && (devices[$0.stored.id] != nil || !isEmptied($0))
        }
        return Dictionary(
            owners.map { (IntegrationIdentity(kind: $0.stored.kind, identity: $0.stored.identity), $0) }
        ) { first, _ in first }
    }

    /// The integrations and found things as messages.
    func snapshot() -> IntegrationsSnapshot {
        let devices = hub.integrationDevices()
        let integrations = added.map { integration in
            integration.message(
                kind: kind(integration.stored.kind), deviceCount: devices[integration.stored.id]?.count ?? 0)
        }
        let owners = owners(devices)
        let things = nearby.inbox.all.filter { !ignored.has($0.thing.key) }
        let found = things.map { entry in
            entry.message(addedAs: owners[entry.thing.integrationIdentity]?.stored.id)
        }
        let removals = Dictionary(
            things.lazy.filter { $0.removals > 0 }.map { ($0.thing.key, $0.removals) }
        ) { first, _ in first }
        return IntegrationsSnapshot(
            integrations: integrations, found: found, removals: removals,
            ignored: ignored.all.map { Hearth_V1_IgnoredDevice($0) })
    }

    /// Yields whenever ``snapshot()`` may have changed, several changes at once as one.
    nonisolated func changes() -> AsyncStream<Void> { feed.changes() }

    nonisolated func noteChange() { feed.note() }

    // MARK: Additions in progress

    func enter(_ addition: Addition) -> UInt64 {
        lastAddition += 1
        additions[lastAddition] = addition
        return lastAddition
    }

    func leave(_ number: UInt64) { additions[number] = nil }
}

extension LinkHealth {
    /// Whether both are the same state, maybe for different reasons.
    fileprivate func isSameState(as other: LinkHealth) -> Bool {
        switch (self, other) {
        case (.connecting, .connecting), (.online, .online), (.offline, .offline), (.needsAttention, .needsAttention):
            true
        default: false
        }
    }

    /// The same state in words without secrets.
    func redacted(by settings: IntegrationSettings) -> LinkHealth {
        switch self {
        case .connecting, .online: self
        case .offline(let reason): .offline(reason: settings.redacted(reason))
        case .needsAttention(let reason, let wayOut):
            .needsAttention(reason: settings.redacted(reason), wayOut: settings.redacted(wayOut))
        }
    }
}
