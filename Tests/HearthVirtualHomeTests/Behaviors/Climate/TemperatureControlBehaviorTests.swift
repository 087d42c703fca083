internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

@Suite struct TemperatureControlBehaviorTests {
    typealias T = Matter.TemperatureControlTrait

    private func target(_ temperature: Int16? = nil, level: UInt8? = nil) -> T.Commands.SetTemperature {
        var command = T.Commands.SetTemperature()
        command.targetTemperature = temperature
        command.targetTemperatureLevel = level
        return command
    }

    @Test func byDegreesWithinTheRangeAndInItsSteps() throws {
        var bench = Bench([TemperatureControlBehavior(-1800, in: -2400...(-1500), step: 100)])
        try bench.send(T.self, 0, target(-2000))
        try expect(bench.attributes(TemperatureControlBehavior.self).temperatureSetpoint, equals: -2000)
        for (wrong, expected) in [
            (target(-1400), MatterStatus.constraintError), (target(-2500), .constraintError),
            (target(-1950), .constraintError), (target(level: 1), .invalidCommand),
        ] {
            expect(status { try bench.send(T.self, 0, wrong) }, equals: expected)
        }
        try expect(bench.attributes(TemperatureControlBehavior.self).temperatureSetpoint, equals: -2000)
        let restarted = bench.restarted([TemperatureControlBehavior(-1800, in: -2400...(-1500), step: 100)])
        try expect(restarted.attributes(TemperatureControlBehavior.self).temperatureSetpoint, equals: -2000)
    }

    @Test func byTraitsThePlaceOfOneOfThem() throws {
        var bench = Bench([TemperatureControlBehavior(levels: ["Low", "High"], selected: 0)])
        try bench.send(T.self, 0, target(level: 1))
        try expect(bench.attributes(TemperatureControlBehavior.self).selectedTemperatureLevel, equals: 1)
        expect(status { try bench.send(T.self, 0, target(level: 2)) }, equals: .constraintError)
        expect(status { try bench.send(T.self, 0, target(400)) }, equals: .invalidCommand)
    }
}
