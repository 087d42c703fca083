/// Keeps those who do the same again and again from filling the audit log, as a value: the first time is a row at once,
/// the repetitions within a minute are one more row with their count.
public struct AuditFold: Sendable {
    /// What counts as the same.
    private struct Key: Hashable {
        let actor: String
        let address: String
        let structureID: String
        let objectID: String
        let what: String
    }

    private struct Repeated {
        var last: StoredAudit
        var count = 0
    }

    /// How long repetitions are counted, in seconds.
    private static let period: Int64 = 60
    private let mostRows: Int
    /// When the running minute began.
    private var since: Int64 = .min
    private var repeated: [Key: Repeated] = [:]
    /// In the order in which they came.
    private var keys: [Key] = []
    /// What is beyond ``mostRows``: the newest, and how many.
    private var others: Repeated?

    /// - Parameter mostRows: how many different rows a minute there are; of what is beyond that only the number is told.
    public init(mostRows: Int = 60) {
        self.mostRows = mostRows
    }

    /// Counts something.
    ///
    /// - Returns: the rows to store: this one if it is new, after those of a minute that is over.
    public mutating func add(_ row: StoredAudit) -> [StoredAudit] {
        let due = takeDue(at: row.time)
        if keys.isEmpty, others == nil { since = row.time }
        let key = Key(
            actor: row.actor, address: row.address, structureID: row.structureID, objectID: row.objectID, what: row.what
        )
        if repeated[key] != nil {
            repeated[key]?.last = row
            repeated[key]?.count += 1
            return due
        }
        guard keys.count < mostRows else {
            others = Repeated(last: row, count: (others?.count ?? 0) + 1)
            return due
        }
        repeated[key] = Repeated(last: row)
        keys.append(key)
        return due + [row]
    }

    /// The rows of a minute that is over; none while it runs. A clock that was set back ends it as well.
    public mutating func takeDue(at now: Int64) -> [StoredAudit] {
        guard now < since || now &- since >= Self.period else { return [] }
        return takeAll()
    }

    /// The rows of the running minute, which ends with this.
    public mutating func takeAll() -> [StoredAudit] {
        var rows: [StoredAudit] = []
        for key in keys {
            guard var row = repeated[key]?.last, let count = repeated[key]?.count, count > 0 else { continue }
            row.what += count == 1 ? " (once more)" : " (\(count) times more)"
            rows.append(row)
        }
        if let others {
            rows.append(
                StoredAudit(
                    time: others.last.time, action: others.last.action, actor: "several",
                    what: "\(others.count) more of this kind within a minute, by anybody", address: ""))
        }
        (repeated, keys, others) = ([:], [], nil)
        return rows
    }
}
