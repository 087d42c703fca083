internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of LevelControl, one by one.
@Suite struct LevelControlBehaviorTests {
    typealias T = Matter.LevelControlTrait

    private func light(isOn: Bool = true, level: UInt8 = 100, fade: UInt16? = nil) -> Bench {
        Bench([
            OnOffBehavior(.lighting, isOn: isOn),
            LevelControlBehavior([.onOff, .lighting], level: level, onOffTransitionTime: fade),
        ])
    }

    private func moveTo(_ level: UInt8, _ time: UInt16?) -> T.Commands.MoveToLevel {
        var command = T.Commands.MoveToLevel()
        command.level = level
        command.transitionTime = time
        return command
    }

    private func moveToWithOnOff(_ level: UInt8, _ time: UInt16?) -> T.Commands.MoveToLevelWithOnOff {
        var command = T.Commands.MoveToLevelWithOnOff()
        command.level = level
        command.transitionTime = time
        return command
    }

    private func level(_ bench: Bench) throws -> UInt8? { try bench.attributes(LevelControlBehavior.self).currentLevel }
    private func isOn(_ bench: Bench) throws -> Bool? { try bench.attributes(OnOffBehavior.self).onOff }

    @Test func levelOver254IsRefusedAndOthersAreClamped() throws {
        var bench = light()
        expect(status { try bench.send(T.self, 0, moveTo(255, 0)) }, equals: .constraintError)
        try bench.send(T.self, 0, moveTo(0, 0))
        try expect(level(bench), equals: 1)
    }

    @Test func transitionReportsEachSecondAndAtTheEnd() throws {
        var bench = light(level: 100)
        let start = bench.now
        try bench.send(T.self, 0, moveTo(200, 25))
        bench.pass(.seconds(10))
        let reports = bench.reports(of: T.self, 0, since: start)
        expect(reports.map(\.time), equals: [.seconds(1), .seconds(2), .milliseconds(2500)])
        expect(reports.map(\.value), equals: [140, 180, 200])
        expectNil(bench.device.deadline)
    }

    @Test func aSlowTransitionWaitsForTheNextLevel() throws {
        var bench = light(level: 100)
        let start = bench.now
        try bench.send(T.self, 0, moveTo(103, 300))
        var wakes = 0
        while let due = bench.device.deadline {
            wakes += 1
            bench.pass(due - bench.now)
        }
        let reports = bench.reports(of: T.self, 0, since: start)
        expect(reports.map(\.time), equals: [.seconds(5), .seconds(15), .seconds(25)])
        expect(reports.map(\.value), equals: [101, 102, 103])
        expect(bench.now - start, equals: .seconds(30))
        expect(wakes, equals: 5)
    }

    @Test func remainingTimeIsReportedAtStartJumpAndEnd() throws {
        var bench = light(level: 100)
        let start = bench.now
        try bench.send(T.self, 0, moveTo(200, 100))
        bench.pass(.seconds(2))
        try bench.send(T.self, 0, moveTo(210, 85))
        try bench.send(T.self, 0, moveTo(220, 50))
        bench.pass(.seconds(20))
        expect(bench.reports(of: T.self, 1, since: start).map(\.value), equals: [100, 50, 0])
        try bench.send(T.self, 0, moveTo(100, 8))
        bench.pass(.seconds(2))
        expect(bench.reports(of: T.self, 1, since: start).count, equals: 3)
    }

    @Test func nullTransitionUsesOnOffTransitionTimeOrNone() throws {
        var fast = light()
        try fast.send(T.self, 0, moveTo(50, nil))
        try expect(level(fast), equals: 50)
        var slow = light(fade: 20)
        try slow.send(T.self, 0, moveTo(50, nil))
        try expect(level(slow), equals: 100)
        slow.pass(.seconds(2))
        try expect(level(slow), equals: 50)
    }

