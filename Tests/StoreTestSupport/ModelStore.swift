package import HearthStore
internal import Synchronization

/// The storage of a ``ModelStore``'s home.
package final class ModelPlace: HomePlace {
    private struct Content {
        /// nil without a home.
        var home: ModelHome?
        var isOpen = false
        /// Whether the last run stored everything at its end.
        var isClean = true
    }

    private let content: Mutex<Content>

    /// A place without a home.
    package convenience init() { self.init(nil, isClean: true) }

    private init(_ home: ModelHome?, isClean: Bool) {
        content = Mutex(Content(home: home, isClean: isClean))
    }

    package func open(
        now: Duration, makeID: @escaping @Sendable () -> String
    ) async throws(StoreError) -> any HomeStorage {
        let (home, isContinuation) = try content.withLock { content throws(StoreError) in
            guard !content.isOpen else { throw StoreError(.inUse, "the model is open already; close it") }
            var home = content.home ?? ModelHome(hubID: makeID())
            let isContinuation = content.isClean
            if !isContinuation { home.beginEpoch(now) }
            content = Content(home: home, isOpen: true, isClean: false)
            return (home, isContinuation)
        }
        return ModelStore(home, isContinuation: isContinuation, at: self)
    }

    package func killed() async throws -> any HomePlace { ModelPlace(content.withLock { $0.home }, isClean: false) }

    func keep(_ home: ModelHome) { content.withLock { $0.home = home } }

    func close(clean: Bool) {
        content.withLock { content in
            content.isOpen = false
            content.isClean = clean
        }
    }
}

/// The contents of a ``HomeStorage``, in the simplest way: a home is a value, and a transaction changes a copy of it,
/// which replaces it. It knows no files or tables, and uses only the public and package API of HearthStore.
actor ModelStore: HomeStorage {
    private var home: ModelHome?
    private let isContinuation: Bool
    private let place: ModelPlace

    init(_ home: ModelHome, isContinuation: Bool, at place: ModelPlace) {
        self.home = home
        self.isContinuation = isContinuation
        self.place = place
    }

    private func opened() throws(StoreError) -> ModelHome {
        guard let home else { throw StoreError(.closed, "the model is closed; open it again") }
        return home
    }

    private func change(_ body: (inout ModelHome) throws(StoreError) -> Void) throws(StoreError) {
        var copy = try opened()
        try body(&copy)
        home = copy
        place.keep(copy)
    }

    func load() throws(StoreError) -> StoredHome { try opened().stored(isContinuation: isContinuation) }

    func loadAccess() throws(StoreError) -> StoredAccess {
        let home = try opened()
        var stored = home.access.stored
        stored.hubID = home.hubID
        return stored
    }

    func loadIntegrations() throws(StoreError) -> [StoredIntegration] { try opened().integrations.all }

    func loadIgnoredThings() throws(StoreError) -> [StoredIgnoredThing] { try opened().integrations.ignored }

    func commit(_ transaction: StoreTransaction) throws(StoreError) {
        try change { home throws(StoreError) in try home.apply(transaction) }
    }

    func note(_ changes: [StoreChange]) throws(StoreError) {
        try change { home throws(StoreError) in for change in changes { try home.apply(change) } }
    }

    func close(clean: Bool) {
        guard home != nil else { return }
        home = nil
        place.close(clean: clean)
    }

    func appData(of objectID: String, app appID: String) throws(StoreError) -> [String: String] {
        try opened().appData[objectID]?[appID]?.mapValues(\.value) ?? [:]
    }

    func appCount(at objectID: String, except appID: String) throws(StoreError) -> Int {
        try opened().appData[objectID, default: [:]].count { $0.key != appID && !$0.value.isEmpty }
    }

    func appDataWriters(of objectID: String, app appID: String) throws(StoreError) -> [String: String?] {
        try opened().appData[objectID]?[appID]?.mapValues(\.writer) ?? [:]
    }

    func appDataBytes(of structureID: String) throws(StoreError) -> [StoredAppDataBytes] {
        let home = try opened()
        let objects = home.objects(of: structureID)
        return home.appData.filter { objects.contains($0.key) }.flatMap { object, apps in
            var bytes: [String?: Int] = [:]
            for (app, values) in apps {
                for (key, entry) in values {
                    bytes[entry.writer, default: 0] += app.utf8.count + key.utf8.count + entry.value.utf8.count
                }
            }
            return bytes.map { StoredAppDataBytes(objectID: object, writer: $0, bytes: $1) }
        }
        // As SQL sorts: no writer comes before any.
        .sorted { ($0.objectID, $0.writer.map { "1\($0)" } ?? "") < ($1.objectID, $1.writer.map { "1\($0)" } ?? "") }
    }

    func reports(
        of structureID: String, after sequence: UInt64, bytes: Int
    ) throws(StoreError) -> [StoredReports] {
        var batches: [StoredReports] = []
        for batch in try opened().reports[structureID] ?? [] where batch.last > sequence {
            guard batches.last.map({ $0.last + 1 == batch.first }) ?? (batch.first <= sequence &+ 1) else { break }
            batches.append(batch)
            guard batches.size < bytes else { break }
        }
        return batches
    }

    func reports(
        of structureID: String, before sequence: UInt64, bytes: Int
    ) throws(StoreError) -> [StoredReports] {
        var batches: [StoredReports] = []
        for batch in try opened().reports[structureID, default: []].reversed() where batch.first < sequence {
            batches.append(batch)
            guard batches.size < bytes else { break }
        }
        return batches
    }

    func endOfReports(of structureID: String, before time: Duration) throws(StoreError) -> UInt64 {
        let batches = try opened().reports[structureID, default: []]
        let known = batches.lastIndex { $0.time < time }
        let next = known.map { $0 + 1 } ?? 0
        let end = next < batches.count ? batches[next] : known.map { batches[$0] }
        return end.map { $0.last + 1 } ?? 0
    }

    func automationRuns(
        of automationID: String, before last: UInt64?, limit: Int
    ) throws(StoreError) -> [StoredAutomationRun] {
        try opened().automationRuns(of: automationID, before: last ?? .max, limit)
    }

    func history(_ request: HistoryRequest) throws(StoreError) -> HistoryRange? {
        try opened().histories.range(request)
    }

    func historyPart(_ key: HistoryKey, from: Int64, until: Int64) throws(StoreError) -> HistoryPart? {
        try opened().histories.part(key, from: from, until: until)
    }

    func historySeries(of deviceID: String) throws(StoreError) -> [StoredSeries] {
        try opened().histories.series(of: deviceID)
    }

    func audit(_ request: AuditRequest) throws(StoreError) -> [StoredAudit] { try opened().audit.rows(request) }
}

extension [StoredReports] {
    /// Bytes of the reports.
    var size: Int { reduce(0) { $0 + $1.reports.reduce(0) { $0 + $1.count } } }
}
