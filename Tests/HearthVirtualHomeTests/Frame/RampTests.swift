internal import Expectations
internal import Testing
@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

@Suite struct RampTests {
    @Test(arguments: [
        (Duration.seconds(0), 10.0), (.seconds(1), 10), (.seconds(2), 15), (.seconds(3), 20), (.seconds(9), 20),
    ])
    func aRampGoesEvenlyFromStartToEndAndStaysThere(_ now: Duration, _ expected: Double) {
        let ramp = Ramp(from: 10, to: 20, start: .seconds(1), length: .seconds(2))
        expect(ramp.value(at: now), equals: expected)
    }

    @Test(arguments: [(10.0, 3.0), (11, 7), (19, 39), (20, 41), (9, 41)])
    func upwardsAWholeNumberIsLeftHalfwayToTheNext(_ number: Double, _ seconds: Double) {
        expect(
            Ramp(from: 10, to: 20, start: .seconds(1), length: .seconds(40)).leaves(number), equals: .seconds(seconds))
    }

    @Test(arguments: [(20.0, 2.0), (19, 6), (11, 38), (10, 40)])
    func downwardsToo(_ number: Double, _ seconds: Double) {
        expect(Ramp(from: 20, to: 10, start: .zero, length: .seconds(40)).leaves(number), equals: .seconds(seconds))
    }

    @Test func aRampToWhereItStartsStaysThereToItsEnd() {
        expect(Ramp(from: 10, to: 10, start: .zero, length: .seconds(40)).leaves(10), equals: .seconds(40))
    }

    @Test func aRampWithoutLengthIsAtItsEndAtOnce() {
        expect(Ramp(from: 10, to: 20, start: .seconds(1), length: .zero).value(at: .seconds(1)), equals: 20)
    }

    @Test(arguments: [
        (Duration.seconds(1), UInt16(20)), (.milliseconds(2950), 1), (.milliseconds(2901), 1),
        (.milliseconds(2899), 2),
        (.seconds(3), 0), (.seconds(4), 0),
    ])
    func remainingTimeIsRoundedUpToTenths(_ now: Duration, _ expected: UInt16) {
        let ramp = Ramp(from: 0, to: 1, start: .seconds(1), length: .seconds(2))
        expect(ramp.remainingTenths(at: now), equals: expected)
    }

    @Test func aTimeTooLongForMattersTypeIsShownAsItsLongest() {
        expect(Ramp(from: 0, to: 1, start: .zero, length: .seconds(100_000)).remainingTenths(at: .zero), equals: 65534)
    }

    @Test func remainingTimeIsDueFrom0ToOver10OnAJumpOver10AndAt0() {
        var rule = RemainingTimeRule()
        expectNil(rule.begin(end: .seconds(1), at: .zero))
        expect(rule.begin(end: .seconds(3), at: .zero), equals: 30)
        expectNil(rule.begin(end: .seconds(4), at: .seconds(1)))
        expect(rule.begin(end: .milliseconds(5100), at: .seconds(1)), equals: 41)
        expect(rule.begin(end: nil, at: .seconds(1)), equals: 0)
        expectNil(rule.begin(end: nil, at: .seconds(1)))
        expect(rule.finish(), equals: 0)
    }
}