    @Test func offLightIgnoresLevelUnlessExecuteIfOff() throws {
        var bench = light(isOn: false)
        try bench.send(T.self, 0, moveTo(50, 0))
        try expect(level(bench), equals: 100)
        var command = moveTo(50, 0)
        command.optionsMask = .executeIfOff
        command.optionsOverride = .executeIfOff
        try bench.send(T.self, 0, command)
        try expect(level(bench), equals: 50)
        try bench.write(T.self) { $0.options = .executeIfOff }
        try bench.send(T.self, 0, moveTo(60, 0))
        try expect(level(bench), equals: 60)
        command = moveTo(70, 0)
        command.optionsMask = .executeIfOff
        try bench.send(T.self, 0, command)
        try expect(level(bench), equals: 60)
        try expect(isOn(bench), equals: false)
    }

    @Test func levelWithOnOffTurnsOnFirstAndOffAtLowest() throws {
        var bench = light(isOn: false)
        try bench.send(T.self, 4, moveToWithOnOff(150, 10))
        try expect(isOn(bench), equals: true)
        bench.pass(.seconds(1))
        try expect(level(bench), equals: 150)
        try bench.send(T.self, 4, moveToWithOnOff(1, 10))
        try expect(isOn(bench), equals: true)
        bench.pass(.seconds(1))
        try expect(isOn(bench), equals: false)
        try expect(level(bench), equals: 1)
    }

    @Test func offLightStaysOffForTheLowestLevel() throws {
        var bench = light(isOn: false)
        try bench.send(T.self, 4, moveToWithOnOff(0, 0))
        expect(bench.reports.filter { $0.traitID == Matter.OnOffTrait.descriptor.id }.isEmpty)
    }

    @Test func moveRunsAtItsRateAndNullUsesTheDefault() throws {
        var bench = light(level: 54)
        var command = T.Commands.Move()
        command.moveMode = .up
        command.rate = 0
        expect(status { try bench.send(T.self, 1, command) }, equals: .invalidCommand)
        command.rate = 20
        try bench.send(T.self, 1, command)
        bench.pass(.seconds(5))
        try expect(level(bench), equals: 154)
        bench.pass(.seconds(6))
        try expect(level(bench), equals: 254)
        command.moveMode = .down
        command.rate = nil
        try bench.send(T.self, 1, command)
        bench.pass(.seconds(1))
        try expect(level(bench), equals: 204)
    }

    @Test func moveWithoutAnyRateGoesAsFastAsItCan() throws {
        var bench = light()
        try bench.write(T.self) { $0.defaultMoveRate = nil }
        try bench.send(T.self, 1, T.Commands.Move())
        try expect(level(bench), equals: 254)
    }

    @Test func aModeThatDoesNotExistIsINVALIDCOMMAND() {
        var bench = light()
        var move = T.Commands.Move()
        move.moveMode = .init(rawValue: 7)
        move.rate = 1
        expect(status { try bench.send(T.self, 1, move) }, equals: .invalidCommand)
        var step = T.Commands.Step()
        step.stepMode = .init(rawValue: 7)
        step.stepSize = 1
        expect(status { try bench.send(T.self, 2, step) }, equals: .invalidCommand)
    }

    @Test func moveWithOnOffUpTurnsOnDownToTheLowestTurnsOff() throws {
        var bench = light(isOn: false, level: 10)
        var command = T.Commands.MoveWithOnOff()
        command.rate = 100
        try bench.send(T.self, 5, command)
        try expect(isOn(bench), equals: true)
        bench.pass(.seconds(3))
        command.moveMode = .down
        try bench.send(T.self, 5, command)
        bench.pass(.seconds(3))
        try expect(isOn(bench), equals: false)
    }

    @Test func stepIsCutAtTheLimitAndZeroIsRefused() throws {
        var bench = light(level: 244)
        var command = T.Commands.Step()
        expect(status { try bench.send(T.self, 2, command) }, equals: .invalidCommand)
        command.stepMode = .up
        command.stepSize = 20
        command.transitionTime = 40
        let start = bench.now
        try bench.send(T.self, 2, command)
        bench.pass(.seconds(10))
        expect(bench.reports(of: T.self, 0, since: start).last?.time, equals: .seconds(2))
        try expect(level(bench), equals: 254)
    }

    @Test func stepWithOnOffUpTurnsOnDownToTheLowestTurnsOff() throws {
        var bench = light(isOn: false, level: 30)
        var command = T.Commands.StepWithOnOff()
        command.stepSize = 10
        command.transitionTime = 0
        try bench.send(T.self, 6, command)
        try expect(isOn(bench), equals: true)
        try expect(level(bench), equals: 40)
        command.stepMode = .down
        command.stepSize = 200
        try bench.send(T.self, 6, command)
        try expect(isOn(bench), equals: false)
    }

