public import HearthHomeState
internal import HearthRPC
public import HearthStore
public import HearthTraitCore
internal import HearthWire

/// Serves a home: the structures in its store and the devices of its providers, which callers read, update, command and
/// watch through Swift functions or gRPC services. Knows traits by their descriptors only.
///
/// Thread-safe. A structure's state is changed under a lock of its own that is never held while waiting. Reports and
/// saving follow after the lock is released.
///
/// The hub itself has no state: each of its objects has its own, and says what its locks guard.
public final class Hub: Sendable {
    /// What `HomeService.GetInfo` returns about a hub.
    public struct Information: Hashable, Sendable {
        /// Version of the program, for example "1.0".
        public var version: String
        /// Fingerprint of the built-in schemas. Clients built from the same schemas have the same one.
        public var schemaFingerprint: String

        /// Creates the information.
        public init(version: String, schemaFingerprint: String) {
            self.version = version
            self.schemaFingerprint = schemaFingerprint
        }
    }

    let environment: HubEnvironment
    let information: Information
    let traits: TraitTable
    package let directory: HomeDirectory
    let providers: ProviderRegistry
    let answers: IdempotentAnswers
    let saver: HomeSaver
    let notices: NoticeCenter
    private let absences: AbsenceWatch
    let audit: AuditRecorder
    let journal: HomeAudit
    let editor: HomeEditor
    let traitRegistry: TraitRegistry
    let registrar: DeviceRegistrar
    package let reader: HomeReader
    let calls: TraitCalls
    let watches: WatchCenter
    let automations: AutomationRunner
    let speech: SpeechDesk
    let cameras: CameraDesk
    let pictures: EventPictures
    let pictureWatches: PictureWatches
    let recorder: CameraRecorder
    let clips: ClipLibrary
    let people: HomePeople
    let formerExpiry: FormerDeviceExpiry
    let background = BackgroundExecutor()
    private let changes: HomeChanges

