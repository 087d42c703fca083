internal import HearthTraitCore
internal import HearthTraits
internal import Testing

@testable internal import HearthDevices

/// The rules of LevelControl, one by one.
@Suite("LevelControl")
struct LevelControlBehaviorTests {
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

    @Test("A level over 254 is CONSTRAINT_ERROR; others are clamped into the range")
    func limits() throws {
        var bench = light()
        #expect(status { try bench.send(T.self, 0, moveTo(255, 0)) } == .constraintError)
        try bench.send(T.self, 0, moveTo(0, 0))
        #expect(try level(bench) == 1)
    }

    @Test("A transition runs: the level is reported once a second and at the end")
    func transition() throws {
        var bench = light(level: 100)
        let start = bench.now
        try bench.send(T.self, 0, moveTo(200, 25))
        bench.pass(.seconds(10))
        let reports = bench.reports(of: T.self, 0, since: start)
        #expect(reports.map(\.time) == [.seconds(1), .seconds(2), .milliseconds(2500)])
        #expect(reports.map(\.value) == [140, 180, 200])
        #expect(bench.device.deadline == nil)
    }

    @Test("RemainingTime is reported when it leaves 0 for over 10, jumps over 10, and becomes 0")
    func remainingTime() throws {
        var bench = light(level: 100)
        let start = bench.now
        try bench.send(T.self, 0, moveTo(200, 100))
        bench.pass(.seconds(2))
        try bench.send(T.self, 0, moveTo(210, 85))
        try bench.send(T.self, 0, moveTo(220, 50))
        bench.pass(.seconds(20))
        #expect(bench.reports(of: T.self, 1, since: start).map(\.value) == [100, 50, 0])
        try bench.send(T.self, 0, moveTo(100, 8))
        bench.pass(.seconds(2))
        #expect(bench.reports(of: T.self, 1, since: start).count == 3)
    }

    @Test("A null transition time takes OnOffTransitionTime, or none at all")
    func nullTransitionTime() throws {
        var fast = light()
        try fast.send(T.self, 0, moveTo(50, nil))
        #expect(try level(fast) == 50)
        var slow = light(fade: 20)
        try slow.send(T.self, 0, moveTo(50, nil))
        #expect(try level(slow) == 100)
        slow.pass(.seconds(2))
        #expect(try level(slow) == 50)
    }

    @Test("Plain commands do nothing while off, unless ExecuteIfOff is in force")
    func executeIfOff() throws {
        var bench = light(isOn: false)
        try bench.send(T.self, 0, moveTo(50, 0))
        #expect(try level(bench) == 100)
        var command = moveTo(50, 0)
        command.optionsMask = .executeIfOff
        command.optionsOverride = .executeIfOff
        try bench.send(T.self, 0, command)
        #expect(try level(bench) == 50)
        try bench.write(T.self) { $0.options = .executeIfOff }
        try bench.send(T.self, 0, moveTo(60, 0))
        #expect(try level(bench) == 60)
        command = moveTo(70, 0)
        command.optionsMask = .executeIfOff
        try bench.send(T.self, 0, command)
        #expect(try level(bench) == 60)
        #expect(try isOn(bench) == false)
    }

    @Test("MoveToLevelWithOnOff turns on first, and off at the end when the level is the lowest")
    func withOnOff() throws {
        var bench = light(isOn: false)
        try bench.send(T.self, 4, moveToWithOnOff(150, 10))
        #expect(try isOn(bench) == true)
        bench.pass(.seconds(1))
        #expect(try level(bench) == 150)
        try bench.send(T.self, 4, moveToWithOnOff(1, 10))
        #expect(try isOn(bench) == true)
        bench.pass(.seconds(1))
        #expect(try isOn(bench) == false)
        #expect(try level(bench) == 1)
    }

    @Test("A light that is off is not turned on only to go to its lowest level")
    func withOnOffToLowestWhileOff() throws {
        var bench = light(isOn: false)
        try bench.send(T.self, 4, moveToWithOnOff(0, 0))
        #expect(bench.reports.filter { $0.traitID == Matter.OnOffTrait.descriptor.id }.isEmpty)
    }

    @Test("Move goes at its rate to the limit; a rate of 0 is INVALID_COMMAND, null is DefaultMoveRate")
    func move() throws {
        var bench = light(level: 54)
        var command = T.Commands.Move()
        command.moveMode = .up
        command.rate = 0
        #expect(status { try bench.send(T.self, 1, command) } == .invalidCommand)
        command.rate = 20
        try bench.send(T.self, 1, command)
        bench.pass(.seconds(5))
        #expect(try level(bench) == 154)
        bench.pass(.seconds(6))
        #expect(try level(bench) == 254)
        command.moveMode = .down
        command.rate = nil
        try bench.send(T.self, 1, command)
        bench.pass(.seconds(1))
        #expect(try level(bench) == 204)
    }

    @Test("Move without any rate goes as fast as it can")
    func moveWithoutRate() throws {
        var bench = light()
        try bench.write(T.self) { $0.defaultMoveRate = nil }
        try bench.send(T.self, 1, T.Commands.Move())
        #expect(try level(bench) == 254)
    }

    @Test("A mode that does not exist is INVALID_COMMAND")
    func unknownMode() {
        var bench = light()
        var move = T.Commands.Move()
        move.moveMode = .init(rawValue: 7)
        move.rate = 1
        #expect(status { try bench.send(T.self, 1, move) } == .invalidCommand)
        var step = T.Commands.Step()
        step.stepMode = .init(rawValue: 7)
        step.stepSize = 1
        #expect(status { try bench.send(T.self, 2, step) } == .invalidCommand)
    }

