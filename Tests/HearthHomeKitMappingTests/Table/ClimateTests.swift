internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Fans, air purifiers, thermostats and air conditioners.
@Suite struct ClimateTests {
    // MARK: Fans

    private func fan(_ mode: UInt64, setting: TraitValue = .unsigned(0), current: UInt64 = 0) -> AccessoryView {
        AccessoryView(
            device(
                0x2B,
                [
                    0x202: [
                        0: .unsigned(mode), 2: setting, 3: .unsigned(current), 7: .unsigned(3), 8: .unsigned(0),
                        11: .unsigned(1), features: .unsigned(0x27),
                    ]
                ]))
    }

    @Test func aFanShowsItsState() {
        let still = fan(0)
        expect(still.number(.fanv2, .active), equals: 0)
        expect(still.number(.fanv2, .currentFanState), equals: 0)
        let idle = fan(5, setting: .null)
        expect(idle.number(.fanv2, .active), equals: 1)
        expect(idle.number(.fanv2, .currentFanState), equals: 1)
        expect(idle.number(.fanv2, .targetFanState), equals: 1)
        expect(idle.number(.fanv2, .rotationSpeed), equals: 0)
        let blowing = fan(2, setting: .unsigned(50), current: 48)
        expect(blowing.number(.fanv2, .currentFanState), equals: 2)
        expect(blowing.number(.fanv2, .rotationSpeed), equals: 50)
        expect(blowing.number(.fanv2, .rotationDirection), equals: 1)
        expect(blowing.number(.fanv2, .targetFanState), equals: 0)
    }

    @Test func aFanIsWritten() {
        expect(fan(0).sent(.fanv2, [(.active, .uint(1))]), equals: ["FanControl fanMode=3"])
        expect(fan(2).sent(.fanv2, [(.active, .uint(1))]), equals: [])
        expect(fan(2).sent(.fanv2, [(.active, .uint(0))]), equals: ["FanControl fanMode=0"])
        expect(
            fan(0).sent(.fanv2, [(.active, .uint(1)), (.rotationSpeed, .int(30))]),
            equals: ["FanControl percentSetting=30"])
        expect(fan(2).sent(.fanv2, [(.targetFanState, .uint(1))]), equals: ["FanControl fanMode=5"])
        expect(fan(5).sent(.fanv2, [(.targetFanState, .uint(0))]), equals: ["FanControl fanMode=3"])
        expect(fan(2).sent(.fanv2, [(.swingMode, .uint(1))]), equals: ["FanControl rockSetting=3"])
        expect(fan(2).sent(.fanv2, [(.rotationDirection, .int(0))]), equals: ["FanControl airflowDirection=0"])
    }

    @Test func aFanThatDoesNotSayHowItRocksIsAskedToRock() {
        for support in [TraitValue.null, .unsigned(0), .unsigned(.max)] {
            let view = AccessoryView(device(0x2B, [0x202: [0: .unsigned(1), 7: support, 8: .unsigned(0)]]))
            expect(view.sent(.fanv2, [(.swingMode, .uint(1))]), equals: ["FanControl rockSetting=1"])
        }
    }

    @Test func anAirPurifierIsAFanWithFilters() {
        let view = AccessoryView(
            device(
                0x2D,
                [
                    0x202: [0: .unsigned(5), 2: .null, 3: .unsigned(40), features: .unsigned(2)],
                    0x71: [0: .unsigned(30), 1: .unsigned(1), 2: .unsigned(1)],
                    0x72: [0: .unsigned(30), 1: .unsigned(0), 2: .unsigned(0)],
                ]))
        expect(view.serviceNames, equals: ["AirPurifier", "FilterMaintenance", "FilterMaintenance"])
        expect(view.number(.airPurifier, .currentAirPurifierState), equals: 2)
        expect(view.number(.airPurifier, .targetAirPurifierState), equals: 1)
        expect(view.number(.filterMaintenance, .filterChangeIndication), equals: 1)
        expect(view.number(.filterMaintenance, .filterLifeLevel), equals: 30)
        expect(view.number(.filterMaintenance, .filterLifeLevel, part: 0x72), equals: 70)
        expect(
            view.sent(.filterMaintenance, [(.resetFilterIndication, .uint(1))]),
            equals: [
                "HepaFilterMonitoring.ResetCondition"
            ])
        expect(view.shown(.airPurifier)?.linked.count, equals: 2)
        expect(view.shown(.airPurifier)?.isPrimary, equals: true)
    }

    // MARK: Thermostats

