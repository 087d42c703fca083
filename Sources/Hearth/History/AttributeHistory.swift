/// A range of an attribute's history, divided into columns of equal length, as a plot needs them.
public struct AttributeHistory<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The resolution of the data that a history was made from. The hub keeps older data at lower resolution.
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
        /// The part of the column's time in which the value was known.
        public let known: Duration
        /// The number of changes recorded in it; 0 if the value stayed the same.
        public let changes: Int
        /// The smallest value, in the attribute's unit; nil for values that are not numbers, as are ``max`` and
        /// ``mean``.
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
    /// When the first column begins, even if it is left out, in seconds since 1970: at the beginning of the range or
    /// before it.
    public let start: Double
    /// The resolution of the data that the columns were made from.
    public let resolution: Resolution
    /// When the attribute's history begins at this resolution, in seconds since 1970; nil if it has none.
    public let heldSince: Double?

    /// The time in each value over all columns; empty for numbers.
    public var times: [Value: Duration] {
        columns.reduce(into: [:]) { $0.merge($1.times) { $0 + $1 } }
    }
}

/// A recorded value of an attribute.
public struct RecordedValue<Value: Hashable & Sendable>: Hashable, Sendable {
    /// When the attribute changed to it, in seconds since 1970, to the millisecond.
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
    /// The approximate size of its history on the hub's disk, in bytes.
    public let bytes: Int
}
