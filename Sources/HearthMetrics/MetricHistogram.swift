/// Observations counted by size: for each bound those above the previous one, and those above the last.
public struct MetricHistogram: Hashable, Sendable {
    /// Ascending upper bounds, inclusive.
    public let bounds: [Double]
    /// One more than bounds; the last counts what exceeds them.
    public private(set) var counts: [UInt64]
    /// The sum of the observed values.
    public private(set) var sum = 0.0

    /// Creates an empty histogram.
    public init(_ bounds: [Double]) {
        self.bounds = bounds
        counts = [UInt64](repeating: 0, count: bounds.count + 1)
    }

    /// The number of observations.
    public var count: UInt64 { counts.reduce(0, &+) }

    /// Counts a value, `times` times.
    public mutating func add(_ value: Double, times: Int = 1) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        counts[index] &+= UInt64(clamping: times)
        sum += value * Double(times)
    }

    /// Counts a duration in seconds, `times` times.
    public mutating func add(_ time: Duration, times: Int = 1) { add(time / .seconds(1), times: times) }

    /// Adds the observations of another histogram with the same bounds.
    public mutating func add(_ other: MetricHistogram) {
        for (index, count) in other.counts.enumerated() where counts.indices.contains(index) { counts[index] &+= count }
        sum += other.sum
    }

    /// Bounds from 0.1 ms to 10 s, for calls and transactions.
    public static let seconds: [Double] = [
        0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// Powers of two up to 1,024, for sizes of groups.
    public static let sizes: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]
}