    @Test("MoveWithOnOff up turns on, down to the lowest turns off")
    func moveWithOnOff() throws {
        var bench = light(isOn: false, level: 10)
        var command = T.Commands.MoveWithOnOff()
        command.rate = 100
        try bench.send(T.self, 5, command)
        #expect(try isOn(bench) == true)
        bench.pass(.seconds(3))
        command.moveMode = .down
        try bench.send(T.self, 5, command)
        bench.pass(.seconds(3))
        #expect(try isOn(bench) == false)
    }

    @Test("Step goes by its size; a size of 0 is INVALID_COMMAND; the limit shortens the time")
    func step() throws {
        var bench = light(level: 244)
        var command = T.Commands.Step()
        #expect(status { try bench.send(T.self, 2, command) } == .invalidCommand)
        command.stepMode = .up
        command.stepSize = 20
        command.transitionTime = 40
        let start = bench.now
        try bench.send(T.self, 2, command)
        bench.pass(.seconds(10))
        #expect(bench.reports(of: T.self, 0, since: start).last?.time == .seconds(2))
        #expect(try level(bench) == 254)
    }

    @Test("StepWithOnOff up turns on; down to the lowest turns off")
    func stepWithOnOff() throws {
        var bench = light(isOn: false, level: 30)
        var command = T.Commands.StepWithOnOff()
        command.stepSize = 10
        command.transitionTime = 0
        try bench.send(T.self, 6, command)
        #expect(try isOn(bench) == true)
        #expect(try level(bench) == 40)
        command.stepMode = .down
        command.stepSize = 200
        try bench.send(T.self, 6, command)
        #expect(try isOn(bench) == false)
    }

    @Test("Stop stays where it is, with RemainingTime 0")
    func stop() throws {
        var bench = light(level: 100)
        try bench.send(T.self, 0, moveTo(200, 100))
        bench.pass(.milliseconds(4500))
        try bench.send(T.self, 3, T.Commands.Stop())
        #expect(try level(bench) == 145)
        #expect(try bench.attributes(LevelControlBehavior.self).remainingTime == 0)
        bench.pass(.seconds(10))
        #expect(try level(bench) == 145)
    }

    @Test("On fades from the lowest to the last level, or to OnLevel")
    func onFades() throws {
        var bench = light(isOn: false, level: 101, fade: 20)
        try bench.send(Matter.OnOffTrait.self, 1)
        bench.pass(.seconds(1))
        #expect(try level(bench) == 51)
        bench.pass(.seconds(1))
        #expect(try level(bench) == 101)
        try bench.write(T.self) { $0.onLevel = 33 }
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(2))
        try bench.send(Matter.OnOffTrait.self, 1)
        bench.pass(.seconds(2))
        #expect(try level(bench) == 33)
    }

    @Test("Off fades to the lowest, then the old level is put back where OnLevel is null")
    func offFades() throws {
        var bench = light(level: 101, fade: 20)
        try bench.send(Matter.OnOffTrait.self, 0)
        #expect(try isOn(bench) == false)
        bench.pass(.seconds(1))
        #expect(try level(bench) == 51)
        bench.pass(.seconds(1))
        #expect(try level(bench) == 101)
        try bench.write(T.self) { $0.onLevel = 33 }
        try bench.send(Matter.OnOffTrait.self, 1)
        bench.pass(.seconds(2))
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(2))
        #expect(try level(bench) == 1)
    }

    @Test("On during the fade to off goes back up to the level from before")
    func onDuringOffFade() throws {
        var bench = light(level: 101, fade: 20)
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(1))
        try bench.send(Matter.OnOffTrait.self, 1)
        bench.pass(.seconds(2))
        #expect(try level(bench) == 101)
    }

    @Test("OnTransitionTime and OffTransitionTime come before OnOffTransitionTime")
    func ownTransitionTimes() throws {
        var bench = light(level: 101, fade: 20)
        try bench.write(T.self) {
            $0.onTransitionTime = 0
            $0.offTransitionTime = 40
        }
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(2))
        #expect(try level(bench) == 51)
        try bench.send(Matter.OnOffTrait.self, 1)
        #expect(try level(bench) == 101)
    }

    @Test(
        "StartUpCurrentLevel: 0 is the lowest, null as before, else the value",
        arguments: [
            (UInt8?.none, UInt8(77)), (0, 1), (200, 200),
        ])
    func startUp(_ startUp: UInt8?, _ expected: UInt8) throws {
        var bench = light(level: 77)
        try bench.write(T.self) { $0.startUpCurrentLevel = startUp }
        try bench.send(T.self, 0, moveTo(77, 0))
        bench = bench.restarted([OnOffBehavior(.lighting), LevelControlBehavior([.onOff, .lighting], level: 5)])
        #expect(try level(bench) == expected)
    }

    @Test("A transition does not go on after a restart")
    func transitionEndsWithPower() throws {
        var bench = light(level: 100)
        try bench.send(T.self, 0, moveTo(200, 100))
        bench.pass(.seconds(5))
        bench = bench.restarted([OnOffBehavior(.lighting), LevelControlBehavior([.onOff, .lighting], level: 5)])
        #expect(try level(bench) == 150)
        #expect(try bench.attributes(LevelControlBehavior.self).remainingTime == 0)
        #expect(bench.device.deadline == nil)
    }

    @Test("A speaker's volume is not coupled to fades and may be 0")
    func speaker() throws {
        var bench = Bench([OnOffBehavior(isOn: true), LevelControlBehavior([], level: 90)])
        try bench.send(T.self, 0, moveTo(0, 0))
        #expect(try level(bench) == 0)
        #expect(try bench.attributes(LevelControlBehavior.self).$remainingTime.isSupported == false)
    }
}
