internal import HearthBase

/// The time for access decisions, in seconds since 1970. It advances with the monotonic clock, whatever happens to the
/// machine's clock.
///
/// - At the start the machine's clock is accepted, because the machine may have been off for long, but it proves
///   nothing.
/// - A clock that has been consistent for ``AccessLimits/clockTrust`` is proven. The proven time is stored and only
///   advances; irreversible deletions use it alone. It is never before the program was made.
/// - A clock that is set back is followed at once, but never to before the proven time. One that is set forward is
///   followed only once it is proven.
/// - When the time jumps in this way, times set in this run jump with it: lifetimes stay the same by the monotonic
///   clock.
struct TrustedTime {
    /// The proven time minus the monotonic clock, in seconds.
    private var proven: Int64
    /// The same for the time for decisions, which is never before the proven one.
    private var judged: Int64
    /// The same for a machine's clock that is ahead of the proven time, and since when it has been.
    private var candidate: (offset: Int64, since: Duration)?
    private let trust: Duration
    /// Clocks that differ by at most this many seconds count as equal: small corrections are normal.
    private static let slack: Int64 = 60
    /// The last second of the year 9999. Later times are implausible, and sums with them might overflow.
    private static let latest: Int64 = 253_402_300_799

    struct Reading: Equatable {
        /// The time for decisions.
        var now: Int64
        /// The proven time.
        var confirmed: Int64
        /// By how much the time was set since the last reading.
        var jump: Int64 = 0
        /// By how much the time will jump if the machine's clock stays consistent.
        var ahead: Int64 = 0
    }

    /// - Parameters:
    ///   - stored: the last stored proven time; 0 for a new store.
    ///   - earliest: the earliest plausible time.
    ///   - wallClock: the machine's clock, in seconds since 1970.
    ///   - monotonic: time since any fixed moment of this process.
    init(stored: Int64, earliest: Int64, wallClock: Int64, monotonic: Duration, trust: Int64) {
        let seconds = monotonic.wholeSeconds
        proven = max(earliest, Self.sane(stored)) - seconds
        judged = max(proven, Self.sane(wallClock) - seconds)
        self.trust = .seconds(trust)
    }

    /// The time now. Call it whenever the time is needed, and at least every few minutes.
    mutating func read(wallClock: Int64, monotonic: Duration) -> Reading {
        let seconds = monotonic.wholeSeconds
        let offset = Self.sane(wallClock) - seconds
        let before = judged
        if offset < judged - Self.slack { judged = max(proven, offset) }
        if offset <= proven {
            candidate = nil
        } else if let known = candidate, (known.offset - offset).magnitude <= Self.slack {
            if monotonic - known.since >= trust {
                (proven, candidate) = (offset, nil)
                judged = max(judged, offset)
            }
        } else {
            candidate = (offset, monotonic)
        }
        let ahead = (candidate?.offset ?? judged) - judged
        return Reading(
            now: judged + seconds, confirmed: proven + seconds, jump: judged - before,
            ahead: ahead > Self.slack ? ahead : 0)
    }

    private static func sane(_ time: Int64) -> Int64 { min(max(time, 0), latest) }
}