    @Test func stopStaysWhereItIsWithRemainingTime0() throws {
        var bench = light(level: 100)
        try bench.send(T.self, 0, moveTo(200, 100))
        bench.pass(.milliseconds(4500))
        try bench.send(T.self, 3, T.Commands.Stop())
        try expect(level(bench), equals: 145)
        try expect(bench.attributes(LevelControlBehavior.self).remainingTime, equals: 0)
        bench.pass(.seconds(10))
        try expect(level(bench), equals: 145)
    }

    @Test func onFadesFromTheLowestToTheLastLevelOrToOnLevel() throws {
        var bench = light(isOn: false, level: 101, fade: 20)
        try bench.send(Matter.OnOffTrait.self, 1)
        bench.pass(.seconds(1))
        try expect(level(bench), equals: 51)
        bench.pass(.seconds(1))
        try expect(level(bench), equals: 101)
        try bench.write(T.self) { $0.onLevel = 33 }
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(2))
        try bench.send(Matter.OnOffTrait.self, 1)
        bench.pass(.seconds(2))
        try expect(level(bench), equals: 33)
    }

    @Test func offFadesThenRestoresTheLevelIfOnLevelIsNull() throws {
        var bench = light(level: 101, fade: 20)
        try bench.send(Matter.OnOffTrait.self, 0)
        try expect(isOn(bench), equals: false)
        bench.pass(.seconds(1))
        try expect(level(bench), equals: 51)
        bench.pass(.seconds(1))
        try expect(level(bench), equals: 101)
        try bench.write(T.self) { $0.onLevel = 33 }
        try bench.send(Matter.OnOffTrait.self, 1)
        bench.pass(.seconds(2))
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(2))
        try expect(level(bench), equals: 1)
    }

    @Test func onDuringTheFadeToOffGoesBackUpToTheLevelFromBefore() throws {
        var bench = light(level: 101, fade: 20)
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(1))
        try bench.send(Matter.OnOffTrait.self, 1)
        bench.pass(.seconds(2))
        try expect(level(bench), equals: 101)
    }

    @Test func onAndOffTransitionTimesOverrideTheCommonOne() throws {
        var bench = light(level: 101, fade: 20)
        try bench.write(T.self) {
            $0.onTransitionTime = 0
            $0.offTransitionTime = 40
        }
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(2))
        try expect(level(bench), equals: 51)
        try bench.send(Matter.OnOffTrait.self, 1)
        try expect(level(bench), equals: 101)
    }

    @Test(arguments: [
        (UInt8?.none, UInt8(77)), (0, 1), (200, 200),
    ])
    func startUpLevelIsLowestPreviousOrTheValue(_ startUp: UInt8?, _ expected: UInt8) throws {
        var bench = light(level: 77)
        try bench.write(T.self) { $0.startUpCurrentLevel = startUp }
        try bench.send(T.self, 0, moveTo(77, 0))
        bench = bench.restarted([OnOffBehavior(.lighting), LevelControlBehavior([.onOff, .lighting], level: 5)])
        try expect(level(bench), equals: expected)
    }

    @Test func restartEndsATransition() throws {
        var bench = light(level: 100)
        try bench.send(T.self, 0, moveTo(200, 100))
        bench.pass(.seconds(5))
        bench = bench.restarted([OnOffBehavior(.lighting), LevelControlBehavior([.onOff, .lighting], level: 5)])
        try expect(level(bench), equals: 150)
        try expect(bench.attributes(LevelControlBehavior.self).remainingTime, equals: 0)
        expectNil(bench.device.deadline)
    }

    @Test func aSpeakersVolumeIsNotCoupledToFadesAndMayBe0() throws {
        var bench = Bench([OnOffBehavior(isOn: true), LevelControlBehavior([], level: 90)])
        try bench.send(T.self, 0, moveTo(0, 0))
        try expect(level(bench), equals: 0)
        try expect(bench.attributes(LevelControlBehavior.self).$remainingTime.isSupported, equals: false)
    }
}
