internal import HearthSQL

/// The result of examining a store.
public struct StoreExamination: Sendable {
    /// The readable content of the store; nil if nothing is readable.
    public var home: StoredHome?
    /// The version of its schema; 0 if it could not be read.
    public var schemaVersion = 0
    /// The damage: sentences for people. Empty for a sound store.
    public var damage: [String] = []
    /// What the next start of a hub will report or do: sentences for people.
    public var remarks: [String] = []
}

extension HomeStore {
    /// The schema version that this program reads and writes.
    public static let schemaVersion = StoreSchema.current.version

    /// Reads all of a store that no hub has open, without changing it.
    ///
    /// - Throws: ``StoreError`` if it cannot be examined: code `inUse`, `notOurs`, `newerVersion`, `damaged` or
    ///   `failed`.
    public static func examine(_ path: String) async throws(StoreError) -> StoreExamination {
        try await BackupWorker.shared.run {
            try reading(path, isGuarded: true) { database in
                var examination = StoreExamination()
                examination.damage =
                    database.damage()
                    + ((try? database.schemaFindings(StoreSchema.current)) ?? ["its schema can't be read"])
                examination.schemaVersion = try database.version()
                if database.hadLog {
                    examination.remarks.append(
                        "the hub that used it last did not end cleanly; the next start recovers the changes in its log")
                }
                if !database.hasPageSums {
                    examination.remarks.append(
                        "its pages have no checksums, which reveal damage; the next start adds them if there is "
                            + "space for a copy of it in the folder for temporary files")
                }
                guard examination.schemaVersion == StoreSchema.current.version else {
                    examination.remarks.append(
                        "its schema is \(examination.schemaVersion); the next start makes a backup and migrates it "
                            + "to \(StoreSchema.current.version)")
                    return examination
                }
                examination.read(database)
                return examination
            }
        }
    }
}

extension StoreExamination {
    /// Reads table by table, so that an unreadable one does not hide the others.
    fileprivate mutating func read(_ database: Database) {
        var hub: (id: String, epoch: Int64)?
        rows("hub") {
            hub = try database.first("SELECT id, epoch FROM hub") { (try $0.text(0), try $0.int64(1)) }
        }
        var home = StoredHome(
            hubID: hub?.id ?? "", epoch: UInt64(clamping: hub?.epoch ?? 0), isContinuation: false)
        rows("structure") { home.structures = try HomeStore.structures(database) }
        rows("room") { home.rooms = try HomeStore.rooms(database) }
        rows("zone") { home.zones = try HomeStore.zones(database) }
        rows("service_group") { home.serviceGroups = try HomeStore.serviceGroups(database) }
        rows("device") {
            home.devices = try HomeStore.devices(database)
            home.formerDevices = try HomeStore.formerDevices(database)
        }
        rows("trait_state") { home.states = try HomeStore.states(database) }
        rows("memory") { home.memories = try HomeStore.memories(database) }
        rows("event") { home.events = try HomeStore.events(database) }
        rows("trait_schema") { home.schemas = try HomeStore.schemas(database) }
        rows("provider") { home.providers = try HomeStore.providers(database) }
        rows("provider_run") { home.runs = try HomeStore.runs(database) }
        rows("removed_device") { home.removedDevices = try HomeStore.removedDevices(database) }
        rows("report_batch") { _ = try HomeStore.newestReports(database) }
        rows("former_epoch") { home.formerEpochs = try HomeStore.formerEpochs(database) }
        rows("automation") { home.automations = try HomeStore.automations(database) }
        rows("automation_program") { home.formerPrograms = try HomeStore.formerPrograms(database) }
        rows("automation_run") { home.automationRuns = try HomeStore.livingRuns(database) }
        rows("automation_last_run") { home.lastAutomationRuns = try HomeStore.lastRuns(database) }
        rows("unreported") { home.unreported = try HomeStore.unreported(database) }
        rows("answer") { home.answers = try HomeStore.answers(database) }
        rows("person") { home.people = try HomeStore.people(database) }
        rows("primary_structure") { home.primaries = try HomeStore.primaries(database) }
        rows("credential") { _ = try HomeStore.credentials(database) }
        rows("invitation") { _ = try HomeStore.invitations(database) }
        rows("wrong_tries") { _ = try HomeStore.wrongTries(database) }
        rows("integration") { _ = try HomeStore.integrations(database) }
        rows("ignored_thing") { _ = try HomeStore.ignoredThings(database) }
        rows("audit") { _ = try HomeStore.audit(AuditRequest(limit: .max), in: database) }
        if hub == nil, !home.structures.isEmpty || !home.devices.isEmpty {
            damage.append("the row of the hub is missing; no hub can start with it")
        }
        self.home = home
    }

    private mutating func rows(_ table: String, _ read: () throws -> Void) {
        do {
            try read()
        } catch {
            let error = error as? SQLError
            damage.append(
                "table \(table) can't be read as a whole: \(error?.cause ?? error?.message ?? "it is damaged")")
        }
    }
}
