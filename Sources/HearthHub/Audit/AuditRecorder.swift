internal import HearthClips
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Makes the rows of the audit log, with a function for each action. An edit stores its row in its transaction;
/// commands and refusals are stored without waiting for the disk, and their repetitions are counted (``AuditFold``).
///
/// Its lock guards the counted repetitions and the rows of refusals that wait for the store. It is not held while the
/// store is used.
final class AuditRecorder: Sendable {
    private struct Folds {
        var commands = AuditFold()
        var refusals = AuditFold(mostRows: 30)
        var isScheduled = false
        /// Rows of refusals for ``writer``, which runs while there are any.
        var unwritten: [StoredAudit] = []
        var writer: Task<Void, Never>?
    }

    private let store: any HomeStorage
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void
    private let folds = Mutex(Folds())
    /// The delay of repetitions, which are stored once their minute is over.
    private static let delay = Duration.seconds(61)

    init(store: any HomeStorage, clock: any HomeClock, notice: @escaping @Sendable (String) -> Void) {
        self.store = store
        self.clock = clock
        self.notice = notice
    }

    // MARK: Edits

    /// The row for the removal of an object of the home.
    ///
    /// - Parameter kind: with its article, as "the room".
    func removal(of kind: String, _ name: String, id: String, in structureID: String, by actor: AuditActor)
        -> StoreChange
    {
        .addAudit(row(.removal, "removed \(kind) \(quoted(name))", actor, structureID, id))
    }

    /// The row for a new structure.
    func creation(ofStructure name: String, id: String, by actor: AuditActor) -> StoreChange {
        .addAudit(row(.structureCreated, "created the structure \(quoted(name))", actor, id, id))
    }

    /// The row for a change of an integration, which only the hub's owner may read.
    ///
    /// - Parameter what: what was done, as "removed the integration \"Plug\"".
    func change(ofIntegration id: String, _ what: String, by actor: AuditActor) -> StoreChange {
        .addAudit(row(.integration, what, actor, "", id))
    }

    /// The row for a person who becomes a member of a structure.
    ///
    /// - Parameter role: with its article, as "a guest".
    func addition(
        ofPerson name: String, id: String, as role: String, in structureID: String, by actor: AuditActor
    ) -> StoreChange {
        .addAudit(row(.personAdded, "\(quoted(name)) became \(role)", actor, structureID, id))
    }

    /// The row for a change of a person's name, role or grant.
    ///
    /// - Parameter change: what follows the person's name, as "is an administrator now".
    func change(
        ofPerson name: String, id: String, _ change: String, in structureID: String, by actor: AuditActor
    ) -> StoreChange {
        .addAudit(row(.personChanged, "\(quoted(name)) \(change)", actor, structureID, id))
    }

    /// The row for a person who leaves a structure, or is removed from it.
    func removal(ofPerson name: String, id: String, in structureID: String, by actor: AuditActor) -> StoreChange {
        let what = actor.personID == id ? "left" : "removed \(quoted(name))"
        return .addAudit(row(.personRemoved, what, actor, structureID, id))
    }

    // MARK: Counted actions

    /// Logs a command to a device with one of ``SensitiveTraits``.
    func command(
        _ command: String, to device: String, id: String, in structureID: String, by actor: AuditActor
    ) async {
        let row = row(.sensitiveCommand, "sent \(command) to \(quoted(device))", actor, structureID, id)
        let rows = folds.withLock { $0.commands.add(row) }
        scheduleRest()
        await store(rows)
    }

    /// Logs a write of attributes of one of ``SensitiveTraits``.
    ///
    /// - Parameter attributes: their names.
    func update(
        of attributes: String, on device: String, id: String, in structureID: String, by actor: AuditActor
    ) async {
        let row = row(.sensitiveCommand, "set \(attributes) of \(quoted(device))", actor, structureID, id)
        let rows = folds.withLock { $0.commands.add(row) }
        scheduleRest()
        await store(rows)
    }

    /// Logs a yes to the hub's question about something that guards the home.
    func agreement(
        to command: String, on device: String, id: String, in structureID: String, by actor: AuditActor
    ) async {
        let row = row(.sensitiveCommand, "said yes to \(command) \(quoted(device))", actor, structureID, id)
        let rows = folds.withLock { $0.commands.add(row) }
        scheduleRest()
        await store(rows)
    }

    /// Logs the beginning or the end of a live view.
    func watching(_ view: LiveView, begins: Bool) async {
        await store(view, begins ? "began to watch" : "stopped watching")
    }

    /// Logs that the client of a live view begins to talk through the camera, or stops.
    func talking(_ view: LiveView, begins: Bool) async {
        await store(view, begins ? "began to talk through" : "stopped talking through")
    }

