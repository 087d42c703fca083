/// The values of an attribute over a period, weighted by how long each held.
public struct HistoryColumn: Hashable, Sendable {
    /// Milliseconds since 1970.
    public let start: Int64
    /// The number of samples in it.
    public internal(set) var changes = 0
    /// Milliseconds for which the value was known.
    public internal(set) var known: Int64 = 0
    /// The smallest value.
    public internal(set) var minimum: Double?
    /// The largest value.
    public internal(set) var maximum: Double?
    /// The milliseconds spent in each value, for states. At most ``mostStates`` values once stored or returned.
    public internal(set) var states: [Int64: Int64] = [:]
    /// The last known value.
    var held: Double?
    /// Whether the value is unknown at the end, because the device is offline.
    var isAway = false
    /// The sum of each value times the milliseconds for which it held.
    var integral = 0.0

    /// The value at the end; nil if it is unknown then.
    public var last: Double? { isAway ? nil : held }

    /// The mean over the time in which the value was known.
    public var mean: Double? { known > 0 ? integral / Double(known) : minimum == nil ? nil : held }

    /// The most states whose times are stored.
    public static let mostStates = 16

    init(start: Int64) {
        self.start = start
    }

    mutating func include(_ value: Double) {
        minimum = min(minimum ?? value, value)
        maximum = max(maximum ?? value, value)
    }

    mutating func hold(_ value: Double, for time: Int64, isState: Bool) {
        known &+= time
        if isState {
            states[Int64(exactly: value) ?? 0, default: 0] &+= time
        } else {
            include(value)
            integral += value * Double(time)
        }
    }

    /// Appends a column that follows.
    mutating func add(_ other: HistoryColumn) {
        changes &+= other.changes
        known &+= other.known
        integral += other.integral
        if let minimum = other.minimum { include(minimum) }
        if let maximum = other.maximum { include(maximum) }
        states.merge(other.states) { $0 &+ $1 }
        held = other.held
        isAway = other.isAway
    }

    /// The states with the longest times, by value.
    public var mainStates: [(value: Int64, time: Int64)] {
        let ordered = states.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return ordered.prefix(Self.mostStates).map { ($0.key, $0.value) }.sorted { $0.value < $1.value }
    }

    // MARK: Bytes

    private enum Flag {
        static let held: UInt64 = 1
        static let away: UInt64 = 2
        static let range: UInt64 = 4
    }

    /// Encodes columns into one row of the store.
    ///
    /// - Parameter start: the time from which they are counted.
    static func bytes(of columns: [HistoryColumn], _ tier: HistoryTier, from start: Int64) -> [UInt8] {
        var writer = HistoryWriter()
        for column in columns {
            writer.unsigned(UInt64(clamping: (column.start &- start) / tier.length))  // in range: a constant
            writer.unsigned(
                (column.held == nil ? 0 : Flag.held) | (column.isAway ? Flag.away : 0)
                    | (column.minimum == nil ? 0 : Flag.range))
            writer.unsigned(UInt64(clamping: column.changes))
            // Usually zero.
            writer.unsigned(UInt64(clamping: tier.length &- column.known))
            if let held = column.held { writer.number(held) }
            if let minimum = column.minimum, let maximum = column.maximum {
                writer.number(minimum)
                writer.number(maximum)
                writer.number(column.integral)
            }
            let states = column.mainStates
            writer.unsigned(UInt64(clamping: states.count))
            for state in states {
                writer.signed(state.value)
                writer.unsigned(UInt64(clamping: state.time))
            }
        }
        return writer.bytes
    }

    /// Decodes columns, up to the first damaged bytes.
    static func columns(in bytes: [UInt8], _ tier: HistoryTier, from start: Int64) -> [HistoryColumn] {
        var reader = HistoryReader(bytes)
        var columns: [HistoryColumn] = []
        while !reader.isAtEnd {
            guard let column = column(&reader, tier, from: start) else { return columns }
            columns.append(column)
        }
        return columns
    }

    private static func column(
        _ reader: inout HistoryReader, _ tier: HistoryTier, from start: Int64
    ) -> HistoryColumn? {
        guard let place = reader.unsigned(), place < 60, let flags = reader.unsigned(),
            let changes = reader.unsigned(), let unknown = reader.unsigned()
        else { return nil }
        var column = HistoryColumn(start: start &+ Int64(place) &* tier.length)
        column.changes = Int(clamping: changes)
        column.known = tier.length &- Int64(clamping: unknown)
        column.isAway = flags & Flag.away != 0
        if flags & Flag.held != 0 {
            guard let held = reader.number() else { return nil }
            column.held = held
        }
        if flags & Flag.range != 0 {
            guard let minimum = reader.number(), let maximum = reader.number(), let integral = reader.number() else {
                return nil
            }
            (column.minimum, column.maximum, column.integral) = (minimum, maximum, integral)
        }
        guard let count = reader.unsigned(), count <= UInt64(mostStates) else { return nil }
        for _ in 0..<count {
            guard let value = reader.signed(), let time = reader.unsigned() else { return nil }
            column.states[value] = Int64(clamping: time)
        }
        return column
    }
}
