internal import HearthBase
internal import HearthStore

/// Counts the bytes of app data in a structure by the person who wrote them; each person has a share.
struct AppDataBytes {
    /// What an edit of an object's data changes: the bytes that it stores, and those that it replaces or removes.
    struct Change {
        let objectID: String
        /// Who makes the edit. The hub's owner, whose holder is nil, has no share.
        let holder: String?
        let stored: Int
        /// By the person who wrote them.
        let released: [String?: Int]

        /// Whether the holder has more bytes afterwards.
        var isGrowth: Bool { stored > released[holder] ?? 0 }
    }

    private var pool: SharedPool<String>
    /// Bytes with each object, by holder.
    private var ofObjects: [String: [String?: Int]] = [:]

    /// - Parameter stored: what the store has.
    init(_ limits: PoolLimits, stored: [StoredAppDataBytes]) {
        pool = SharedPool(limits)
        for entry in stored { add(entry.bytes, with: entry.objectID, for: entry.writer) }
    }

    /// Why an edit is refused; nil if it is allowed.
    func refusal(of change: Change) -> PoolRefusal? {
        guard change.isGrowth else { return nil }
        var rest = self
        rest.release(change)
        return rest.pool.refusal(of: change.stored, for: change.holder)
    }

    /// Counts an edit that was made.
    mutating func count(_ change: Change) {
        release(change)
        add(change.stored, with: change.objectID, for: change.holder)
    }

    /// Gives back the bytes of a deleted object.
    mutating func removed(_ objectID: String) {
        for (holder, bytes) in ofObjects.removeValue(forKey: objectID) ?? [:] { pool.giveBack(bytes, of: holder) }
    }

    private mutating func add(_ bytes: Int, with objectID: String, for holder: String?) {
        ofObjects[objectID, default: [:]][holder, default: 0] += bytes
        pool.add(bytes, for: holder)
    }

    private mutating func release(_ change: Change) {
        for (holder, bytes) in change.released {
            let has = ofObjects[change.objectID]?[holder] ?? 0
            let part = min(has, bytes)
            ofObjects[change.objectID]?[holder] = has == part ? nil : has - part
            pool.giveBack(part, of: holder)
        }
    }
}
