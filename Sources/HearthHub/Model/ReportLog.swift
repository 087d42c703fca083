/// The last reports of a structure, for those who were away: a ring.
struct ReportLog: Sendable {
    private var ring: [ReportRecord] = []
    private var next = 0
    private let capacity: Int

    /// - Parameter capacity: how many reports are kept; at least one.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var count: Int { ring.count }

    mutating func append(_ record: ReportRecord) {
        if ring.count < capacity {
            ring.append(record)
        } else {
            ring[next] = record
        }
        next = (next + 1) % capacity
    }

    /// All reports after a sequence, oldest first; nil when some of them are gone.
    ///
    /// - Parameter present: the last sequence that was given.
    func reports(after sequence: UInt64, present: UInt64) -> [ReportRecord]? {
        guard sequence <= present else { return nil }
        let missed = present - sequence
        guard missed <= UInt64(ring.count) else { return nil }
        let count = Int(missed)
        let oldest = ring.count < capacity ? 0 : next
        return (ring.count - count..<ring.count).map { ring[(oldest + $0) % ring.count] }
    }
}
