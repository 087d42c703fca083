internal import ExampleMaker
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

@Suite struct SpinnerBehaviorTests {
    typealias T = ExampleOrganization.SpinnerTrait

    private func spinner() -> Bench {
        Bench([OnOffBehavior(isOn: true), SpinnerBehavior(label: "Stand", maxSpeed: 120)])
    }

    private func rpm(_ bench: Bench) throws -> UInt16? { try bench.attributes(SpinnerBehavior.self).rpm }

    private func spin(_ turns: UInt16, _ speed: Presence<UInt16> = .absent) -> T.Commands.Spin {
        var command = T.Commands.Spin()
        command.turns = turns
        command.speed = speed
        return command
    }

    @Test func aWrittenSpeedIsWhereItGoesStepByStep() throws {
        var bench = spinner()
        try bench.write(T.self) { $0.rpm = 40 }
        try expect(rpm(bench), equals: 15)
        bench.pass(.milliseconds(500))
        try expect(rpm(bench), equals: 30)
        bench.pass(.milliseconds(500))
        try expect(rpm(bench), equals: 40)
        expectNil(bench.device.deadline)
        expect(status { try bench.write(T.self) { $0.rpm = 125 } }, equals: .constraintError)
    }

    @Test func spinMakesItsTurnsAndStopsANullSpeedIsItsOwnChoice() throws {
        var bench = spinner()
        try bench.send(T.self, 0, spin(10, .value(60)))
        bench.pass(.seconds(9))
        try expect(rpm(bench), equals: 60)
        bench.pass(.seconds(3))
        try expect(rpm(bench), equals: 0)
        try bench.send(T.self, 0, spin(5, .null))
        bench.pass(.seconds(1))
        try expect(rpm(bench), equals: 45)
        expect(status { try bench.send(T.self, 0, spin(1, .value(500))) }, equals: .constraintError)
    }

    @Test func calibrateWantsItToStandStillAndThenTakesItsTime() throws {
        var bench = spinner()
        try bench.write(T.self) { $0.rpm = 5 }
        expect(status { try bench.send(T.self, 1) }, equals: .invalidInState)
        try bench.write(T.self) { $0.rpm = 0 }
        try bench.send(T.self, 1)
        expect(status { try bench.send(T.self, 0, spin(1)) }, equals: .busy)
        bench.pass(.seconds(3))
        try bench.send(T.self, 0, spin(1))
    }

    @Test func jamStopsItWithAnEventOfTheSpeed() throws {
        var bench = spinner()
        try bench.write(T.self) { $0.rpm = 30 }
        bench.pass(.seconds(1))
        bench.sense(.jam)
        try expect(rpm(bench), equals: 0)
        try expect(bench.payloads(T.JammedEvent.self, of: T.descriptor).map(\.atSpeed), equals: [30])
    }

    @Test func turnedOffItRunsDown() throws {
        var bench = spinner()
        try bench.write(T.self) { $0.rpm = 30 }
        bench.pass(.seconds(1))
        try bench.send(Matter.OnOffTrait.self, 0)
        bench.pass(.seconds(1))
        try expect(rpm(bench), equals: 0)
    }
}
