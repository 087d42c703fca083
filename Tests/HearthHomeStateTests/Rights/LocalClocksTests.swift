@testable internal import HearthHomeState
internal import HearthCalendar
internal import Synchronization
internal import Expectations
internal import Testing

/// The work of local clocks, counted: a look-up of a time zone takes microseconds, and a structure's lock is held.
struct LocalClocksTests {
    private final class Work: Sendable {
        /// The zones that were looked up.
        let lookUps = Mutex<[String]>([])
        /// The offsets that were asked of their rules.
        let offsets = Atomic(0)

        func clocks() -> LocalClocks {
            LocalClocks { [self] zone in
                lookUps.withLock { $0.append(zone) }
                return ZoneRules { [self] _ in
                    offsets.add(1, ordering: .relaxed)
                    return zone == "east" ? 3_600 : 0
                }
            }
        }

        func take() -> [String] {
            lookUps.withLock { all in
                defer { all = [] }; return all
            }
        }
    }

    /// 2026-11-23, a Monday, at midnight in UTC.
    private let monday = Duration.seconds(1_795_392_000)

    @Test func aZoneIsLookedUpOnceAMinute() {
        let work = Work()
        let clocks = work.clocks()
        for second in 0..<60 {
            for _ in 0..<100 {
                expect(
                    clocks.minute(at: monday + .seconds(second), in: "utc"), equals: LocalMinute(weekday: 1, minute: 0))
            }
            expect(
                clocks.minute(at: monday + .seconds(second), in: "east"), equals: LocalMinute(weekday: 1, minute: 60))
        }
        expect(work.take(), equals: ["utc", "east"])
        expect(clocks.minute(at: monday + .seconds(60), in: "utc"), equals: LocalMinute(weekday: 1, minute: 1))
        expect(clocks.minute(at: monday - .seconds(1), in: "utc"), equals: LocalMinute(weekday: 7, minute: 1_439))
        expect(work.take(), equals: ["utc", "utc"])
    }

    /// One look-up, and for each of eleven days two offsets for each part of the hours.
    @Test(arguments: [1, 100]) func theNextHoursNeedNoStepForEachMinute(_ parts: Int) {
        let work = Work()
        let minutes = (0..<parts).map { (minute: UInt32($0), weekdays: Set<UInt32>()) }
        let instants = work.clocks().instants(of: minutes, after: monday, in: "utc")
        expect(instants.count, equals: parts * 10 - 1)
        expect(work.take(), equals: ["utc"])
        expect(work.offsets.load(ordering: .relaxed), equals: 1 + 11 * 2 * parts)
    }
}
