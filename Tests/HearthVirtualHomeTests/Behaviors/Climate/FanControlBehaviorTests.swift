internal import HearthTraitCore
internal import HearthTraits
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
        #expect(status { try bench.write(T.self) { $0.fanMode = .medium } } == .invalidInState)
        #expect(status { try bench.write(T.self) { $0.fanMode = .auto } } == .invalidInState)
        #expect(status { try bench.write(T.self) { $0.fanMode = .init(rawValue: 42) } } == .constraintError)
    }

    @Test func onBecomesHighAndSmartBecomesAutoOrHigh() throws {
        var bench = fan()
        try bench.write(T.self) { $0.fanMode = .on }
        #expect(try attributes(bench).fanMode == .high)
        try bench.write(T.self) { $0.fanMode = .smart }
        #expect(try attributes(bench).fanMode == .auto)
        var simple = fan(.offLowHigh)
        try simple.write(T.self) { $0.fanMode = .smart }
        #expect(try attributes(simple).fanMode == .high)
    }

    @Test func offSetsPercentSpeedAndBothPresentValuesTo0() throws {
        var bench = fan()
        try bench.write(T.self) { $0.percentSetting = 70 }
        bench.pass(.seconds(10))
        try bench.write(T.self) { $0.fanMode = .off }
        let now = try attributes(bench)
        #expect(now.percentSetting == 0 && now.percentCurrent == 0 && now.speedSetting == 0 && now.speedCurrent == 0)
    }

    @Test func autoSetsNullAndWritingNullChangesNothing() throws {
        var bench = fan()
        try bench.write(T.self) { $0.fanMode = .auto }
        #expect(try attributes(bench).$percentSetting.isNull)
        #expect(try attributes(bench).$speedSetting.isNull)
        try bench.write(T.self) { $0.percentSetting = nil }
        #expect(try attributes(bench).fanMode == .auto)
        bench.pass(.seconds(10))
        #expect(try attributes(bench).percentCurrent == UInt8(FanControlBehavior.autoPercent))
    }

    @Test func nullNeedsAutoAndPercentIsAtMost100() throws {
        var bench = fan()
        try bench.write(T.self) { $0.percentSetting = 50 }
        #expect(status { try bench.write(T.self) { $0.percentSetting = nil } } == .invalidInState)
        #expect(status { try bench.write(T.self) { $0.percentSetting = 101 } } == .constraintError)
        #expect(status { try bench.write(T.self) { $0.speedSetting = nil } } == .invalidInState)
        #expect(status { try bench.write(T.self) { $0.speedSetting = 11 } } == .constraintError)
        #expect(try attributes(bench).percentSetting == 50)
    }

    @Test func speedRoundsUpAndPercentRoundsDown() throws {
        var bench = fan(speedMax: 7)
        try bench.write(T.self) { $0.percentSetting = 30 }
        #expect(try attributes(bench).speedSetting == 3)
        try bench.write(T.self) { $0.speedSetting = 5 }
        #expect(try attributes(bench).percentSetting == 71)
    }

    @Test(arguments: [
        (UInt8(0), T.FanModeEnum.off), (1, .low), (33, .low), (34, .medium), (66, .medium), (67, .high),
        (100, .high),
    ])
    func aPercentageChoosesTheMode0IsOff(_ percent: UInt8, _ mode: T.FanModeEnum) throws {
        var bench = fan()
        try bench.write(T.self) { $0.percentSetting = percent }
        #expect(try attributes(bench).fanMode == mode)
    }

    @Test(arguments: [T.FanModeEnum.low, .medium, .high])
    func aModeChoosesAPercentageThatMeansThatMode(_ mode: T.FanModeEnum) throws {
        var bench = fan()
        try bench.write(T.self) { $0.fanMode = mode }
        let percent = try #require(attributes(bench).percentSetting)
        try bench.write(T.self) { $0.percentSetting = percent }
        #expect(try attributes(bench).fanMode == mode)
    }

    @Test func rockingAndWindThatTheFanLacksAreCONSTRAINTERROR() throws {
        var bench = fan()
        #expect(status { try bench.write(T.self) { $0.rockSetting = .rockRound } } == .constraintError)
        try bench.write(T.self) { $0.rockSetting = .rockUpDown }
        try bench.write(T.self) { $0.windSetting = .sleepWind }
        #expect(try attributes(bench).rockSetting == .rockUpDown)
    }

    @Test func stepMovesBySpeedsAndWrapsOrStops() throws {
        var bench = fan(speedMax: 3)
        var step = T.Commands.Step()
        step.direction = .decrease
        try bench.send(T.self, 0, step)
        #expect(try attributes(bench).speedSetting == 0)
        step.wrap = true
        try bench.send(T.self, 0, step)
        #expect(try attributes(bench).speedSetting == 3)
        step.direction = .increase
        step.lowestOff = false
        try bench.send(T.self, 0, step)
        #expect(try attributes(bench).speedSetting == 1)
        step.direction = .decrease
        step.wrap = false
        try bench.send(T.self, 0, step)
        #expect(try attributes(bench).speedSetting == 1)
    }

    @Test func thePresentPercentageLagsBehindTheSetting() throws {
        var bench = fan()
        try bench.write(T.self) { $0.percentSetting = 50 }
        #expect(try attributes(bench).percentCurrent == 0)
        bench.pass(.seconds(1))
        #expect(try attributes(bench).percentCurrent == 40)
        bench.pass(.seconds(1))
        #expect(try attributes(bench).percentCurrent == 50)
        #expect(bench.device.deadline == nil)
    }
}