    private func thermostat(
        _ mode: UInt64 = 1, heating: Int64? = 2000, cooling: Int64? = 2600, others: StructureValue = [:],
        more: [UInt32: StructureValue] = [:]
    ) -> AccessoryView {
        var values: StructureValue = [0: .signed(2150), 28: .unsigned(mode), features: .unsigned(0x23)]
        values[18] = heating.map { .signed($0) }
        values[17] = cooling.map { .signed($0) }
        for (id, value) in others.fields { values[id] = value }
        return AccessoryView(device(0x301, more.merging([0x201: values]) { $1 }))
    }

    @Test func aThermostatShowsItsState() {
        let view = thermostat(4, others: [41: .unsigned(0b1000)])
        expect(view.number(.thermostat, .currentTemperature), equals: 21.5)
        expect(view.number(.thermostat, .currentHeatingCoolingState), equals: 1)
        expect(view.number(.thermostat, .targetHeatingCoolingState), equals: 1)
        expect(view.number(.thermostat, .targetTemperature), equals: 20)
        expect(view.number(.thermostat, .heatingThresholdTemperature), equals: 20)
        expect(view.number(.thermostat, .coolingThresholdTemperature), equals: 26)
        expect(view.number(.thermostat, .temperatureDisplayUnits), equals: 0)
    }

    @Test func theRunningStateIsAskedFirst() {
        func running(_ state: UInt64?, _ mode: UInt64?, system: UInt64 = 1) -> Double? {
            var others = StructureValue()
            others[41] = state.map { .unsigned($0) }
            others[30] = mode.map { .unsigned($0) }
            return thermostat(system, others: others).number(.thermostat, .currentHeatingCoolingState)
        }
        expect(running(1, 0), equals: 1)
        expect(running(2, 4), equals: 2)
        expect(running(16, nil), equals: 2)
        expect(running(4 | 32 | 64, nil), equals: 0)
        expect(running(nil, 3), equals: 2)
        expect(running(nil, 4), equals: 1)
        expect(running(nil, 0, system: 4), equals: 0)
        expect(running(nil, nil, system: 3), equals: 2)
        expect(running(nil, nil), equals: 0)
    }

    @Test func emergencyHeatIsHeatAndPrecoolingCool() {
        let shown = [0, 1, 3, 4, 5, 6].map { thermostat($0).number(.thermostat, .targetHeatingCoolingState) }
        expect(shown, equals: [0, 3, 2, 1, 1, 2])
    }

    @Test func modesWithoutACounterpartKeepTheLastKnown() {
        for mode in UInt64(7)...9 {
            let view = thermostat(mode)
            expectNil(view.number(.thermostat, .targetHeatingCoolingState))
            let last = thermostat(3).accessory()
            let now = view.accessory(last: last)
            let key = CharacteristicKey(ServiceKey(endpoint: 1, type: .thermostat), .targetHeatingCoolingState)
            expect(now[key]?.value, equals: .uint(2))
            expect(now[key]?.isLastKnown, equals: true)
            expect(last[key]?.isLastKnown, equals: false)
        }
    }

    @Test func onlyModesOfTheDeviceAreValid() {
        let heats = AccessoryView(
            device(0x301, [0x201: [0: .null, 18: .signed(2000), 28: .unsigned(4), features: .unsigned(1)]]))
        expect(heats.shown(.thermostat)?[.targetHeatingCoolingState]?.metadata.validValues, equals: [0, 1])
        expect(
            heats.sent(.thermostat, [(.targetHeatingCoolingState, .uint(2))]), equals: ["TargetHeatingCoolingState: 3"])
        expectNil(heats.number(.thermostat, .currentTemperature))
        expectNil(heats.shown(.thermostat)?[.coolingThresholdTemperature])
    }

    @Test func theTargetIsWhatTheModeIsAbout() {
        expect(
            thermostat(4).sent(.thermostat, [(.targetTemperature, .float(21.5))]),
            equals: [
                "Thermostat occupiedHeatingSetpoint=2150"
            ])
        expect(
            thermostat(3).sent(.thermostat, [(.targetTemperature, .float(24))]),
            equals: [
                "Thermostat occupiedCoolingSetpoint=2400"
            ])
        expect(thermostat(1).number(.thermostat, .targetTemperature), equals: 23)
        expect(
            thermostat(1).sent(.thermostat, [(.targetTemperature, .float(22))]),
            equals: [
                "Thermostat occupiedCoolingSetpoint=2500 occupiedHeatingSetpoint=1900"
            ])
        let both = thermostat(4).sent(
            .thermostat, [(.targetTemperature, .float(24)), (.targetHeatingCoolingState, .uint(2))])
        expect(both, equals: ["Thermostat occupiedCoolingSetpoint=2400 systemMode=3"])
    }

