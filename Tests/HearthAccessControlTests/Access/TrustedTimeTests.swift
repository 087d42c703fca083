@testable internal import HearthAccessControl
internal import Expectations
internal import Testing

@Suite struct TrustedTimeTests {
    private static let year: Int64 = 365 * 86_400
    private static let start: Int64 = 1_800_000_000

    private func time(stored: Int64 = start, wallClock: Int64 = start) -> TrustedTime {
        TrustedTime(
            stored: stored, earliest: Self.start - Self.year, wallClock: wallClock, monotonic: .zero, trust: 3_600)
    }

    @Test func trustedTimeFollowsTheClock() {
        var time = time()
        for second in stride(from: Int64(0), to: 100_000, by: 30) {
            let reading = time.read(wallClock: Self.start + second, monotonic: .seconds(second))
            expect(reading, equals: .init(now: Self.start + second, confirmed: Self.start + second))
        }
    }

    @Test func aNewStoreBelievesTheClockButNotThatItIsRight() {
        var time = time(stored: 0)
        let reading = time.read(wallClock: Self.start, monotonic: .zero)
        expect(reading, equals: .init(now: Self.start, confirmed: Self.start - Self.year))
        let later = time.read(wallClock: Self.start + 3_600, monotonic: .seconds(3_600))
        expect(later, equals: .init(now: Self.start + 3_600, confirmed: Self.start + 3_600))
    }

    @Test func noTimeIsBeforeTheProgramWasMade() {
        var time = time(stored: 0, wallClock: 0)
        expect(time.read(wallClock: 5, monotonic: .seconds(5)).now, equals: Self.start - Self.year + 5)
    }

    @Test(arguments: [Int64.min, -1, 0, .max]) func storedAndReadTimesMayBeAnything(_ value: Int64) {
        for (stored, wallClock) in [(value, Self.start), (Self.start, value), (value, value)] {
            var time = time(stored: stored, wallClock: wallClock)
            for second in stride(from: Int64(0), to: 7_200, by: 600) {
                let reading = time.read(wallClock: wallClock, monotonic: .seconds(second))
                expect(reading.now, isAtLeast: reading.confirmed)
            }
        }
    }

    @Test func aClockSetBackDoesNotHoldItStill() {
        var time = time()
        let reading = time.read(wallClock: Self.start - Self.year, monotonic: .seconds(5))
        expect(reading, equals: .init(now: Self.start + 5, confirmed: Self.start + 5))
    }

    @Test func aClockSetForwardIsFollowedAfterAnHour() {
        var time = time()
        for second in stride(from: Int64(10), through: 3_600, by: 30) {
            let reading = time.read(wallClock: Self.start + Self.year + second, monotonic: .seconds(second))
            expect(reading, equals: .init(now: Self.start + second, confirmed: Self.start + second, ahead: Self.year))
        }
        let later = time.read(wallClock: Self.start + Self.year + 3_640, monotonic: .seconds(3_640))
        let now = Self.start + Self.year + 3_640
        expect(later, equals: .init(now: now, confirmed: now, jump: Self.year))
    }

    @Test func aClockThatDoesNotKeepItsTimeIsNotFollowed() {
        var time = time()
        for second in stride(from: Int64(10), through: 20_000, by: 30) {
            // Forward and back every half hour.
            let step = second / 1_800 % 2 == 0 ? Self.year : 0
            let reading = time.read(wallClock: Self.start + step + second, monotonic: .seconds(second))
            expect(reading, equals: .init(now: Self.start + second, confirmed: Self.start + second, ahead: step))
        }
    }

    @Test func clockIsTrustedAfterLongOutageAndConfirmedLater() {
        var time = time(wallClock: Self.start + Self.year)
        expect(
            time.read(wallClock: Self.start + Self.year, monotonic: .zero),
            equals: .init(now: Self.start + Self.year, confirmed: Self.start))
        expect(
            time.read(wallClock: Self.start + Self.year + 3_600, monotonic: .seconds(3_600)),
            equals: .init(now: Self.start + Self.year + 3_600, confirmed: Self.start + Self.year + 3_600))
    }

    @Test func aWrongClockAtTheStartIsTakenBack() {
        var time = time(wallClock: Self.start + 10 * Self.year)
        _ = time.read(wallClock: Self.start + 10 * Self.year, monotonic: .zero)
        let reading = time.read(wallClock: Self.start + 100, monotonic: .seconds(60))
        expect(reading.now, equals: Self.start + 100)
        expect(reading.confirmed, equals: Self.start + 60)
        expect(reading.jump, equals: 40 - 10 * Self.year)
        expect(time.read(wallClock: Self.start + 101, monotonic: .seconds(61)).jump, equals: 0)
    }

    /// A small step forward, as from the network, keeps the trust in the clock's time at the start.
    @Test func aBelievedClockThatIsSetForwardIsStillBelieved() {
        var time = time(wallClock: Self.start + Self.year)
        _ = time.read(wallClock: Self.start + Self.year, monotonic: .zero)
        let reading = time.read(wallClock: Self.start + Self.year + 500, monotonic: .seconds(10))
        expect(reading.now, equals: Self.start + Self.year + 10)
        expect(reading.jump, equals: 0)
        expect(reading.ahead, equals: 490)
    }

    @Test func trustedTimeNeverRunsBackUnannouncedNorAhead() {
        let seed = UInt64.random(in: 0 ... .max)
        print("TrustedTimeTests: seed \(seed)")
        var random = SeededRandom(seed)
        for _ in 0..<500 {
            var offset = Int64.random(in: -Self.year...Self.year, using: &random)
            var time = time(wallClock: Self.start + offset)
            var seconds: Int64 = 0
            var last = Self.start + max(0, offset)
            var highest = max(0, offset)
            for _ in 0..<200 {
                let step = Int64.random(in: 0...600, using: &random)
                seconds += step
                if Int.random(in: 0..<20, using: &random) == 0 {
                    offset = Int64.random(in: -Self.year...Self.year, using: &random)
                }
                highest = max(highest, offset)
                let reading = time.read(wallClock: Self.start + offset + seconds, monotonic: .seconds(seconds))
                expect(reading.now, equals: last + step + reading.jump)
                expect(reading.confirmed, isAtLeast: Self.start + seconds)
                expect(reading.confirmed, isAtMost: reading.now)
                expect(reading.now, isAtMost: Self.start + seconds + highest)
                last = reading.now
            }
        }
    }
}

/// Linear congruential; good enough to walk through cases repeatably.
private struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}
