/// Turns a track's timestamps, which wrap at 2^32, into the time of its stream.
///
/// A track begins at the time of its first packet's arrival, so that pictures and sound have one clock. A camera that
/// sets its clock, or whose clock is wrong, is corrected by the times of arrival.
struct StreamClock: Hashable, Sendable {
    /// The most that the time may be away from the time of arrival, in microseconds.
    private static let mostApart: Int64 = 5_000_000
    /// The most that a time goes back in microseconds, as pictures do that are sent in the order of their decoding.
    private static let mostBack: Int64 = 1_000_000

    private let rate: Int64
    private var last: UInt32?
    /// Since the base, in units of the timestamps.
    private var ticks: Int64 = 0
    private var base: Int64 = 0
    private var latest: Int64 = 0

    /// - Parameter rate: units of the timestamps in a second; at least 1.
    init(rate: Int) { self.rate = Int64(max(rate, 1)) }

    /// The time of a timestamp, in microseconds; never before the one returned last.
    ///
    /// - Parameter arrival: when the packet came, in microseconds of the stream.
    mutating func time(_ timestamp: UInt32, arrival: Int64) -> Int64 {
        if let last { ticks &+= Int64(Int32(bitPattern: timestamp &- last)) } else { base = arrival }
        last = timestamp
        // No overflow: the sum is within seconds of the arrival, else both are set again.
        var time = base &+ ticks &* 1_000_000 / rate
        if abs(time &- arrival) > Self.mostApart || time < latest &- Self.mostBack {
            (base, ticks) = (max(arrival, latest), 0)
            time = base
        }
        latest = max(latest, time)
        return latest
    }
}
