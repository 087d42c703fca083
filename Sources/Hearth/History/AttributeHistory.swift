/// A range of an attribute's history, divided into columns of equal length, as a plot needs them.
public struct AttributeHistory<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What a history was made from: the older it is, the coarser is what the hub still has.
    public enum Resolution: Hashable, Sendable {
        /// Every recorded value.
        case values
        /// A summary per minute.
        case minutes
        /// A summary per hour.
        case hours
    }

    /// A part of the range.
    public struct Column: Hashable, Sendable {
        /// When it begins, in seconds since 1970.
        public let start: Double
        /// For how long of the column the value was known.
        public let known: Duration
        /// How many changes were recorded in it; 0 if the value stayed as it was.
        public let changes: Int
        /// The smallest value, in the attribute's unit; nil for what is no number. So are ``max`` and ``mean``.
        public let min: Double?
        /// The largest value.
        public let max: Double?
        /// The mean over the time in which the value was known.
        public let mean: Double?
        /// The value at the end of the column; nil if it was not known then.
        public let last: Value?
        /// For booleans, enums and bitmaps, the time in each value: the 16 longest at most. Empty for numbers.
        public let times: [Value: Duration]
    }

    /// In ascending order of time. Columns in which the value was never known are left out.
    public let columns: [Column]
    /// The length of each column.
    public let columnLength: Duration
    /// When the first column begins, whether it is left out or not, in seconds since 1970: at the begin of the range or
    /// before it.
    public let start: Double
    /// What the columns were made from.
    public let resolution: Resolution
    /// When the attribute's history begins at this resolution, in seconds since 1970; nil if it has none.
    public let heldSince: Double?

    /// Over all columns, the time in each value; empty for numbers.
    public var times: [Value: Duration] {
        columns.reduce(into: [:]) { $0.merge($1.times) { $0 + $1 } }
    }
}

/// A recorded value of an attribute.
public struct RecordedValue<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Since when the attribute had it, in seconds since 1970, to the millisecond.
    public let time: Double
    /// The value; nil while it is not known: it was null, or the device was offline.
    public let value: Value?
}

/// An attribute that has a history.
public struct RecordedAttribute: Hashable, Sendable {
    /// The endpoint of the device that has the trait.
    public let endpoint: UInt16
    /// Matter's ID of the trait.
    public let traitID: UInt32
    /// Matter's ID of the attribute.
    public let attributeID: UInt32
    /// The size of its history on the hub's disk in bytes, about.
    public let bytes: Int
}
