/// Places pictures and sound on the clocks of RTP.
///
/// A client that begins, or begins again, gets the pictures since the last key picture at once. Their own times would
/// make it show old pictures for seconds, or wait. So each of them is a millisecond after the one before, and the first
/// live picture is where the time that has passed says. From there on the pictures' own times count.
struct StreamClocks: Sendable {
    /// Ticks in a millisecond, for pictures (RFC 6184, section 8.1).
    private static let ticksPerMillisecond: Int64 = 90

    /// Random numbers, with which timestamps begin (RFC 3550, section 5.1).
    private let origins: (video: UInt32, audio: UInt32)
    /// When the first picture was taken.
    private var start: Duration?
    /// The last picture's ticks since the first.
    private var last: Int64 = 0
    /// A live picture: its own time in microseconds, its ticks, and when it came; nil until there is one.
    private var anchor: (time: Int64, ticks: Int64, arrival: Duration)?

    init(video: UInt32, audio: UInt32) {
        origins = (video, audio)
    }

    /// Whether pictures are live.
    var isLive: Bool { anchor != nil }

    /// What follows is from the last key picture on.
    mutating func beginAgain() { anchor = nil }

    /// The timestamp of a picture.
    ///
    /// - Parameters:
    ///   - time: its own time, in microseconds.
    ///   - isLive: whether no other picture waits behind it.
    mutating func picture(_ time: Int64, isLive: Bool, now: Duration) -> UInt32 {
        let start = start ?? now
        self.start = start
        let next = last &+ Self.ticksPerMillisecond
        if let anchor {
            // Wraps for times that make no sense.
            last = max(last &+ 1, anchor.ticks &+ (time &- anchor.time) &* 9 / 100)
        } else if isLive {
            last = max(next, Self.ticks(now - start))
            anchor = (time, last, now)
        } else {
            last = next
        }
        return origins.video &+ UInt32(truncatingIfNeeded: last)
    }

    /// The timestamp of sound.
    func sound(_ time: Int64, rate: Int) -> UInt32 {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
        return origins.audio &+ UInt32(truncatingIfNeeded: seconds &* Int64(rate) &+ rest &* Int64(rate) / 1_000_000)
    }

    /// The timestamps of both at this time, for reports; nil until pictures are live.
    ///
    /// - Parameter rate: the clock rate of the sound.
    func timestamps(now: Duration, rate: Int) -> (video: UInt32, audio: UInt32)? {
        guard let anchor else { return nil }
        let passed = now - anchor.arrival
        let video = origins.video &+ UInt32(truncatingIfNeeded: anchor.ticks &+ Self.ticks(passed))
        return (video, sound(anchor.time &+ Self.microseconds(passed), rate: rate))
    }

    private static func ticks(_ duration: Duration) -> Int64 { microseconds(duration) &* 9 / 100 }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    }
}
