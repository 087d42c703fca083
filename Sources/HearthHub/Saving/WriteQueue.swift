internal import HearthBase
internal import HearthStore

/// An edit that is stored first, then applied in memory.
struct StoreEdit: Sendable {
    /// The structure whose positions it uses; nil for none.
    let structureID: String?
    /// The changes to store, given the number of the structure's edits before it in the same transaction.
    let changes: @Sendable (_ before: Int) -> [StoreChange]
    /// The changes of access control to store.
    var access: [AccessChange] = []
    /// Applies the edit. Called before anything else is stored.
    let make: @Sendable () -> Void
}

/// Callers that wait for a commit. Those that arrive during a transaction share the next one (group commit).
struct WriteQueue {
    struct Entry {
        /// nil for a caller that only saves other changes.
        let edit: StoreEdit?
        let continuation: CheckedContinuation<StoreError?, Never>

        func end(_ failure: StoreError?) { continuation.resume(returning: failure) }
    }

    private var waiting: [Entry] = []
    private var isBusy = false

    /// Adds an entry. Returns whether no transaction is running, so that the caller has to run one.
    mutating func add(_ entry: Entry) -> Bool {
        waiting.append(entry)
        defer { isBusy = true }
        return !isBusy
    }

    /// Takes all waiting entries for the next transaction. Returns nil without entries; then no transaction is running.
    mutating func next() -> [Entry]? {
        isBusy = !waiting.isEmpty
        guard isBusy else { return nil }
        defer { waiting = [] }
        return waiting
    }
}
