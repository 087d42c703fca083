internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of Thermostat, one by one.
@Suite struct ThermostatBehaviorTests {
    typealias T = Matter.ThermostatTrait

    private func thermostat(_ features: T.Feature = [.heating, .cooling, .autoMode]) -> Bench {
        Bench([ThermostatBehavior(features, room: 2050)])
    }

    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(ThermostatBehavior.self) }

    private func raise(_ mode: T.SetpointRaiseLowerModeEnum, _ amount: Int8) -> T.Commands.SetpointRaiseLower {
        var command = T.Commands.SetpointRaiseLower()
        command.mode = mode
        command.amount = amount
        return command
    }

    @Test func aSetpointOutsideTheUsersLimitsIsCONSTRAINTERROR() throws {
        var bench = thermostat()
        try bench.write(T.self) { $0.maxHeatSetpointLimit = 2400 }
        expect(status { try bench.write(T.self) { $0.occupiedHeatingSetpoint = 2500 } }, equals: .constraintError)
        expect(status { try bench.write(T.self) { $0.occupiedCoolingSetpoint = 1500 } }, equals: .constraintError)
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 2000)
    }

    @Test func highHeatingSetpointPushesCoolingUp() throws {
        var bench = thermostat()
        try bench.write(T.self) { $0.occupiedHeatingSetpoint = 2500 }
        try expect(attributes(bench).occupiedCoolingSetpoint, equals: 2700)
    }

    @Test func lowCoolingSetpointPushesHeatingDown() throws {
        var bench = thermostat()
        try bench.write(T.self) { $0.occupiedCoolingSetpoint = 1900 }
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 1700)
    }

    @Test func aPushThatFindsNoRoomIsCONSTRAINTERROR() throws {
        var bench = thermostat()
        try bench.write(T.self) { $0.maxCoolSetpointLimit = 2600 }
        expect(status { try bench.write(T.self) { $0.occupiedHeatingSetpoint = 2700 } }, equals: .constraintError)
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 2000)
    }

    @Test func bothSetpointsInOneWriteMustKeepTheDeadBand() {
        var bench = thermostat()
        expect(
            status {
                try bench.write(T.self) {
                    $0.occupiedHeatingSetpoint = 2300
                    $0.occupiedCoolingSetpoint = 2400
                }
            }, equals: .constraintError)
    }

    @Test func writingALimitMovesTheSetpointThatItCuts() throws {
        var bench = thermostat()
        try bench.write(T.self) { $0.maxHeatSetpointLimit = 1800 }
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 1800)
        try bench.write(T.self) { $0.minCoolSetpointLimit = 2800 }
        try expect(attributes(bench).occupiedCoolingSetpoint, equals: 2800)
    }

    @Test func badLimitIsConstraintError() {
        var bench = thermostat()
        expect(status { try bench.write(T.self) { $0.maxHeatSetpointLimit = 3100 } }, equals: .constraintError)
        expect(
            status {
                try bench.write(T.self) {
                    $0.minHeatSetpointLimit = 2500
                    $0.maxHeatSetpointLimit = 2400
                }
            }, equals: .constraintError)
    }

    @Test func raiseLowerIsClampedAndKeepsTheDeadBand() throws {
        var bench = thermostat()
        try bench.send(T.self, 0, raise(.heat, 15))
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 2150)
        try bench.send(T.self, 0, raise(.both, -10))
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 2050)
        try expect(attributes(bench).occupiedCoolingSetpoint, equals: 2500)
        try bench.send(T.self, 0, raise(.heat, 127))
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 3000)
        try expect(attributes(bench).occupiedCoolingSetpoint, equals: 3200)
        try bench.send(T.self, 0, raise(.cool, -128))
        try expect(attributes(bench).occupiedCoolingSetpoint, equals: 1920)
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 1720)
    }

    @Test func raiseLowerOfAMissingModeIsInvalidCommand() throws {
        var bench = thermostat(.heating)
        expect(status { try bench.send(T.self, 0, raise(.cool, 1)) }, equals: .invalidCommand)
        expect(status { try bench.send(T.self, 0, raise(.init(rawValue: 9), 1)) }, equals: .invalidCommand)
        try bench.send(T.self, 0, raise(.both, 10))
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 2100)
    }

    /// MinSetpointDeadBand and ControlSequenceOfOperation: writes are ignored with success.
    @Test func ignoredWrites() throws {
        var bench = thermostat()
        try bench.write(T.self) {
            $0.minSetpointDeadBand = 5
            $0.controlSequenceOfOperation = .heatingOnly
        }
        try expect(attributes(bench).minSetpointDeadBand, equals: 20)
        try expect(attributes(bench).controlSequenceOfOperation, equals: .coolingAndHeating)
    }

    @Test func calibrationIsClampedAndShiftsTheTemperature() throws {
        var bench = thermostat()
        try bench.write(T.self) { $0.localTemperatureCalibration = 10 }
        try expect(attributes(bench).localTemperature, equals: 2150)
        try bench.write(T.self) { $0.localTemperatureCalibration = -128 }
        try expect(attributes(bench).localTemperatureCalibration, equals: -127)
    }

    @Test(
        arguments: [
            (T.Feature.heating, T.SystemModeEnum.cool), (.heating, .auto), (.cooling, .heat),
            (.cooling, .emergencyHeat),
            ([.heating, .cooling], .auto), ([.heating, .cooling, .autoMode], .unrecognized_(99)),
        ] as [(T.Feature, T.SystemModeEnum)])
    func systemModeOutsideTheSequenceIsRefused(_ features: T.Feature, _ mode: T.SystemModeEnum) {
        var bench = thermostat(features)
        expect(status { try bench.write(T.self) { $0.systemMode = mode } }, equals: .constraintError)
    }

    @Test func localTemperatureIsNullWhereItIsNotExposed() throws {
        var bench = thermostat([.heating, .localTemperatureNotExposed])
        bench.pass(.seconds(60))
        try expect(attributes(bench).$localTemperature.isNull)
    }

    @Test func holdWithADurationExpiresHoldOffClearsTheExpiry() throws {
        var bench = thermostat()
        try bench.write(T.self) {
            $0.temperatureSetpointHold = .setpointHoldOn
            $0.temperatureSetpointHoldDuration = 2
        }
        let expiry = UInt32(1_800_000_000 + 100 + 120 - 946_684_800)
        try expect(attributes(bench).setpointHoldExpiryTimestamp, equals: expiry)
        bench.pass(.seconds(119))
        try expect(attributes(bench).temperatureSetpointHold, equals: .setpointHoldOn)
        bench.pass(.seconds(1))
        try expect(attributes(bench).temperatureSetpointHold, equals: .setpointHoldOff)
        try expect(attributes(bench).$setpointHoldExpiryTimestamp.isNull)
        try bench.write(T.self) { $0.temperatureSetpointHold = .setpointHoldOn }
        try bench.write(T.self) { $0.temperatureSetpointHold = .setpointHoldOff }
        try expect(attributes(bench).$setpointHoldExpiryTimestamp.isNull)
    }

    @Test func theRoomFollowsTheSetpointHeatedOrCooled() throws {
        var bench = thermostat()
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

    @Test func setpointsAndModesOutliveARestart() throws {
        var bench = thermostat()
        try bench.write(T.self) {
            $0.occupiedHeatingSetpoint = 2222
            $0.systemMode = .heat
        }
        bench = bench.restarted([ThermostatBehavior()])
        try expect(attributes(bench).occupiedHeatingSetpoint, equals: 2222)
        try expect(attributes(bench).systemMode, equals: .heat)
    }
}
