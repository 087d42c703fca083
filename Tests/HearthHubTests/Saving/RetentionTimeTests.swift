@testable internal import HearthHub
internal import Expectations
internal import Testing

@Suite struct RetentionTimeTests {
    private static let day = Duration.seconds(86_400)
    private static let year = day * 365
    private static let start = Duration.seconds(1_800_000_000)

    @Test func clockIsFollowedBackAtOnceAndAheadAfterADay() {
        var time = RetentionTime(now: .zero, sinceEpoch: Self.start)
        func read(_ now: Duration, ahead: Duration = .zero) -> Duration {
            time.read(now: now, sinceEpoch: Self.start + now + ahead) - Self.start - now
        }
        expect(read(.seconds(9)), equals: .zero)
        expect(read(.seconds(10), ahead: .seconds(3_600)), equals: .seconds(3_600))
        expect(read(.seconds(11)), equals: .zero)
        expect(read(.seconds(12), ahead: Self.year), equals: .zero)
        // After its correction the trust starts over.
        expect(read(Self.day / 2), equals: .zero)
        let second = Self.day
        expect(read(second, ahead: Self.year), equals: .zero)
        expect(read(second + Self.day - .seconds(1), ahead: Self.year + .seconds(5)), equals: .zero)
        expect(read(second + Self.day, ahead: Self.year + .seconds(5)), equals: Self.year + .seconds(5))
        expect(read(second + Self.day, ahead: Self.year * -1), equals: Self.year * -1)
    }

    @Test func aClockThatIsWrongAtTheStartRemovesNothing() {
        var time = RetentionTime(newest: Self.start, now: .zero, sinceEpoch: Self.start + Self.year)
        expect(time.read(now: .zero, sinceEpoch: Self.start + Self.year), equals: Self.start)
        expect(time.read(now: Self.day, sinceEpoch: Self.start + Self.day), equals: Self.start + Self.day)
        // A clock after an outage of some hours, and one whose newest data lies in the future.
        var rested = RetentionTime(newest: Self.start, now: .zero, sinceEpoch: Self.start + .seconds(7_200))
        expect(rested.read(now: .zero, sinceEpoch: Self.start + .seconds(7_200)), equals: Self.start + .seconds(7_200))
        var early = RetentionTime(newest: Self.start + Self.year, now: .zero, sinceEpoch: Self.start)
        expect(early.read(now: .zero, sinceEpoch: Self.start), equals: Self.start)
    }
}
