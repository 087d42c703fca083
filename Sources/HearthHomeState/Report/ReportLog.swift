internal import HearthBase

/// The newest reports of a structure, for clients that were away. It has those that are not stored yet, and while the
/// structure has watches, also stored ones (``StructureCell/stored(through:)``).
struct ReportLog: Sendable {
    private var ring: Ring<ReportRecord>

    /// - Parameters:
    ///   - capacity: how many reports are kept; at least one.
    ///   - mostBytes: how much memory they may occupy together.
    init(capacity: Int, mostBytes: Int) {
        ring = Ring(capacity: capacity, mostBytes: mostBytes)
    }

    var count: Int { ring.count }

    /// An empty log with the same limits.
    var emptied: ReportLog { ReportLog(capacity: ring.capacity, mostBytes: ring.mostBytes) }

    mutating func append(_ record: ReportRecord) { ring.append(record, size: record.memorySize) }

    /// Adds reports that come right before the oldest, as far as there is room.
    mutating func prepend(_ older: some BidirectionalCollection<ReportRecord>) {
        var (count, bytes) = (ring.count, ring.bytes)
        let fitting = older.reversed().prefix { record in
            count += 1
            bytes += record.memorySize
            return count <= ring.capacity && bytes <= ring.mostBytes
        }
        guard !fitting.isEmpty else { return }
        var log = emptied
        for record in fitting.reversed() { log.append(record) }
        for record in ring { log.append(record) }
        self = log
    }

    /// Drops all but this many of the newest.
    mutating func keep(newest count: Int) {
        guard count < ring.count else { return }
        var log = emptied
        for record in ring.suffix(count) { log.append(record) }
        self = log
    }

    /// The reports after a sequence, oldest first; nil if some of them are no longer kept.
    ///
    /// - Parameter present: the structure's present sequence.
    func reports(after sequence: UInt64, present: UInt64) -> Ring<ReportRecord>.SubSequence? {
        guard sequence <= present else { return nil }
        let missed = present - sequence
        guard missed <= UInt64(ring.count) else { return nil }
        return ring.suffix(Int(missed))
    }
}