    /// Creates a hub; ``start()`` loads its store.
    ///
    /// - Parameters:
    ///   - store: where the home is stored.
    ///   - traits: the standard traits. The hub serves each of them.
    ///   - deviceTypes: names of device types in the texts of automations; other types appear as numbers.
    ///   - information: version and schema fingerprint to report.
    ///   - clock: the source of time.
    ///   - limits: limits and intervals.
    ///   - makeID: generates IDs of structures, rooms and watches.
    ///   - isTimeZone: whether the system knows a time zone of this well-formed name. By default all are known.
    ///   - notice: receives messages for a log, such as about a misbehaving provider or a full disk. Called on any
    ///     thread.
    public convenience init(
        store: any HomeStorage, traits: [TraitDescriptor], deviceTypes: [(id: UInt32, name: String)] = [],
        information: Information,
        clock: any HomeClock = SystemClock(),
        limits: HubLimits = HubLimits(), makeID: @escaping @Sendable () -> String = RandomID.make,
        isTimeZone: @escaping @Sendable (String) -> Bool = { _ in true },
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            store: store, media: nil, traits: traits, deviceTypes: deviceTypes, information: information, clock: clock,
            limits: limits, makeID: makeID, isTimeZone: isTimeZone, notice: notice)
    }

    /// Creates a hub that also keeps clips of its cameras.
    package init(
        store: any HomeStorage, media: HubMedia?, traits: [TraitDescriptor],
        deviceTypes: [(id: UInt32, name: String)] = [], information: Information, clock: any HomeClock = SystemClock(),
        limits: HubLimits = HubLimits(), makeID: @escaping @Sendable () -> String = RandomID.make,
        isTimeZone: @escaping @Sendable (String) -> Bool = { _ in true },
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let environment = HubEnvironment(
            store: store, clock: clock, limits: limits, makeID: makeID, notice: notice)
        let table = TraitTable(traits)
        let accesses = ReadAccesses(table)
        let viewers = ViewerBook(accesses, clock: clock)
        let appData = AppDataShares(environment)
        self.environment = environment
        self.information = information
        self.traits = table
        directory = HomeDirectory(
            clock: clock, traits: table, former: FormerDevices { appData.release($0, of: $1) }, makeID: makeID)
        providers = ProviderRegistry(limits: limits)
        answers = IdempotentAnswers(limits: limits)
        saver = HomeSaver(environment, directory: directory, providers: providers, answers: answers)
        notices = NoticeCenter(clock: clock)
        absences = AbsenceWatch(clock: clock, directory: directory)
        let cameraEvents = CameraEventCenter()
        changes = HomeChanges(
            clock: clock, saver: saver, notices: notices, absences: absences, appData: appData,
            former: directory.former, cameraEvents: cameraEvents)
        audit = AuditRecorder(store: store, clock: clock, notice: notice)
        journal = HomeAudit(environment, directory: directory, recorder: audit)
        editor = HomeEditor(
            environment, directory: directory, providers: providers, saver: saver, changes: changes,
            answers: answers, audit: audit, journal: journal, appData: appData, isTimeZone: isTimeZone)
        traitRegistry = TraitRegistry(
            environment, table: table, accesses: accesses, directory: directory, providers: providers, editor: editor)
        registrar = DeviceRegistrar(
            environment, directory: directory, providers: providers, saver: saver, changes: changes, editor: editor,
            traits: traitRegistry, notices: notices, background: background)
        reader = HomeReader(
            environment, directory: directory, saver: saver, accesses: accesses, viewers: viewers)
        pictureWatches = PictureWatches(environment, directory: directory)
        calls = TraitCalls(
            environment, directory: directory, saver: saver, accesses: accesses, audit: audit,
            pictureWatches: pictureWatches)
        watches = WatchCenter(
            environment, directory: directory, saver: saver, accesses: accesses, viewers: viewers)
        automations = AutomationRunner(
            environment, traits: table, deviceTypes: deviceTypes, directory: directory, saver: saver,
            changes: changes, editor: editor, calls: calls, background: background)
        speech = SpeechDesk(
            environment, directory: directory, accesses: accesses, calls: calls, automations: automations,
            audit: audit)
        cameras = CameraDesk(environment, directory: directory, audit: audit)
        pictures = EventPictures(environment, directory: directory, watches: pictureWatches)
        recorder = CameraRecorder(environment, directory: directory, saver: saver, media: media)
        clips = ClipLibrary(directory: directory, recorder: recorder, media: media, audit: audit)
        people = HomePeople(
            environment, directory: directory, saver: saver, changes: changes, editor: editor, watches: watches)
        formerExpiry = FormerDeviceExpiry(environment, directory: directory, saver: saver, edits: editor.edits)
        cameraEvents.observe { [pictures] in pictures.take($0) }
        cameraEvents.observe { [recorder] in recorder.take($0) }
        cameraEvents.observeChanges { [recorder] in recorder.wake($0) }
        cameraEvents.observeRemovals { [recorder] in recorder.removed($0, from: $1) }
    }

    var clock: any HomeClock { environment.clock }
    var limits: HubLimits { environment.limits }

    /// Identifies the hub for the life of its store. Empty before ``start()``.
    public var id: String { directory.hubID }

    // MARK: Start and end

    /// Loads the store, and creates a structure named "Home" in a new one. Devices are offline until their providers are
    /// attached.
    ///
    /// - Throws: ``HubError`` if the hub was started before; `StoreError` if the store can't be read.
    public func start() async throws {
        guard directory.begin() else {
            throw HubError(.failedPrecondition, "the hub was started before; make another")
        }
        let home = try await loadHome()
        for finding in home.findings { environment.notice(finding) }
        saver.begin(newest: home.states.map(\.observedAt).max())
        answers.load(home.answers, now: clock.now, sinceEpoch: clock.sinceEpoch)
        traitRegistry.load(home)
        let (cells, unreported) = try await loadCells(home)
        providers.load(owners: home.providers, runs: home.runs)
        directory.load(
            hubID: home.hubID, epoch: home.epoch, cells: cells, removedDevices: home.removedDevices,
            primaries: home.primaries)
        loadFormerDevices(home)
        await formerExpiry.begin()
        let restored = automations.load(home)
        // Reports edits that were stored but not reported, for clients that resume.
        let time = clock.sinceEpoch
        let unreportedOf = Dictionary(grouping: unreported, by: \.structureID)
        for cell in cells {
            let objects = unreportedOf[cell.id] ?? []
            let automations = restored[cell.id] ?? []
            guard !objects.isEmpty || !automations.isEmpty else { continue }
            changes.change(cell) { $0.announce(objects, automations: automations, .hub, at: time) }
        }
        for (id, entry) in directory.devices where !entry.isBridged {
            changes.apply(DeviceChange(deviceID: id, connectivity: .offline, cause: .hub), in: entry.cell)
        }
        absences.begin(changes)
        watches.followHours()
        await recorder.start()
    }

    /// The structures, and the objects whose edits were not reported: because of a crash, or because an earlier version
    /// stored them differently.
    private func loadCells(
        _ home: StoredHome
    ) async throws -> (cells: [StructureCell], unreported: [UnreportedObject]) {
        var loader = HomeLoader(traits: traits, limits: limits, clock: clock)
        let cells = loader.cells(of: home)
        for finding in loader.findings { environment.notice(finding) }
        let structures = cells.map { cell in cell.read { $0 } }
        let bridges = BridgeMigration(structures).changes
        let grants = GrantMigration(structures)
        var guests: [StoredPerson] = []
        if let request = grants.request {
            // A damaged log does not keep the hub from starting.
            let log = (try? await environment.store.audit(request)) ?? []
            guests = grants.timed(log, now: clock.sinceEpoch)
        }
        guard !bridges.isEmpty || !guests.isEmpty else { return (cells, home.unreported) }
        do throws(StoreError) {
            try await environment.store.commit(bridges + guests.map { .putPerson($0) })
        } catch {
            guard error.code == .diskFull, bridges.isEmpty else { throw error }
            // A full disk does not keep the hub from starting, either; the next start stores the times.
            environment.notice("since when guests have their grants is not stored: \(error.message)")
            var timed = home
            timed.people = home.people.map { person in
                guests.first { ($0.id, $0.structureID) == (person.id, person.structureID) } ?? person
            }
            return (loader.cells(of: timed), home.unreported)
        }
        let migrated = try await environment.store.load()
        return (loader.cells(of: migrated), migrated.unreported)
    }

    private func loadFormerDevices(_ home: StoredHome) {
        var loader = HomeLoader(traits: traits, limits: limits, clock: clock)
        directory.former.load(loader.formerDevices(of: home))
    }

    private func loadHome() async throws -> StoredHome {
        do {
            var home = try await environment.store.load()
            if home.structures.isEmpty, !home.hasHadStructures {
                let first = StoredStructure(id: environment.makeID(), name: "Home")
                let owner = editor.hubOwner(in: first.id)
                try await environment.store.commit([.putStructure(first), .putPerson(owner)])
                // Nothing to report: no client knew the home without its owner.
                try await environment.store.commit(
                    StoreTransaction(progress: [StructureProgress(structureID: first.id, sequence: 0, eventNumber: 0)]))
                home.structures = [first]
                home.people = [owner]
            }
            // Homes from versions without people lack an owner.
            let owned = Set(home.people.filter { $0.identity == Principal.hubOwner }.map(\.structureID))
            let missing = home.structures.filter { !owned.contains($0.id) }
            guard !missing.isEmpty else { return home }
            try await environment.store.commit(missing.map { .putPerson(editor.hubOwner(in: $0.id)) })
            return try await environment.store.load()
        } catch {
            _ = directory.end()
            throw error
        }
    }

    /// Shuts down cleanly: stops providers, ends watches with UNAVAILABLE, saves everything. Later calls fail.
    ///
    /// - Throws: `StoreError` if not everything could be saved. The next start then begins a new epoch.
    public func shutdown() async throws {
        let wasRunning = directory.end()
        let (subscriptions, ports) = wasRunning ? (watches.stop(), providers.ports) : ([], [])
        automations.stop()
        await cameras.stop()
        pictures.stop()
        await recorder.stop()
        formerExpiry.stop()
        absences.stop()
        // A provider's reports before the end of its call are taken and counted; later ones are neither.
        let remotes = Array(providers.remotes.values)
        for remote in remotes { remote.end(HubError.isEnding.rpcError) }
        for remote in remotes { await remote.waitUntilClosed() }
        for port in ports {
            port.close()
            await port.provider.stop()
        }
        // Watches end last: that devices go offline is reported, too, and clients with those reports resume exactly
        // there after the start.
        for subscription in subscriptions { subscription.end() }
        await audit.flush()
        let store = environment.store
        do {
            // In the edit queue, so that edits in progress are applied and saved first.
            try await editor.edits.run { try await saver.saveLast() }
        } catch {
            try? await store.close(clean: false)
            throw error
        }
        try await store.close(clean: true)
    }

    /// Stores everything unsaved, all or nothing. Durable when it returns.
    public func save() async throws(StoreError) { try await saver.save() }

    // MARK: Observers

    /// Registers a closure that is called with each notice of every structure once it is in the structure's list. It
    /// must return at once. Notices that are made at the same moment may come in either order; their IDs rise.
    public func onNotice(_ body: @escaping @Sendable (HubNotice) -> Void) { notices.observe(body) }

    /// Raises a notice about the hub itself in every structure, unless it is listed already; nil removes the one of its
    /// kind, as that is mended.
    func raise(_ notice: Notice?, of kind: Notice.Kind) {
        let time = clock.sinceEpoch
        let ended = Set([NoticeCondition(kind)].compactMap { $0 })
        for cell in directory.cells {
            changes.change(cell) { state in
                if let notice {
                    state.notify(notice, .hub, at: time)
                } else {
                    state.withdrawNotices(of: ended, at: time)
                }
            }
        }
    }

    /// The traits that the hub serves, in order of ID, each in the newest known revision.
    public var servedTraits: [TraitDescriptor] { traits.all }

    /// The picture of a camera at a path that `CameraService.ListPictures` has given to a caller; nil if there is none, or the caller
    /// may not watch the camera any more.
    package func cameraPicture(at path: String) -> [UInt8]? { pictures.jpeg(at: path) }

    /// Ends what callers with a credential may use without it. Called when it is revoked or expires.
    package func end(credential: String) { pictures.revoke(credential: credential) }

    /// Registers a closure that is called with each trait that is added or replaced by a newer revision. Closures are
    /// called in the order of registration.
    public func onNewTrait(_ body: @escaping @Sendable (TraitDescriptor) -> Void) {
        traitRegistry.observeAdded { for trait in $0 { body(trait) } }
    }

    /// Registers a closure that is called with each trait that is removed, as ``onNewTrait(_:)`` does for new ones.
    public func onRemovedTrait(_ body: @escaping @Sendable (TraitDescriptor) -> Void) {
        traitRegistry.observeRemoved(body)
    }

    /// Registers a closure that is called with the identity of a person who is not a member of any structure any more,
    /// once that is stored. It is not called for the hub's owner.
    public func onNoMembership(_ body: @escaping @Sendable (String) -> Void) { people.observeLeaving(body) }

    /// Sets the check with which the hub ends live views: whether the credential with an ID is neither revoked nor
    /// expired. It is called twice a second for each view, on any thread, and must answer from memory.
    public func checkCredentials(_ isValid: @escaping @Sendable (_ credential: String) -> Bool) {
        cameras.checkCredentials(isValid)
    }

    /// Whether a person is a member of a structure.
    public func isMember(_ identity: String) -> Bool { directory.isMember(identity) }
}
