/// The storage of a home: everything that the hub and its access control ask of a store. It covers the home only; where
/// the data lies, and how it is opened, backed up, checked and repaired, is up to each implementation. ``HomeStore``
/// stores it in a file, with SQLite.
///
/// Guarantees of every implementation:
///
/// - **One user.** An open home cannot be opened a second time, by any process.
/// - **Transactions.** A ``StoreTransaction`` is stored completely or not at all: a call that throws has changed
///   nothing. Transactions are serial. Each call sees everything stored by calls that returned before it began.
/// - **Durability.** When ``commit(_:)-(StoreTransaction)`` returns, its changes and all earlier ones survive a crash
///   and a power failure; those of ``note(_:)`` survive a crash. A transaction in progress at a crash is afterwards
///   stored completely or not at all. An implementation that cannot know whether a transaction was stored closes
///   itself, and throws.
/// - **Runs.** Opening begins a run. ``StoredHome/epoch`` is 1 for a new home. It stays the same when the last run of
///   this home, and of no copy of it, ended with ``close(clean:)`` and true. Otherwise opening raises it and records
///   how far the former epoch was stored (``StoredHome/formerEpochs``). It also raises the number of each structure's
///   last event by ``StoredStructure/skippedEventNumbers``, and at least to 4,096 for each millisecond since 1970:
///   clients may have seen events that were never stored. It is above the numbers of runs that stored nothing, too.
/// - **Errors.** ``StoreError`` with code `closed` after the end, `diskFull` when there is no space, `damaged` when
///   stored data cannot be read, and `failed` for a change that does not fit the stored data and for everything else.
///   Opening also throws `inUse`, `notOurs` and `newerVersion`. After an error the store can still be used, unless it
///   is closed.
///
/// Implementations belong to this package: they create histories with `package` declarations. The store's tests take
/// the implementation as a parameter.
public protocol HomeStorage: Sendable {
    /// The free bytes on the disk; nil if unknown.
    nonisolated var room: Int? { get }

    /// Loads everything except access control, integrations, ignored things, app data, histories, the audit log and the
    /// log of reports.
    func load() async throws(StoreError) -> StoredHome

    /// Loads credentials, invitations and failed attempts.
    func loadAccess() async throws(StoreError) -> StoredAccess

    /// Loads the integrations with their settings and secrets, in the order in which they were added first. Includes the
    /// removed ones.
    func loadIntegrations() async throws(StoreError) -> [StoredIntegration]

    /// Loads the found things that people have ignored, in the order in which they were first ignored.
    func loadIgnoredThings() async throws(StoreError) -> [StoredIgnoredThing]

    /// Stores a transaction; it is durable when this returns.
    func commit(_ transaction: StoreTransaction) async throws(StoreError)

    /// Stores a large transaction like ``commit(_:)-(StoreTransaction)``. The store creates and stores it at low
    /// priority, so that it does not delay other work.
    func commit(making transaction: @Sendable () -> StoreTransaction) async throws(StoreError)

    /// Applies changes in order, or none, without waiting for the disk: they survive a crash, but maybe not a power
    /// failure. The next ``commit(_:)-(StoreTransaction)`` makes them durable as well.
    func note(_ changes: [StoreChange]) async throws(StoreError)

    /// Ends the run. Later calls throw `closed`, except that closing again does nothing.
    ///
    /// - Parameter clean: true if every change has been stored. The epoch then stays the same, so that clients can
    ///   resume.
    func close(clean: Bool) async throws(StoreError)

    /// The values that an app has stored for an object, by key.
    func appData(of objectID: String, app appID: String) async throws(StoreError) -> [String: String]

    /// The number of other apps that have stored values for an object.
    func appCount(at objectID: String, except appID: String) async throws(StoreError) -> Int

    /// Who wrote each value that an app has stored for an object, by key: the identity of a person, nil for the hub's
    /// owner, empty for values of earlier versions, which did not store it.
    func appDataWriters(of objectID: String, app appID: String) async throws(StoreError) -> [String: String?]

    /// The bytes that apps have stored for a structure and its objects: values, with app ids and keys. By object and
    /// writer, in ascending order.
    func appDataBytes(of structureID: String) async throws(StoreError) -> [StoredAppDataBytes]

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

    /// Loads reports of a structure that precede a sequence; there may be gaps between them.
    ///
    /// - Parameters:
    ///   - structureID: ID of the structure.
    ///   - sequence: the first batch contains the newest report before this one.
    ///   - bytes: batches are added until their reports have this size.
    /// - Returns: batches as they were stored, in descending order.
    func reports(
        of structureID: String, before sequence: UInt64, bytes: Int
    ) async throws(StoreError) -> [StoredReports]

    /// The end of a structure's reports that were observed before a time: every report with this sequence or a later
    /// one was observed at that time or later. Earlier sequences may belong to either.
    ///
    /// - Parameters:
    ///   - structureID: ID of the structure.
    ///   - time: since 1970.
    func endOfReports(of structureID: String, before time: Duration) async throws(StoreError) -> UInt64

    /// Reads a part of an attribute's history, as exactly as its columns need it and as the store still has it.
    ///
    /// - Returns: nil if the attribute has no history.
    func history(_ request: HistoryRequest) async throws(StoreError) -> HistoryRange?

    /// Reads the next values of an attribute's history, as far as they are still stored: those of at least an hour.
    ///
    /// - Parameters:
    ///   - key: the attribute.
    ///   - from: where to begin, in milliseconds since 1970; for the next part, ``HistoryPart/next``.
    ///   - until: where to end, exclusive.
    /// - Returns: nil if there are no more.
    func historyPart(_ key: HistoryKey, from: Int64, until: Int64) async throws(StoreError) -> HistoryPart?

    /// Lists the attributes of a device that have a history, by endpoint, trait and attribute.
    func historySeries(of deviceID: String) async throws(StoreError) -> [StoredSeries]

    /// Reads rows of the audit log, newest first.
    func audit(_ request: AuditRequest) async throws(StoreError) -> [StoredAudit]

    /// The runs of an automation, running and ended, newest first.
    ///
    /// - Parameters:
    ///   - last: only runs before this one; nil for the newest.
    ///   - limit: the most runs to return.
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
