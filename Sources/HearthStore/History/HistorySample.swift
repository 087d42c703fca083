public import HearthTraitCore

/// The attribute that a history is of.
public struct HistoryKey: Hashable, Sendable {
    /// The trait that has it.
    public var path: TraitPath
    /// The attribute's ID.
    public var attributeID: UInt32

    /// Creates a key.
    public init(_ path: TraitPath, _ attributeID: UInt32) {
        self.path = path
        self.attributeID = attributeID
    }
}

/// What a history says of an attribute from a time on.
public enum HistoryContent: Hashable, Sendable {
    /// Its value; of a boolean 1 or 0.
    case integer(Int64)
    /// Its value.
    case real(Double)
    /// It is null.
    case null
    /// It is not known any more: the device went offline.
    case away
    /// It is known again, and what it was before.
    case back

    /// nil if it is not a value.
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
    /// What holds from then on.
    public var content: HistoryContent

    /// Creates a sample.
    public init(_ time: Int64, _ content: HistoryContent) {
        self.time = time
        self.content = content
    }
}

/// What a report adds to the history.
public struct HistoryEntry: Hashable, Sendable {
    /// What it is about.
    public enum Subject: Hashable, Sendable {
        /// One attribute. Of states the history counts the time in each; of others the smallest, largest and mean value.
        case attribute(UInt32, isState: Bool)
        /// All attributes of the trait that ever changed.
        case all
    }

    /// The trait.
    public var path: TraitPath
    /// The attributes.
    public var subject: Subject
    /// Rises with every entry of a structure.
    public var place: Int64
    /// What is said of them.
    public var sample: HistorySample

    /// Creates an entry.
    public init(path: TraitPath, subject: Subject, place: Int64, sample: HistorySample) {
        self.path = path
        self.subject = subject
        self.place = place
        self.sample = sample
    }
}

/// What a save adds to the history, and how much of it is kept.
public struct HistoryBatch: Hashable, Sendable {
    /// In ascending order of place for each structure.
    public var entries: [HistoryEntry]
    /// Milliseconds since 1970.
    public var now: Int64
    /// What is kept.
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

/// How much history is kept.
public struct HistoryRetention: Hashable, Sendable {
    /// How long every value is kept. Default: for ever.
    public var values: Duration
    /// How long summaries per minute are kept. Default: for ever.
    public var minutes: Duration
    /// How long summaries per hour are kept. Default: for ever.
    public var hours: Duration
    /// Size of all of it in bytes. With more the oldest values go, then the oldest minutes, then the oldest hours.
    /// Default: no limit.
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

/// How exact a part of the history is. The numbers are stored.
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

    /// What blocks of all tiers are cut at, in milliseconds.
    package static let hour: Int64 = 3_600_000

    /// The next coarser tier; nil for the coarsest.
    package var coarser: HistoryTier? { HistoryTier(rawValue: rawValue + 1) }
}

extension Int64 {
    /// The largest multiple of a length that is not larger.
    package func floored(to length: Int64) -> Int64 {
        let rest = self % length  // in range: lengths of tiers
        return rest < 0 ? subtractingReportingOverflow(rest &+ length).partialValue : self - rest
    }
}
