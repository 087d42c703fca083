/// How the clock on the wall of a place follows the time: offsets from UTC, which change with the seasons and by decree.
///
/// Instants are whole seconds since 1970; local times are seconds since 1970-01-01 00:00 on the wall.
public struct ZoneRules: Sendable {
    /// The instants at which a clock shows a local time.
    public enum Instants: Hashable, Sendable {
        /// As on almost all days.
        case once(Int64)
        /// The clock is set back over it: it shows that time twice.
        case twice(Int64, Int64)
        /// The clock is set forward over it, and never shows it. The first instant after the gap.
        case never(gapEnd: Int64)

        /// When something happens that is to happen once at that local time: in a gap at its end, of two the first.
        public var first: Int64 {
            switch self {
            case .once(let instant), .twice(let instant, _), .never(let instant): instant
            }
        }
    }

    private let offset: @Sendable (Int64) -> Int64

    /// - Parameter secondsEastOfUTC: the offset at an instant in seconds since 1970. It changes at most once in two days.
    public init(secondsEastOfUTC: @escaping @Sendable (Int64) -> Int64) { offset = secondsEastOfUTC }

    /// Seconds to add to UTC at an instant; positive in the east. At most a day, whatever the offset is said to be.
    public func secondsEastOfUTC(_ instant: Int64) -> Int64 { min(86_400, max(-86_400, offset(instant))) }

    /// The clock that shows UTC.
    public static let utc = ZoneRules { _ in 0 }

    /// What the clock shows at an instant.
    public func local(_ instant: Int64) -> Int64 { instant &+ secondsEastOfUTC(instant) }

    /// When the clock shows a local time.
    public func instants(of local: Int64) -> Instants {
        // No offset is as much as a day, so these are before and after whatever happens at that local time.
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

    /// The first instant of another offset than `before`.
    func change(between early: Int64, and late: Int64, from before: Int64) -> Int64 {
        var (low, high) = (early, late)
        while high &- low > 1 {
            let middle = low &+ (high &- low) / 2
            if secondsEastOfUTC(middle) == before { low = middle } else { high = middle }
        }
        return high
    }
}
