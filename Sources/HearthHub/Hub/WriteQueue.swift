internal import HearthBase
internal import HearthStore

/// An edit that is about to be made: stored first, then done in memory.
struct StoreEdit: Sendable {
    /// The structure whose positions it uses; nil for none.
    let structureID: String?
    /// What to store. It is given how many edits of the structure are stored before it in the same transaction.
    let changes: @Sendable (_ before: Int) -> [StoreChange]
    /// What to store of access control.
    var access: [AccessChange] = []
    /// Makes it. Called before anything else is stored.
    let make: @Sendable () -> Void
}

/// Those who wait until something is stored: who come while a transaction runs share the next one.
struct WriteQueue {
    struct Entry {
        /// nil for who only wants stored what has changed.
        let edit: StoreEdit?
        let continuation: CheckedContinuation<StoreError?, Never>

        func end(_ failure: StoreError?) { continuation.resume(returning: failure) }
    }

    private var waiting: [Entry] = []
    private var isBusy = false

    /// Returns whether nobody stores yet: then the caller begins.
    mutating func add(_ entry: Entry) -> Bool {
        waiting.append(entry)
        defer { isBusy = true }
        return !isBusy
    }

    /// All that wait; nil, and nobody stores any more, when none does.
    mutating func next() -> [Entry]? {
        isBusy = !waiting.isEmpty
        guard isBusy else { return nil }
        defer { waiting = [] }
        return waiting
    }
}
