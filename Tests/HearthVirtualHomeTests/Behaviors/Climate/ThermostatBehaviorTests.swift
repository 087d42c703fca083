internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

@Suite struct ThermostatBehaviorTests {
    typealias T = Matter.ThermostatTrait

    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(ThermostatBehavior.self) }

    @Test func theRoomFollowsTheSetpointHeatedOrCooled() throws {
        var bench = Bench([ThermostatBehavior([.heating, .cooling, .autoMode], room: 2050)])
        try bench.write(T.self) { $0.occupiedHeatingSetpoint = 2300 }
        try expect(attributes(bench).thermostatRunningState?.contains(.heat), equals: true)
        try expect(attributes(bench).thermostatRunningMode, equals: .heat)
        bench.pass(.seconds(900))
        let warm = try require(attributes(bench).localTemperature)
        expect((2250...2350).contains(warm))
        try bench.write(T.self) { $0.systemMode = .cool }
        try bench.write(T.self) { $0.occupiedCoolingSetpoint = 1900 }
        try expect(attributes(bench).thermostatRunningState?.contains(.cool), equals: true)
        bench.pass(.seconds(900))
        let cool = try require(attributes(bench).localTemperature)
        expect(cool, isAtMost: 1950)
        try bench.write(T.self) { $0.systemMode = .off }
        try expect(attributes(bench).thermostatRunningState, equals: [])
    }
}
