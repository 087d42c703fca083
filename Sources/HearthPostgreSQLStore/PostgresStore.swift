internal import HearthBase
public import HearthEventLoop
internal import HearthPostgreSQL
public import HearthStore
public import HearthTraitCore

/// A home in a PostgreSQL database.
///
/// One call is under way at a time, on one connection. Each transaction goes out at once and ends with one Sync. After
/// the loss of a connection the store connects again; a call waits for that up to ``patience``.
public actor PostgresStore: HomeStorage {
    private let link: HomeLink
    private let start: HomeLink.Start
    private var isClosed = false
    private var isBusy = false
    private var waiting = FIFO<CheckedContinuation<Void, Never>>()
    private var historyProgress = HistoryProgress()

    /// How long a call waits for a server that does not answer.
    public static let patience: Duration = .seconds(10)

    private init(_ link: HomeLink, _ start: HomeLink.Start) {
        self.link = link
        self.start = start
    }

    /// Opens the home, creating it and the tables if needed, and begins a run.
    ///
    /// - Parameters:
    ///   - address: a connection URI (PostgreSQL documentation, 34.1.1.2).
    ///   - home: the home's number in the database.
    ///   - loop: the loop that serves the connections.
    ///   - now: the time since 1970-01-01 UTC; the number of a new epoch, unless that would be lower than the last.
    ///   - makeID: generates the hub's ID for a new home.
    /// - Throws: ``StoreError`` with code `inUse`, `notOurs`, `newerVersion`, `diskFull` or `failed`.
    public static func open(
        _ address: String, home: Int64 = 1, on loop: EventLoop, now: Duration = .zero,
        makeID: @Sendable () -> String = RandomID.make
    ) async throws(StoreError) -> PostgresStore {
        do {
            let link = HomeLink(try PostgresAddress(address), home: home, run: RandomID.make(), on: loop)
            return PostgresStore(link, try await link.begin(now: now, makeID: makeID))
        } catch {
            throw StoreError(postgres: error)
        }
    }

    // MARK: Turns

    private func takeTurn() async {
        if isBusy { return await withCheckedContinuation { waiting.append($0) } }
        isBusy = true
    }

    private func endTurn() {
        if let next = waiting.popFirst() { next.resume() } else { isBusy = false }
    }

    /// Runs a call alone.
    private func alone<Value: Sendable>(
        _ body: (isolated PostgresStore) async throws -> Value
    ) async throws(StoreError) -> Value {
        await takeTurn()
        defer { endTurn() }
        guard !isClosed else { throw StoreError(.closed, "the store is closed; start the hub again") }
        do {
            return try await body(self)
        } catch {
            isClosed = error is HomeLink.Ended
            throw Self.error(error)
        }
    }

    private static func error(_ error: any Error) -> StoreError {
        guard let end = error as? HomeLink.Ended else { return StoreError(postgres: error) }
        return StoreError(
            .closed, "the store has closed itself: \(end.reason.description); start the hub again", cause: end.reason)
    }

    private func read(_ statements: PostgresStatement...) async throws -> [PostgresRows] {
        try await link.read(statements)
    }

    /// The query of one result.
    private func query(_ text: String, _ values: PostgresValue...) async throws -> PostgresRows {
        try await link.read([PostgresStatement(text, [.integer(link.home)] + values)])[0]
    }

    // MARK: Writing

    public func commit(_ transaction: StoreTransaction) async throws(StoreError) {
        try await alone { store in
            var statements = HomeStatements(home: store.link.home)
            statements.add(transaction)
            let entries = transaction.history.entries
            let samples = entries.map { statements.put($0) }
            let results = try await store.link.store(statements, isDurable: true)
            guard !entries.isEmpty else { return }
            let added = results.map { results in samples.reduce(0) { $0 + results[$1].changed } } ?? samples.count
            if let due = store.historyProgress.add(added, at: transaction.history.now) {
                await store.packHistory(due, transaction.history)
            }
        }
    }

    public func note(_ changes: [StoreChange]) async throws(StoreError) {
        try await alone { store in
            var statements = HomeStatements(home: store.link.home)
            for change in changes { statements.put(change) }
            try await store.link.store(statements, isDurable: false)
        }
    }

    public func close(clean: Bool) async throws(StoreError) {
        await takeTurn()
        defer { endTurn() }
        guard !isClosed else { return }
        isClosed = true
        do {
            try await link.end(clean: clean)
        } catch {
            if clean { throw Self.error(error) }
        }
    }

    // MARK: Reading

    public func load() async throws(StoreError) -> StoredHome {
        try await alone { store in
            let rows = try await store.link.read(HomeRows.statements(home: store.link.home))
            return try HomeRows.home(in: rows, store.start)
        }
    }

    public func loadAccess() async throws(StoreError) -> StoredAccess {
        try await alone { store in
            try AccessRows.access(in: await store.link.read(AccessRows.statements(home: store.link.home)))
        }
    }

    public func loadIntegrations() async throws(StoreError) -> [StoredIntegration] {
        try await alone { store in
            try IntegrationRows.integrations(
                in: await store.link.read(IntegrationRows.statements(home: store.link.home)))
        }
    }

    public func loadIgnoredThings() async throws(StoreError) -> [StoredIgnoredThing] {
        try await alone { store in
            try await store.query(
                "SELECT key, kind, identity, name, maker, ignored_at FROM ignored_thing WHERE home = $1 ORDER BY number"
            ).map { row in
                StoredIgnoredThing(
                    key: try row.text(0), kind: try row.text(1), identity: try row.text(2), name: try row.text(3),
                    maker: try row.text(4), ignoredAt: .nanoseconds(try row.integer(5)))
            }
        }
    }

    public func appData(of objectID: String, app appID: String) async throws(StoreError) -> [String: String] {
        try await alone { store in
            let rows = try await store.query(
                "SELECT key, value FROM app_data WHERE home = $1 AND object_id = $2 AND app_id = $3", .raw(objectID),
                .raw(appID))
            return Dictionary(try rows.map { (try $0.text(0), try $0.text(1)) }) { $1 }
        }
    }

    public func appCount(at objectID: String, except appID: String) async throws(StoreError) -> Int {
        try await alone { store in
            let rows = try await store.query(
                """
                SELECT count(DISTINCT app_id) FROM app_data WHERE home = $1 AND object_id = $2 AND app_id <> $3
                """, .raw(objectID), .raw(appID))
            return Int(clamping: try rows.first?.integer(0) ?? 0)
        }
    }

    public func appDataWriters(of objectID: String, app appID: String) async throws(StoreError) -> [String: String?] {
        try await alone { store in
            let rows = try await store.query(
                "SELECT key, writer FROM app_data WHERE home = $1 AND object_id = $2 AND app_id = $3", .raw(objectID),
                .raw(appID))
            return Dictionary(try rows.map { (try $0.text(0), try $0.textOrNil(1)) }) { $1 }
        }
    }

    public func appDataBytes(of structureID: String) async throws(StoreError) -> [StoredAppDataBytes] {
        let tables = ["room", "device", "zone", "service_group", "automation"]
        let objects = tables.map { "SELECT id FROM \($0) WHERE home = $1 AND structure_id = $2" }
        return try await alone { store in
            try await store.query(
                """
                SELECT object_id, writer, sum(octet_length(app_id) + octet_length(key) + octet_length(value))::bigint
                FROM app_data WHERE home = $1 AND object_id IN (
                    SELECT convert_to(id, 'UTF8') FROM (SELECT $2 AS id UNION ALL \(objects.joined(separator: " UNION ALL ")))
                        AS objects)
                GROUP BY object_id, writer ORDER BY object_id, writer NULLS FIRST
                """, .text(structureID)
            ).map { row in
                StoredAppDataBytes(
                    objectID: try row.text(0), writer: try row.textOrNil(1), bytes: Int(clamping: try row.integer(2)))
            }
        }
    }

    public func reports(
        of structureID: String, after sequence: UInt64, bytes: Int
    ) async throws(StoreError) -> [StoredReports] {
        try await alone { store in
            var log = ReportPage(after: sequence, bytes: bytes)
            while let position = log.next {
                try log.take(
                    await store.query(
                        ReportPage.query("last > $3", by: "last"), .text(structureID), .integer(position),
                        .integer(Int64(log.room))))
            }
            return log.batches
        }
    }

    public func reports(
        of structureID: String, before sequence: UInt64, bytes: Int
    ) async throws(StoreError) -> [StoredReports] {
        try await alone { store in
            var log = ReportPage(before: sequence, bytes: bytes)
            while let position = log.next {
                try log.take(
                    await store.query(
                        ReportPage.query(
                            """
                            first < $3 AND last <= coalesce(
                                (SELECT min(last) FROM report_batch
                                    WHERE home = $1 AND structure = structure.number AND last >= $3), last)
                            """, by: "last DESC"), .text(structureID), .integer(position), .integer(Int64(log.room))))
            }
            return log.batches
        }
    }

    public func endOfReports(of structureID: String, before time: Duration) async throws(StoreError) -> UInt64 {
        try await alone { store in
            // A batch has the time of its last report, so the first batch after the time may have earlier reports too.
            let rows = try await store.query(
                """
                WITH log AS (SELECT number FROM structure WHERE home = $1 AND id = $2),
                known AS (
                    SELECT last FROM report_end WHERE home = $1 AND structure = (SELECT number FROM log) AND time < $3
                    ORDER BY time DESC LIMIT 1)
                SELECT coalesce(
                    (SELECT last FROM report_batch WHERE home = $1 AND structure = (SELECT number FROM log)
                        AND last > coalesce((SELECT last FROM known), -1) ORDER BY last LIMIT 1),
                    (SELECT last FROM known))
                """, .text(structureID), .integer(time.nanoseconds))
            return try rows.first?.integerOrNil(0).map { UInt64(clamping: $0) &+ 1 } ?? 0
        }
    }

    public func automationRuns(
        of automationID: String, before last: UInt64?, limit: Int
    ) async throws(StoreError) -> [StoredAutomationRun] {
        try await alone { store in
            try await store.query(
                """
                SELECT \(HomeRows.runColumns) FROM automation_run WHERE home = $1 AND automation_id = $2 AND id < $3
                ORDER BY id DESC LIMIT $4
                """, .text(automationID), .integer(Int64(clamping: last ?? .max)),
                .integer(Int64(clamping: max(0, limit)))
            ).map(HomeRows.run)
        }
    }

    public func audit(_ request: AuditRequest) async throws(StoreError) -> [StoredAudit] {
        guard request.limit > 0 else { return [] }
        let structures = request.structureIDs.map { $0.map { Array($0.utf8) } }
        return try await alone { store in
            try await store.query(
                """
                SELECT number, time, action, actor, person_id, credential_id, structure_id, object_id, what, address
                FROM audit WHERE home = $1 AND number < $2 AND time >= $3 AND ($4 OR structure_id = ANY ($5))
                ORDER BY number DESC LIMIT $6
                """, .integer(request.before), .integer(request.since), .truth(structures == nil),
                .blobs(structures ?? []), .integer(Int64(request.limit))
            ).map { row in
                StoredAudit(
                    number: try row.integer(0), time: try row.integer(1), action: try row.integer(2),
                    actor: try row.text(3), personID: try row.text(4), credentialID: try row.text(5),
                    structureID: try row.text(6), objectID: try row.text(7), what: try row.text(8),
                    address: try row.text(9))
            }
        }
    }

    // MARK: History

    public func history(_ request: HistoryRequest) async throws(StoreError) -> HistoryRange? {
        try await alone { store in
            let key = HistoryRows.parameters(of: request.key)
            let hours = request.valueHours
            let rows = try await store.read(
                PostgresStatement(
                    HistoryRows.holdings,
                    [.integer(store.link.home)] + key + [.integer(hours.lowerBound), .integer(hours.upperBound)]),
                PostgresStatement(HistoryRows.waiting, [.integer(store.link.home)] + key))
            guard let series = rows[0].first else { return nil }
            let number = try series.integer(0)
            let holdings = try HistoryRows.holdings(in: series, waiting: rows[1])
            guard let needs = holdings.needs(of: request) else { return nil }
            let summaries = needs.summaries ?? needs.values.lowerBound..<needs.values.lowerBound
            let blocks = try await store.query(
                HistoryRows.blocks, .integer(number), .integer(needs.before), .integer(needs.tier.rawValue),
                .integer(summaries.lowerBound), .integer(summaries.upperBound), .integer(needs.values.lowerBound),
                .integer(needs.values.upperBound))
            return holdings.answer(to: request, needs, try blocks.map(HistoryRows.block))
        }
    }

    public func historyPart(_ key: HistoryKey, from: Int64, until: Int64) async throws(StoreError) -> HistoryPart? {
        try await alone { store in
            let parameters = HistoryRows.parameters(of: key)
            let rows = try await store.read(
                PostgresStatement(
                    HistoryRows.firstValues,
                    [.integer(store.link.home)] + parameters + [.integer(from.floored(to: HistoryTier.hour))]),
                PostgresStatement(HistoryRows.waiting, [.integer(store.link.home)] + parameters))
            guard let series = rows[0].first else { return nil }
            let waiting = try rows[1].map(HistoryRows.sample)
            let first = try series.integerOrNil(1)
            guard let hour = HistoryPart.hour(from: from, until: until, first: first, waiting: waiting) else {
                return nil
            }
            let time = HistoryTier.time(from: hour, through: hour)
            let blocks = try await store.query(
                HistoryRows.blocks, .integer(try series.integer(0)), .integer(hour),
                .integer(HistoryTier.values.rawValue),
                .integer(hour), .integer(hour), .integer(time.lowerBound), .integer(time.upperBound)
            ).map(HistoryRows.block)
            return HistoryPart(
                hour: hour, from: from, until: until, values: blocks.filter { $0.tier == .values },
                last: blocks.last { $0.tier == .hours }, waiting: waiting)
        }
    }

    public func historySeries(of deviceID: String) async throws(StoreError) -> [StoredSeries] {
        try await alone { store in
            try await store.query(HistoryRows.series, .text(deviceID)).map { row in
                try HistoryRows.storedSeries(row, of: deviceID)
            }
        }
    }

    /// Packs the samples of past hours, once an hour, and removes old blocks. If that fails, the next save tries again,
    /// as what the save itself has stored stays stored.
    private func packHistory(_ due: HistoryProgress.Due, _ batch: HistoryBatch) async {
        if let rest = try? await HistoryKeeper(link: link).pack(due, batch) { historyProgress.pack(due, rest: rest) }
    }
}
