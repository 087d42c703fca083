/// The offsets of a time zone from UTC, which change with daylight saving time and by law.
///
/// Instants are seconds since 1970; local times are seconds since 1970-01-01 00:00 local time.
public struct ZoneRules: Sendable {
    /// The instants that have a local time.
    public enum Instants: Hashable, Sendable {
        /// One instant, as on almost all days.
        case once(Int64)
        /// Two instants: the clock is set back over this local time.
        case twice(Int64, Int64)
        /// None: the clock is set forward over this local time. `gapEnd` is the first instant after the gap.
        case never(gapEnd: Int64)

        /// When an event at this local time happens once: the first of two instants; the end of the gap if there is
        /// none.
        public var first: Int64 {
            switch self {
            case .once(let instant), .twice(let instant, _), .never(let instant): instant
            }
        }
    }

    private let offset: @Sendable (Int64) -> Int64

    /// - Parameter secondsEastOfUTC: the offset at an instant in seconds since 1970. It may change at most once in two
    ///   days.
    public init(secondsEastOfUTC: @escaping @Sendable (Int64) -> Int64) { offset = secondsEastOfUTC }

    /// The seconds to add to UTC at an instant; positive east of Greenwich. Limited to one day in either direction.
    public func secondsEastOfUTC(_ instant: Int64) -> Int64 { min(86_400, max(-86_400, offset(instant))) }

    /// The time zone UTC.
    public static let utc = ZoneRules { _ in 0 }

    /// The local time at an instant.
    public func local(_ instant: Int64) -> Int64 { instant &+ secondsEastOfUTC(instant) }

    /// The instants that have a local time.
    public func instants(of local: Int64) -> Instants {
        // Offsets are at most a day, so these instants are before and after all that can have this local time.
        let early = local &- 86_400
        let late = local &+ 86_400
        let (before, after) = (secondsEastOfUTC(early), secondsEastOfUTC(late))
        guard before != after else { return .once(local &- before) }
        let (first, second) = (local &- before, local &- after)
        switch (secondsEastOfUTC(first) == before, secondsEastOfUTC(second) == after) {
        case (true, true): return .twice(first, second)
        case (true, false): return .once(first)
        case (false, true): return .once(second)
        case (false, false): return .never(gapEnd: change(between: early, and: late, from: before))
        }
    }

    /// The first instant with an offset other than `before`.
    func change(between early: Int64, and late: Int64, from before: Int64) -> Int64 {
        var (low, high) = (early, late)
        while high &- low > 1 {
            let middle = low &+ (high &- low) / 2
            if secondsEastOfUTC(middle) == before { low = middle } else { high = middle }
        }
        return high
    }
}
