internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of FanControl, one by one.
@Suite struct FanControlBehaviorTests {
    typealias T = Matter.FanControlTrait

    private func fan(_ sequence: T.FanModeSequenceEnum = .offLowMedHighAuto, speedMax: UInt8 = 10) -> Bench {
        Bench([FanControlBehavior(sequence: sequence, speedMax: speedMax)])
    }

    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(FanControlBehavior.self) }

    /// A mode that the sequence lacks is INVALID_IN_STATE, an unknown one is CONSTRAINT_ERROR.
    @Test func modes() {
        var bench = fan(.offLowHigh)
        expect(status { try bench.write(T.self) { $0.fanMode = .medium } }, equals: .invalidInState)
        expect(status { try bench.write(T.self) { $0.fanMode = .auto } }, equals: .invalidInState)
        expect(status { try bench.write(T.self) { $0.fanMode = .init(rawValue: 42) } }, equals: .constraintError)
    }

    @Test func onBecomesHighAndSmartBecomesAutoOrHigh() throws {
        var bench = fan()
        try bench.write(T.self) { $0.fanMode = .on }
        try expect(attributes(bench).fanMode, equals: .high)
        try bench.write(T.self) { $0.fanMode = .smart }
        try expect(attributes(bench).fanMode, equals: .auto)
        var simple = fan(.offLowHigh)
        try simple.write(T.self) { $0.fanMode = .smart }
        try expect(attributes(simple).fanMode, equals: .high)
    }

    @Test func offSetsPercentSpeedAndBothPresentValuesTo0() throws {
        var bench = fan()
        try bench.write(T.self) { $0.percentSetting = 70 }
        bench.pass(.seconds(10))
        try bench.write(T.self) { $0.fanMode = .off }
        let now = try attributes(bench)
        expect(now.percentSetting, equals: 0)
        expect(now.percentCurrent, equals: 0)
        expect(now.speedSetting, equals: 0)
        expect(now.speedCurrent, equals: 0)
    }

    @Test func autoSetsNullAndWritingNullChangesNothing() throws {
        var bench = fan()
        try bench.write(T.self) { $0.fanMode = .auto }
        try expect(attributes(bench).$percentSetting.isNull)
        try expect(attributes(bench).$speedSetting.isNull)
        try bench.write(T.self) { $0.percentSetting = nil }
        try expect(attributes(bench).fanMode, equals: .auto)
        bench.pass(.seconds(10))
        try expect(attributes(bench).percentCurrent, equals: UInt8(FanControlBehavior.autoPercent))
    }

    @Test func nullNeedsAutoAndPercentIsAtMost100() throws {
        var bench = fan()
        try bench.write(T.self) { $0.percentSetting = 50 }
        expect(status { try bench.write(T.self) { $0.percentSetting = nil } }, equals: .invalidInState)
        expect(status { try bench.write(T.self) { $0.percentSetting = 101 } }, equals: .constraintError)
        expect(status { try bench.write(T.self) { $0.speedSetting = nil } }, equals: .invalidInState)
        expect(status { try bench.write(T.self) { $0.speedSetting = 11 } }, equals: .constraintError)
        try expect(attributes(bench).percentSetting, equals: 50)
    }

    @Test func speedRoundsUpAndPercentRoundsDown() throws {
        var bench = fan(speedMax: 7)
        try bench.write(T.self) { $0.percentSetting = 30 }
        try expect(attributes(bench).speedSetting, equals: 3)
        try bench.write(T.self) { $0.speedSetting = 5 }
        try expect(attributes(bench).percentSetting, equals: 71)
    }

    @Test(arguments: [
        (UInt8(0), T.FanModeEnum.off), (1, .low), (33, .low), (34, .medium), (66, .medium), (67, .high),
        (100, .high),
    ])
    func aPercentageChoosesTheMode0IsOff(_ percent: UInt8, _ mode: T.FanModeEnum) throws {
        var bench = fan()
        try bench.write(T.self) { $0.percentSetting = percent }
        try expect(attributes(bench).fanMode, equals: mode)
    }

    @Test(arguments: [T.FanModeEnum.low, .medium, .high])
    func aModeChoosesAPercentageThatMeansThatMode(_ mode: T.FanModeEnum) throws {
        var bench = fan()
        try bench.write(T.self) { $0.fanMode = mode }
        let percent = try require(attributes(bench).percentSetting)
        try bench.write(T.self) { $0.percentSetting = percent }
        try expect(attributes(bench).fanMode, equals: mode)
    }

    @Test func rockingAndWindThatTheFanLacksAreCONSTRAINTERROR() throws {
        var bench = fan()
        expect(status { try bench.write(T.self) { $0.rockSetting = .rockRound } }, equals: .constraintError)
        try bench.write(T.self) { $0.rockSetting = .rockUpDown }
        try bench.write(T.self) { $0.windSetting = .sleepWind }
        try expect(attributes(bench).rockSetting, equals: .rockUpDown)
    }

    @Test func stepMovesBySpeedsAndWrapsOrStops() throws {
        var bench = fan(speedMax: 3)
        var step = T.Commands.Step()
        step.direction = .decrease
        try bench.send(T.self, 0, step)
        try expect(attributes(bench).speedSetting, equals: 0)
        step.wrap = true
        try bench.send(T.self, 0, step)
        try expect(attributes(bench).speedSetting, equals: 3)
        step.direction = .increase
        step.lowestOff = false
        try bench.send(T.self, 0, step)
        try expect(attributes(bench).speedSetting, equals: 1)
        step.direction = .decrease
        step.wrap = false
        try bench.send(T.self, 0, step)
        try expect(attributes(bench).speedSetting, equals: 1)
    }

    @Test func thePresentPercentageLagsBehindTheSetting() throws {
        var bench = fan()
        try bench.write(T.self) { $0.percentSetting = 50 }
        try expect(attributes(bench).percentCurrent, equals: 0)
        bench.pass(.seconds(1))
        try expect(attributes(bench).percentCurrent, equals: 40)
        bench.pass(.seconds(1))
        try expect(attributes(bench).percentCurrent, equals: 50)
        expectNil(bench.device.deadline)
    }
}
