@testable internal import HearthHub
internal import Expectations
internal import Testing

@Suite struct MessageMeterTests {
    private static let pause = MessageMeter.Verdict.pause(.milliseconds(50))

    /// Ten messages a second, 20 at once.
    private var meter = MessageMeter(messagesPerSecond: 10, bytesPerSecond: 1_000, patience: .seconds(5), now: .zero)

    /// The verdicts on this many messages at once.
    private mutating func take(_ count: Int, at now: Duration) -> [MessageMeter.Verdict] {
        (0..<count).map { _ in meter.take(bytes: 0, at: now) }
    }

    private mutating func take(at now: Duration) -> MessageMeter.Verdict { meter.take(bytes: 0, at: now) }

    @Test mutating func burstsPassUpToTwoSeconds() {
        expect(take(19, at: .zero), equals: [MessageMeter.Verdict](repeating: .pass, count: 19))
        expect(take(2, at: .zero), equals: [Self.pause, Self.pause])
    }

    @Test mutating func allowedRatePassesForEver() {
        for tenth in 0..<1_000 { expect(take(at: .milliseconds(100 * tenth)), equals: .pass, "\(tenth)") }
    }

    @Test mutating func quietTimeFillsTheBucketAndNoMore() {
        _ = take(25, at: .zero)
        expect(take(19, at: .seconds(3_600)), equals: [MessageMeter.Verdict](repeating: .pass, count: 19))
        expect(take(at: .seconds(3_600)), equals: Self.pause)
    }

    @Test mutating func tooMuchForLongerThanThePatienceIsAFlood() {
        var verdicts: [MessageMeter.Verdict] = []
        // Twice the allowed rate.
        for step in 0..<200 { verdicts.append(take(at: .milliseconds(50 * step))) }
        let first = verdicts.firstIndex(of: .flood)
        expect(verdicts.contains(Self.pause))
        // Half empty after a second, empty after two, and then five seconds of patience from half empty on.
        expect(first.map { $0 > 100 && $0 < 150 }, equals: true, "\(first as Any)")
    }

    @Test mutating func aPauseThatIsKeptEndsTheStrain() {
        _ = take(25, at: .zero)
        expect(take(at: .seconds(2)), equals: .pass)
        // The patience starts over.
        expect(!take(25, at: .seconds(6)).contains(.flood))
    }

    @Test mutating func timeThatGoesBackIsNoTime() {
        expect(take(10, at: .seconds(9)), equals: [MessageMeter.Verdict](repeating: .pass, count: 10))
        expect(take(9, at: .zero).allSatisfy { $0 == .pass })
        expect(take(at: .zero), equals: Self.pause)
    }

    @Test mutating func bytesPastTheirRateAreWaitedFor() {
        expect(meter.take(bytes: 2_000, at: .zero), equals: .pass)
        expect(meter.take(bytes: 500, at: .zero), equals: .pause(.milliseconds(500)))
        // At the allowed rate; slow messages are no flood.
        for second in 1...100 {
            expect(meter.take(bytes: 1_500, at: .milliseconds(1_500 * second)), differsFrom: .flood, "\(second)")
        }
        expect(meter.take(bytes: 2_000, at: .seconds(200)), equals: .pass)
    }
}
