public import HearthTraitCore

/// The attribute of a history.
public struct HistoryKey: Hashable, Sendable {
    /// The trait.
    public var path: TraitPath
    /// The attribute's ID.
    public var attributeID: UInt32

    /// Creates a key.
    public init(_ path: TraitPath, _ attributeID: UInt32) {
        self.path = path
        self.attributeID = attributeID
    }
}

/// The value or state of an attribute from a time on.
public enum HistoryContent: Hashable, Sendable {
    /// An integer; for Booleans 1 or 0.
    case integer(Int64)
    /// A floating-point value.
    case real(Double)
    /// The value is null.
    case null
    /// The value is unknown: the device went offline.
    case away
    /// The value is known again, and the same as before.
    case back

    /// The value as a number; nil for other contents.
    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .null, .away, .back: nil
        }
    }
}

/// An entry of a history.
public struct HistorySample: Hashable, Sendable {
    /// Milliseconds since 1970.
    public var time: Int64
    /// The content from then on.
    public var content: HistoryContent

    /// Creates a sample.
    public init(_ time: Int64, _ content: HistoryContent) {
        self.time = time
        self.content = content
    }
}

/// A report's addition to the history.
public struct HistoryEntry: Hashable, Sendable {
    /// The attributes concerned.
    public enum Subject: Hashable, Sendable {
        /// One attribute. For states the history sums the time in each value; for others it stores minimum, maximum and
        /// mean.
        case attribute(UInt32, isState: Bool)
        /// All attributes of the trait that have a history.
        case all
    }

    /// The trait.
    public var path: TraitPath
    /// The attributes.
    public var subject: Subject
    /// Rises with every entry of a structure.
    public var place: Int64
    /// The new sample.
    public var sample: HistorySample

    /// Creates an entry.
    public init(path: TraitPath, subject: Subject, place: Int64, sample: HistorySample) {
        self.path = path
        self.subject = subject
        self.place = place
        self.sample = sample
    }
}

/// The additions to the history in one save, and the retention.
public struct HistoryBatch: Hashable, Sendable {
    /// In ascending order of place for each structure.
    public var entries: [HistoryEntry]
    /// Milliseconds since 1970.
    public var now: Int64
    /// How much to keep.
    public var retention: HistoryRetention

    /// Creates a batch.
    public init(
        _ entries: [HistoryEntry] = [], now: Int64 = 0, retention: HistoryRetention = HistoryRetention()
    ) {
        self.entries = entries
        self.now = now
        self.retention = retention
    }
}

/// How much history to keep.
public struct HistoryRetention: Hashable, Sendable {
    /// How long every value is kept. Default: for ever.
    public var values: Duration
    /// How long summaries per minute are kept. Default: for ever.
    public var minutes: Duration
    /// How long summaries per hour are kept. Default: for ever.
    public var hours: Duration
    /// The most bytes of all histories. Beyond it the oldest values are removed, then the oldest minutes, then the
    /// oldest hours. Default: no limit.
    public var bytes: Int64

    /// Creates a retention.
    public init(
        values: Duration = .seconds(Int64.max / 2), minutes: Duration = .seconds(Int64.max / 2),
        hours: Duration = .seconds(Int64.max / 2), bytes: Int64 = .max
    ) {
        self.values = values
        self.minutes = minutes
        self.hours = hours
        self.bytes = bytes
    }
}

/// The resolution of a part of the history. The numbers are stored.
public enum HistoryTier: Int64, Hashable, Sendable, CaseIterable {
    /// Every value.
    case values = 0
    /// One summary per minute.
    case minutes = 1
    /// One summary per hour.
    case hours = 2

    /// The length of a summary in milliseconds; 1 for single values.
    public var length: Int64 {
        switch self {
        case .values: 1
        case .minutes: 60_000
        case .hours: Self.hour
        }
    }

    /// The period of a block in all tiers, in milliseconds.
    package static let hour: Int64 = 3_600_000

    /// The next coarser tier; nil for the coarsest.
    package var coarser: HistoryTier? { HistoryTier(rawValue: rawValue + 1) }
}

extension Int64 {
    /// The largest multiple of `length` that does not exceed this number.
    package func floored(to length: Int64) -> Int64 {
        let rest = self % length  // in range: lengths of tiers
        return rest < 0 ? subtractingReportingOverflow(rest &+ length).partialValue : self - rest
    }
}
