public import HearthTraitCore

/// Consecutive reports of one structure in its log: one row of the store.
public struct StoredReports: Hashable, Sendable {
    /// ID of the structure.
    public var structureID: String
    /// The epoch of the reports.
    public var epoch: UInt64
    /// Sequence of the first; the others follow without gaps.
    public var first: UInt64
    /// Number of the structure's last event after the last of them.
    public var eventNumber: UInt64
    /// When the last was observed, since 1970.
    public var time: Duration
    /// The reports in the hub's encoding; at least one.
    public var reports: [[UInt8]]

    /// Creates a batch.
    public init(
        structureID: String, epoch: UInt64, first: UInt64, eventNumber: UInt64, time: Duration, reports: [[UInt8]]
    ) {
        self.structureID = structureID
        self.epoch = epoch
        self.first = first
        self.eventNumber = eventNumber
        self.time = time
        self.reports = reports
    }

    /// Sequence of the last.
    public var last: UInt64 { first &+ UInt64(max(reports.count, 1)) &- 1 }

    /// Each report preceded by its length, 4 bytes in little-endian order.
    package var content: [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(reports.reduce(0) { $0 + $1.count + 4 })
        for report in reports {
            let length = UInt32(clamping: report.count)
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                content.append(UInt8(truncatingIfNeeded: length >> shift))
            }
            content += report
        }
        return content
    }

    /// Decodes ``content``; nil if it is damaged.
    package static func reports(in content: [UInt8], count: UInt64) -> [[UInt8]]? {
        var reports: [[UInt8]] = []
        var rest = content[...]
        while !rest.isEmpty {
            guard rest.count >= 4 else { return nil }
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard length <= rest.count else { return nil }
            reports.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return UInt64(reports.count) == count ? reports : nil
    }
}

/// How much of each structure's log of reports to keep.
public struct ReportRetention: Hashable, Sendable {
    /// The most bytes of reports per structure, counting 4 more for each; beyond it the oldest batches are removed.
    /// Default: no limit.
    public var bytes: Int64
    /// The oldest batches are removed whose last report was observed before this time since 1970. Default: none.
    public var since: Duration

    /// Creates a retention.
    public init(bytes: Int64 = .max, since: Duration = .zero) {
        self.bytes = bytes
        self.since = since
    }
}

/// A former epoch, and its last stored sequence. Clients that saw later changes of it saw changes that were lost.
public struct FormerEpoch: Hashable, Sendable {
    /// ID of the structure.
    public var structureID: String
    /// The epoch.
    public var epoch: UInt64
    /// Sequence of its last stored change.
    public var last: UInt64

    /// Creates an entry.
    public init(structureID: String, epoch: UInt64, last: UInt64) {
        self.structureID = structureID
        self.epoch = epoch
        self.last = last
    }
}

/// An object whose edit was stored before a crash, while its report may not be.
public struct UnreportedObject: Hashable, Sendable {
    /// ID of the structure that must report it.
    public var structureID: String
    /// The object; it may have been removed.
    public var object: ObjectKey

    /// Creates an entry.
    public init(structureID: String, object: ObjectKey) {
        self.structureID = structureID
        self.object = object
    }
}
