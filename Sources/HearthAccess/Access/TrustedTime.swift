internal import HearthBase

/// The time that access is judged by, in seconds since 1970. It runs with the monotonic clock, whatever happens to the
/// machine's clock.
///
/// - At the start the machine's clock is believed, as the machine may have been off for long, but it proves nothing.
/// - A clock that has kept its time for ``AccessLimits/clockTrust`` is proven. The proven time is what is stored, it only
///   goes forward, and only by it may be deleted what can't come back. It is never before the program was made.
/// - A clock that is set back is followed at once, but never to before the proven time. One that is set forward is
///   followed only once it is proven.
/// - Whenever the time jumps by that, what was made in this run jumps with it: it ends after the life that it was given,
///   by the monotonic clock.
struct TrustedTime {
    /// How far the proven time is ahead of the monotonic clock, in seconds.
    private var proven: Int64
    /// The same for the time to judge by, which is never behind the proven one.
    private var judged: Int64
    /// The same for a machine's clock that is ahead of the proven time, and since when it has been.
    private var candidate: (offset: Int64, since: Duration)?
    private let trust: Duration
    /// Clocks that differ by at most so many seconds are taken as equal: what setting them exactly takes.
    private static let slack: Int64 = 60
    /// The last second of the year 9999. What is later has been made up, and sums with it might overflow.
    private static let latest: Int64 = 253_402_300_799

    struct Reading: Equatable {
        /// The time to judge by.
        var now: Int64
        /// The proven time.
        var confirmed: Int64
        /// By how much the time was set since it was read before.
        var jump: Int64 = 0
        /// By how much the time is going to jump if the machine's clock goes on as it is.
        var ahead: Int64 = 0
    }

    /// - Parameters:
    ///   - stored: the proven time that was stored last; 0 for a new store.
    ///   - earliest: no right clock says less.
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