    private func store(_ view: LiveView, _ what: String) async {
        let what = "\(what) \(quoted(view.deviceName))"
        let row = row(.sensitiveCommand, what, view.actor, view.structureID, view.target.deviceID)
        let rows = folds.withLock { $0.commands.add(row) }
        scheduleRest()
        await store(rows)
    }

    /// Logs that a clip was watched or deleted.
    func clip(_ verb: String, of device: String, _ camera: ClipCamera, by actor: AuditActor) async {
        let row = row(
            .sensitiveCommand, "\(verb) a clip of \(quoted(device))", actor, camera.structureID, camera.deviceID)
        let rows = folds.withLock { $0.commands.add(row) }
        scheduleRest()
        await store(rows)
    }

    /// Logs that the recording of a camera was switched on or off.
    func recording(of device: String, _ camera: ClipCamera, isOn: Bool, by actor: AuditActor) async {
        let what = "switched the recording of \(quoted(device)) \(isOn ? "on" : "off")"
        let row = row(.sensitiveCommand, what, actor, camera.structureID, camera.deviceID)
        let rows = folds.withLock { $0.commands.add(row) }
        scheduleRest()
        await store(rows)
    }

    /// Logs that a process is attached that gets the passwords of the hub's own cameras. Only the hub's owner may read it.
    func cameraOpener(_ providerID: String, by actor: AuditActor) async {
        let what = "started \(quoted(providerID)), which gets the passwords of the hub's cameras"
        let rows = folds.withLock { $0.commands.add(row(.sensitiveCommand, what, actor, "", providerID)) }
        scheduleRest()
        await store(rows)
    }

    /// Logs words that were carried out as commands.
    func words(_ words: String, in structureID: String, by actor: AuditActor) async {
        let row = row(.words, "said \(quoted(words))", actor, structureID, structureID)
        let rows = folds.withLock { $0.commands.add(row) }
        scheduleRest()
        await store(rows)
    }

    /// Logs a refusal for lack of a right. It is stored soon, without making the caller wait.
    ///
    /// - Parameter reason: the refusal's text.
    func refusal(_ reason: String, about id: String, in structureID: String, by actor: AuditActor) {
        let row = row(.refusal, "was refused: \(reason)", actor, structureID, id)
        folds.withLock { folds in
            folds.unwritten += folds.refusals.add(row)
            write(&folds)
        }
        scheduleRest()
    }

    /// Stores repetitions when their minute is over.
    private func scheduleRest() {
        let isFirst = folds.withLock { folds in
            defer { folds.isScheduled = true }
            return !folds.isScheduled
        }
        guard isFirst else { return }
        _ = clock.schedule(after: Self.delay) { [weak self] in await self?.storeDue() }
    }

    private func storeDue() async {
        let now = clock.sinceEpoch.components.seconds
        let rows = folds.withLock { folds in
            folds.isScheduled = false
            return folds.commands.takeDue(at: now) + folds.refusals.takeDue(at: now)
        }
        await store(rows)
    }

    /// Stores the counts so far: before the log is read, and at shutdown.
    func flush() async {
        let (rows, writer) = folds.withLock { folds in
            (folds.commands.takeAll() + folds.refusals.takeAll(), folds.writer)
        }
        // The writer may have taken rows already.
        await writer?.value
        await store(rows)
    }

    private func write(_ folds: inout Folds) {
        guard !folds.unwritten.isEmpty, folds.writer == nil else { return }
        folds.writer = Task {
            while let rows = takeUnwritten() { await store(rows) }
        }
    }

    /// Takes the rows to write. Returns nil without rows, and then the writer ends.
    private func takeUnwritten() -> [StoredAudit]? {
        folds.withLock { folds in
            defer { folds.unwritten = [] }
            if folds.unwritten.isEmpty { folds.writer = nil }
            return folds.unwritten.isEmpty ? nil : folds.unwritten
        }
    }

    private func store(_ rows: [StoredAudit]) async {
        guard !rows.isEmpty else { return }
        do throws(StoreError) {
            try await store.note(rows.map { .addAudit($0) })
        } catch {
            // The action succeeds anyway: a door has to open with a full disk, too.
            notice("the audit log lacks \(rows.count == 1 ? "a row" : "\(rows.count) rows"): \(error.message)")
        }
    }

    private func row(
        _ action: Hearth_V1_AuditEntry.Action, _ what: String, _ actor: AuditActor, _ structureID: String,
        _ objectID: String
    ) -> StoredAudit {
        StoredAudit(
            time: clock.sinceEpoch.components.seconds, action, actor: actor.name, personID: actor.personID,
            credentialID: actor.credentialID, structureID: structureID, objectID: objectID, what: what,
            address: actor.address)
    }
}
