/// Where a home is kept: all that the hub and its access control ask of a store. It speaks of the home only; where the
/// data lies, how it is opened, backed up, checked and mended is each implementation's own. ``HomeStore`` keeps it in a
/// file, with SQLite.
///
/// What every implementation holds:
///
/// - **One user.** A home that is open can't be opened a second time, whatever process tries.
/// - **Transactions.** All of a ``StoreTransaction`` is stored, or nothing of it: a call that throws has changed nothing.
///   They follow one another. Each call sees all that was stored by calls that returned before it began.
/// - **Durability.** What ``commit(_:)-(StoreTransaction)`` stored outlives the process and a power failure from the
///   moment it returns, and with it everything that was stored before; what ``note(_:)`` stored outlives the process. A
///   transaction that neither returned nor threw when the process was killed is there as a whole afterwards, or not at
///   all. An implementation that can't know whether a transaction was stored closes itself, and throws.
/// - **Runs.** Opening begins one. ``StoredHome/epoch`` is 1 for a new home, and stays the same when the last run of this
///   home, and of no copy of it, ended with ``close(clean:)`` and true. Otherwise opening raises it, notes up to where
///   the former one was stored (``StoredHome/formerEpochs``), and raises the number of each structure's last event by
///   ``StoredStructure/skippedEventNumbers``, and at least to 4,096 for each millisecond since 1970: clients may have seen
///   events that were never stored, also of runs of which nothing could be stored.
/// - **Errors.** ``StoreError`` with code `closed` after the end, `diskFull` when there is no room, `damaged` when what
///   was stored can't be read, and `failed` for a change that does not fit to what is there and for all else. Opening
///   throws `inUse`, `notOurs` and `newerVersion` as well. After an error the store goes on, unless it is closed.
///
/// An implementation belongs to this package: it makes histories with what is `package` here. The store's tests take
/// it as a parameter.
public protocol HomeStorage: Sendable {
    /// How many bytes the disk has room for; nil where nothing says it.
    nonisolated var room: Int? { get }

    /// Loads everything but access control, app data, histories, the audit log and all but the newest reports.
    func load() async throws(StoreError) -> StoredHome

    /// Loads credentials, invitations and failed attempts.
    func loadAccess() async throws(StoreError) -> StoredAccess

    /// Stores a transaction; it is durable when this returns.
    func commit(_ transaction: StoreTransaction) async throws(StoreError)

    /// Stores a transaction of many rows, as ``commit(_:)-(StoreTransaction)`` does. The store makes it, and stores it,
    /// where that keeps nobody else waiting.
    func commit(making transaction: @Sendable () -> StoreTransaction) async throws(StoreError)

    /// Applies changes in order, or none, and does not wait for the disk: a kill of the process doesn't undo them, but a
    /// power failure may. The next ``commit(_:)-(StoreTransaction)`` makes them durable as well.
    func note(_ changes: [StoreChange]) async throws(StoreError)

    /// Ends the run. Later calls throw `closed`; only closing again does nothing.
    ///
    /// - Parameter clean: true if every change has been stored. The epoch then stays the same, so that clients can
    ///   resume.
    func close(clean: Bool) async throws(StoreError)

    /// The values that an app has stored for an object, by key.
    func appData(of objectID: String, app appID: String) async throws(StoreError) -> [String: String]

    /// How many other apps have stored values for an object.
    func appCount(at objectID: String, except appID: String) async throws(StoreError) -> Int

    /// How many bytes apps have stored for a structure and the objects in it: values, with the apps' IDs and the keys.
    func appDataBytes(of structureID: String) async throws(StoreError) -> Int

    /// Loads reports of a structure that follow a sequence, without gaps between them.
    ///
    /// - Parameters:
    ///   - structureID: ID of the structure.
    ///   - sequence: the first batch contains the report after this one.
    ///   - bytes: batches are added until their reports have this size.
    /// - Returns: batches as they were stored, in ascending order; none if the log does not contain the next report.
    func reports(
        of structureID: String, after sequence: UInt64, bytes: Int
    ) async throws(StoreError) -> [StoredReports]

    /// Loads reports of a structure that precede a sequence, whether without gaps between them or not.
    ///
    /// - Parameters:
    ///   - structureID: ID of the structure.
    ///   - sequence: the first batch contains the newest report before this one.
    ///   - bytes: batches are added until their reports have this size.
    /// - Returns: batches as they were stored, in descending order.
    func reports(
        of structureID: String, before sequence: UInt64, bytes: Int
    ) async throws(StoreError) -> [StoredReports]

    /// Reads a part of an attribute's history, as exactly as its columns need it and the store has it.
    ///
    /// - Returns: nil if the attribute has no history.
    func history(_ request: HistoryRequest) async throws(StoreError) -> HistoryRange?

    /// Reads the next values of an attribute's history, so far as they are held: those of an hour or more.
    ///
    /// - Parameters:
    ///   - key: the attribute.
    ///   - from: where to begin, in milliseconds since 1970; of a later part, ``HistoryPart/next``.
    ///   - until: where to end; not part of it.
    /// - Returns: nil if there are no more.
    func historyPart(_ key: HistoryKey, from: Int64, until: Int64) async throws(StoreError) -> HistoryPart?

    /// Lists the attributes of a device that have changed, by endpoint, trait and attribute.
    func historySeries(of deviceID: String) async throws(StoreError) -> [StoredSeries]

    /// Reads rows of the audit log, newest first.
    func audit(_ request: AuditRequest) async throws(StoreError) -> [StoredAudit]

    /// Runs of an automation, living and ended, newest first.
    ///
    /// - Parameters:
    ///   - last: only runs before this one; nil for the newest.
    ///   - limit: at most so many.
    func automationRuns(
        of automationID: String, before last: UInt64?, limit: Int
    ) async throws(StoreError) -> [StoredAutomationRun]
}

extension HomeStorage {
    public nonisolated var room: Int? { nil }

    public func commit(making transaction: @Sendable () -> StoreTransaction) async throws(StoreError) {
        try await commit(transaction())
    }

    /// Stores changes of the home in a transaction of their own; they are durable when this returns.
    public func commit(_ changes: [StoreChange]) async throws(StoreError) {
        try await commit(StoreTransaction(changes))
    }
}