    @Test func oneThresholdPushesTheOther() {
        let view = thermostat(1, others: [25: .signed(25)])
        expect(
            view.sent(.thermostat, [(.heatingThresholdTemperature, .float(25))]),
            equals: [
                "Thermostat occupiedCoolingSetpoint=2750 occupiedHeatingSetpoint=2500"
            ])
        expect(
            view.sent(.thermostat, [(.coolingThresholdTemperature, .float(20))]),
            equals: [
                "Thermostat occupiedCoolingSetpoint=2000 occupiedHeatingSetpoint=1750"
            ])
        expect(view.sent(.thermostat, [(.heatingThresholdTemperature, .float(20))]), equals: [])
    }

    @Test func setpointsOfTheDeviceAreTheLimits() {
        let view = thermostat(
            1, others: [21: .signed(1500), 22: .signed(2500), 23: .signed(1800), 24: .signed(3000)])
        expect(view.shown(.thermostat)?[.heatingThresholdTemperature]?.metadata.minimum, equals: 15)
        expect(view.shown(.thermostat)?[.heatingThresholdTemperature]?.metadata.maximum, equals: 25)
        expect(view.shown(.thermostat)?[.targetTemperature]?.metadata.maximum, equals: 30)
        expect(
            view.sent(.thermostat, [(.heatingThresholdTemperature, .float(25.1))]),
            equals: [
                "HeatingThresholdTemperature: 45"
            ])
    }

