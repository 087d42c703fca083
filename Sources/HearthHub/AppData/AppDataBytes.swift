internal import HearthBase

/// Counts the bytes of app data in a structure by the person who stored them; each person has a share. Bytes stored
/// before the hub's start count for the structure only.
struct AppDataBytes {
    /// The holder of bytes that were stored before the hub's start.
    private static let beforeStart = ""

    private var pool: SharedPool<String>
    /// Bytes with each object, by holder. The hub's owner, whose holder is nil, has no share.
    private var ofObjects: [String: [String?: Int]] = [:]

    init(_ limits: PoolLimits) { pool = SharedPool(limits) }

    /// Why a holder can't store `amount` more bytes; nil if it can.
    func refusal(of amount: Int, for holder: String?) -> PoolRefusal? { pool.refusal(of: amount, for: holder) }

    /// Sets the total to the bytes in the store. Those not counted so far were stored before the hub's start.
    mutating func settle(stored: Int) { pool.add(stored - pool.taken, for: Self.beforeStart) }

    /// Adds the bytes that a holder stored with an object. Negative growth gives back the holder's own bytes first,
    /// then those of others.
    mutating func count(_ growth: Int, with objectID: String, for holder: String?) {
        var holders = ofObjects[objectID] ?? [:]
        defer { ofObjects[objectID] = holders.isEmpty ? nil : holders }
        guard growth < 0 else {
            holders[holder, default: 0] += growth
            return pool.add(growth, for: holder)
        }
        var left = -growth
        for other in [holder] + holders.keys.filter({ $0 != holder }) {
            guard let has = holders[other] else { continue }
            let part = min(has, left)
            holders[other] = has == part ? nil : has - part
            pool.giveBack(part, of: other)
            left -= part
        }
        pool.giveBack(left, of: Self.beforeStart)
    }

    /// Gives back the bytes of a deleted object.
    mutating func removed(_ objectID: String) {
        for (holder, bytes) in ofObjects.removeValue(forKey: objectID) ?? [:] { pool.giveBack(bytes, of: holder) }
    }
}
