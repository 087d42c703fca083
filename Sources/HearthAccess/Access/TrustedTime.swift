/// The time that access is judged by, in seconds since 1970. It goes on with the monotonic clock, whatever happens to the
/// machine's clock, and never falls behind what was stored.
///
/// - The machine's clock at the start is believed, as the machine may have been off for long, until it is set back.
/// - A clock that is set forward later is followed once it has kept that for ``AccessLimits/clockTrust``.
/// - Only what has kept for so long is confirmed: stored, and used for what can't be undone.
struct TrustedTime {
    private var confirmed: Int64
    /// When ``confirmed`` was, on the monotonic clock.
    private var anchor: Duration
    /// How far the machine's clock was ahead of the monotonic one at the start, in seconds.
    private var believed: Int64?
    /// The same for a clock that is ahead of the confirmed time, and since when it has been by that much.
    private var kept: (offset: Int64, since: Duration)?
    private let trust: Duration
    /// Clocks that differ by at most so many seconds are taken as equal: what setting them exactly takes.
    private static let slack: Int64 = 60

    /// The time to judge by, and whether it has gone back since it was read before: by `correction` seconds.
    struct Reading: Equatable {
        var now: Int64
        var confirmed: Int64
        var correction: Int64 = 0
    }

    /// - Parameters:
    ///   - stored: the confirmed time that was stored last; 0 for a new store.
    ///   - wallClock: the machine's clock, in seconds since 1970.
    ///   - monotonic: time since any fixed moment of this process.
    init(stored: Int64, wallClock: Int64, monotonic: Duration, trust: Int64) {
        confirmed = stored == 0 ? wallClock : stored
        anchor = monotonic
        self.trust = .seconds(trust)
        if wallClock > confirmed { believed = wallClock &- monotonic.components.seconds }
    }

    /// The time now. Call it whenever the time is needed, and at least every few minutes.
    mutating func read(wallClock: Int64, monotonic: Duration) -> Reading {
        let seconds = monotonic.components.seconds
        let offset = wallClock &- seconds
        var own = confirmed + (monotonic - anchor).components.seconds
        var correction: Int64 = 0
        if let old = believed, wallClock < old + seconds - Self.slack {
            correction = old + seconds - max(own, wallClock)
            believed = wallClock > own ? offset : nil
        }
        if wallClock <= own {
            kept = nil
        } else if let kept, abs(kept.offset &- offset) <= Self.slack {
            if monotonic - kept.since >= trust {
                (confirmed, anchor, own) = (wallClock, monotonic, wallClock)
                (self.kept, believed) = (nil, nil)
            }
        } else {
            kept = (offset, monotonic)
        }
        return Reading(now: max(own, (believed ?? .min / 2) + seconds), confirmed: own, correction: max(0, correction))
    }
}
