internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Thermostats: what holds for all values.
@Suite struct ClimateTests {
    private func thermostat(
        _ mode: UInt64 = 1, heating: Int64? = 2000, cooling: Int64? = 2600, others: StructureValue = [:]
    ) -> AccessoryView {
        var values: StructureValue = [0: .signed(2150), 28: .unsigned(mode), features: .unsigned(0x23)]
        values[18] = heating.map { .signed($0) }
        values[17] = cooling.map { .signed($0) }
        for (id, value) in others.fields { values[id] = value }
        return AccessoryView(device(0x301, [0x201: values]))
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
}