    @Test func setpointsKeepToLimitsAndDistance() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<300 {
            var setpoints = Setpoints(
                heating: 2000, cooling: 2600, heatingLimits: 700...Int64(2500 + dice.below(600)),
                coolingLimits: Int64(1200 + dice.below(600))...3200, deadBand: Int64(dice.below(13)) * 10)
            for _ in 0..<20 {
                let goal = Int64(dice.below(6000)) - 1000
                switch dice.below(3) {
                case 0: setpoints.heat(to: goal)
                case 1: setpoints.cool(to: goal)
                default: setpoints.center(at: goal)
                }
                let heating = setpoints.heating ?? 0, cooling = setpoints.cooling ?? 0
                expect(setpoints.heatingLimits.contains(heating), "seed \(seed)")
                expect(setpoints.coolingLimits.contains(cooling), "seed \(seed)")
                expect(cooling - heating, isAtLeast: setpoints.deadBand, "seed \(seed): \(setpoints)")
            }
        }
    }

    @Test func invalidTemperaturesAreClamped() {
        for number in [Int64.min, .max] {
            let view = thermostat(
                1, heating: number, cooling: number,
                others: [21: .signed(number), 22: .signed(.max), 23: .signed(.min), 24: .signed(number)])
            let sent = view.sent(.thermostat, [(.heatingThresholdTemperature, .float(20))])
            expect(sent.allSatisfy { !$0.contains("922337") }, "\(sent)")
            expect((-273.15...327.67).contains(view.number(.thermostat, .targetTemperature) ?? -999))
        }
        let filter = AccessoryView(device(0x2D, [0x71: [0: .signed(.min), 1: .unsigned(0), 2: .unsigned(0)]]))
        expect(filter.number(.filterMaintenance, .filterLifeLevel), equals: 100)
    }

    @Test func anySequenceOfWritesStaysInTheLimits() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<20 {
            let low = Int64(dice.below(1000)) + 500
            var values: StructureValue = [
                0: .signed(2000), 17: .signed(2600), 18: .signed(1900), 21: .signed(low), 22: .signed(low + 1500),
                23: .signed(low + 300), 24: .signed(low + 1800), 25: .signed(Int64(dice.below(30))), 28: .unsigned(1),
                features: .unsigned(0x23),
            ]
            for _ in 0..<40 {
                let view = AccessoryView(device(0x301, [0x201: values]))
                let types: [CharacteristicType] = [
                    .targetTemperature, .heatingThresholdTemperature, .coolingThresholdTemperature,
                    .targetHeatingCoolingState,
                ]
                let key = ServiceKey(endpoint: 1, type: .thermostat)
                let writes = types.filter { _ in dice.below(2) == 0 }.map { type in
                    let number =
                        type == .targetHeatingCoolingState ? Double(dice.below(5)) : Double(dice.below(500)) / 10
                    return CharacteristicWrite(CharacteristicKey(key, type), .float(number))
                }
                for request in view.plan(for: writes).requests {
                    guard case .update(let update) = request.content else { continue }
                    for (id, value) in update.fields { values[id] = value }
                }
                for characteristic in AccessoryView(device(0x301, [0x201: values])).shown(.thermostat)?.characteristics
                    ?? []
                {
                    guard let value = characteristic.value else { continue }
                    try expect(
                        characteristic.metadata.checked(value, of: characteristic.type), equals: value,
                        "seed \(seed): \(characteristic)")
                }
            }
        }
    }

    @Test func theUnitIsThatOfTheDisplay() {
        let view = thermostat(more: [0x204: [0: .unsigned(1), 1: .unsigned(3)], 0x405: [0: .unsigned(4500)]])
        expect(view.number(.thermostat, .temperatureDisplayUnits), equals: 1)
        expect(view.number(.thermostat, .currentRelativeHumidity), equals: 45)
        expect(
            view.sent(.thermostat, [(.temperatureDisplayUnits, .uint(0))]),
            equals: [
                "ThermostatUserInterfaceConfiguration temperatureDisplayMode=0"
            ])
        expect(
            thermostat().sent(.thermostat, [(.temperatureDisplayUnits, .uint(0))]),
            equals: ["TemperatureDisplayUnits: 5"])
        expect(view.serviceNames, equals: ["Thermostat"])
    }

    // MARK: Air conditioners

    @Test func anAirConditionerIsAHeaterCooler() {
        func conditioner(_ mode: UInt64, on: Bool, running: UInt64 = 0) -> AccessoryView {
            AccessoryView(
                device(
                    0x72,
                    [
                        0x6: [0: .bool(on)],
                        0x201: [
                            0: .signed(2500), 17: .signed(2300), 28: .unsigned(mode), 41: .unsigned(running),
                            features: .unsigned(2),
                        ],
                    ]))
        }
        let cools = conditioner(3, on: true, running: 2)
        expect(cools.serviceNames, equals: ["HeaterCooler"])
        expect(cools.number(.heaterCooler, .active), equals: 1)
        expect(cools.number(.heaterCooler, .currentHeaterCoolerState), equals: 3)
        expect(cools.number(.heaterCooler, .targetHeaterCoolerState), equals: 2)
        expect(conditioner(3, on: true).number(.heaterCooler, .currentHeaterCoolerState), equals: 1)
        expect(conditioner(3, on: false, running: 2).number(.heaterCooler, .currentHeaterCoolerState), equals: 0)
        expect(cools.sent(.heaterCooler, [(.active, .uint(0))]), equals: ["OnOff.Off"])
        expect(
            conditioner(0, on: false).sent(.heaterCooler, [(.active, .uint(1))]),
            equals: [
                "OnOff.On", "Thermostat systemMode=3",
            ])
    }

    // MARK: Humidifiers

    @Test func aHumidistatsSetpointIsBothThresholds() {
        func humidifier(_ mode: UInt64, state: UInt64 = 4) -> AccessoryView {
            AccessoryView(
                device(
                    0x7D,
                    [
                        0x205: [
                            0: .unsigned(mode), 1: .unsigned(state), 2: .unsigned(45), 3: .unsigned(30),
                            4: .unsigned(70), features: .unsigned(0x13),
                        ],
                        0x405: [0: .unsigned(4100)],
                    ]))
        }
        let service = ServiceType.humidifierDehumidifier
        let view = humidifier(3, state: 1)
        expect(view.serviceNames, equals: ["HumidifierDehumidifier"])
        expect(view.number(service, .active), equals: 1)
        expect(view.number(service, .currentHumidifierDehumidifierState), equals: 2)
        expect(view.number(service, .targetHumidifierDehumidifierState), equals: 0)
        expect(view.number(service, .currentRelativeHumidity), equals: 41)
        expect(view.number(service, .relativeHumidityHumidifierThreshold), equals: 45)
        expect(view.number(service, .relativeHumidityDehumidifierThreshold), equals: 45)
        expect(
            view.sent(service, [(.relativeHumidityHumidifierThreshold, .int(50))]),
            equals: ["Humidistat.SetSettings 50"])
        expect(
            view.sent(service, [(.relativeHumidityHumidifierThreshold, .int(71))]),
            equals: ["RelativeHumidityHumidifierThreshold: 45"])
        expect(view.sent(service, [(.active, .uint(0))]), equals: ["Humidistat.SetSettings 0"])
        expect(humidifier(0).sent(service, [(.active, .uint(1))]), equals: ["Humidistat.SetSettings 3"])
        expectNil(humidifier(4).number(service, .targetHumidifierDehumidifierState))
    }
}
