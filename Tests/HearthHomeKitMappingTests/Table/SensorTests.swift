internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Sensors, alarms, batteries and air.
@Suite struct SensorTests {
    private func view(_ type: UInt32, _ traits: [UInt32: StructureValue]) -> AccessoryView {
        AccessoryView(device(type, traits))
    }

    @Test func contactIsInvertedAndALeakIsNot() {
        expect(view(0x15, [0x45: [0: .bool(true)]]).number(.contactSensor, .contactSensorState), equals: 0)
        expect(view(0x15, [0x45: [0: .bool(false)]]).number(.contactSensor, .contactSensorState), equals: 1)
        expect(view(0x43, [0x45: [0: .bool(true)]]).number(.leakSensor, .leakDetected), equals: 1)
        expect(view(0x43, [0x45: [0: .bool(false)]]).number(.leakSensor, .leakDetected), equals: 0)
    }

    @Test func theKindOfSensorSaysWhetherItIsMotion() {
        func sensor(_ values: StructureValue) -> AccessoryView { view(0x107, [0x406: values]) }
        expect(sensor([0: .unsigned(1), 1: .unsigned(0)]).number(.motionSensor, .motionDetected), equals: 1)
        expect(sensor([0: .unsigned(0), 1: .unsigned(1)]).number(.occupancySensor, .occupancyDetected), equals: 0)
        let radar = sensor([0: .unsigned(3), 1: .unsigned(0), features: .unsigned(0x20)])
        expect(radar.serviceNames, equals: ["OccupancySensor"])
        expect(radar.number(.occupancySensor, .occupancyDetected), equals: 1)
        expect(sensor([0: .unsigned(2), features: .unsigned(0x2)]).number(.motionSensor, .motionDetected), equals: 0)
    }

    @Test func aTemperatureOfNullIsNoValueAndAFault() {
        let known = view(0x302, [0x402: [0: .signed(-1234), 1: .signed(-4000), 2: .signed(8500)]])
        expect(known.number(.temperatureSensor, .currentTemperature), equals: -12.3)
        expect(known.number(.temperatureSensor, .statusFault), equals: 0)
        expect(known.shown(.temperatureSensor)?[.currentTemperature]?.metadata.minimum, equals: -40)
        expect(known.shown(.temperatureSensor)?[.currentTemperature]?.metadata.maximum, equals: 85)
        let unknown = view(0x302, [0x402: [0: .null, 1: .null, 2: .null]])
        expectNil(unknown.number(.temperatureSensor, .currentTemperature))
        expect(unknown.number(.temperatureSensor, .statusFault), equals: 1)
        expect(unknown.shown(.temperatureSensor)?[.currentTemperature]?.metadata.minimum, equals: -270)
    }

    @Test func humidityAndLightAreMeasured() {
        expect(view(0x307, [0x405: [0: .unsigned(4567)]]).number(.humiditySensor, .currentRelativeHumidity), equals: 46)
        expect(
            view(0x106, [0x400: [0: .unsigned(20_001)]]).number(.lightSensor, .currentAmbientLightLevel), equals: 100)
        expect(view(0x106, [0x400: [0: .unsigned(0)]]).number(.lightSensor, .currentAmbientLightLevel), equals: 0.0001)
        expectNil(view(0x106, [0x400: [0: .null]]).number(.lightSensor, .currentAmbientLightLevel))
    }

    @Test func anAlarmIsForWhatItHas() {
        let both = view(0x76, [0x5C: [1: .unsigned(1), 2: .unsigned(0), 3: .unsigned(2), 6: .bool(true)]])
        expect(both.serviceNames, equals: ["SmokeSensor", "CarbonMonoxideSensor"])
        expect(both.number(.smokeSensor, .smokeDetected), equals: 1)
        expect(both.number(.carbonMonoxideSensor, .carbonMonoxideDetected), equals: 0)
        expect(both.number(.smokeSensor, .statusLowBattery), equals: 1)
        expect(both.number(.smokeSensor, .statusFault), equals: 1)
        expect(view(0x76, [0x5C: [1: .unsigned(2)]]).serviceNames, equals: ["SmokeSensor"])
        expect(view(0x76, [0x5C: [1: .unsigned(2)]]).number(.smokeSensor, .smokeDetected), equals: 1)
    }

    @Test func aBatteryThatCannotBeChargedSaysSo() {
        func battery(_ values: StructureValue) -> AccessoryView { view(0x11, [0x2F: values]) }
        let cell = battery([12: .unsigned(101), 14: .unsigned(1)])
        expect(cell.number(.battery, .batteryLevel), equals: 51)
        expect(cell.number(.battery, .statusLowBattery), equals: 1)
        expect(cell.number(.battery, .chargingState), equals: 2)
        let shown = [0, 1, 2, 3].map {
            battery([14: .unsigned(0), 26: .unsigned($0)]).number(.battery, .chargingState)
        }
        expect(shown, equals: [nil, 1, 0, 0])
        expectNil(battery([12: .null, 14: .unsigned(0)]).number(.battery, .batteryLevel))
        expect(battery([0: .unsigned(1)]).serviceNames, equals: [])
    }

    @Test func airQualityHasTheGradesOfTheDevice() {
        func air(_ quality: UInt64, _ map: UInt64 = 0xF) -> AccessoryView {
            view(0x2C, [0x5B: [0: .unsigned(quality), features: .unsigned(map)]])
        }
        expect((0...6).map { air($0).number(.airQualitySensor, .airQuality) }, equals: [0, 1, 2, 3, 4, 5, 5])
        expect(air(1, 0).shown(.airQualitySensor)?[.airQuality]?.metadata.validValues, equals: [0, 1, 4])
        expect(air(1, 1).shown(.airQualitySensor)?[.airQuality]?.metadata.validValues, equals: [0, 1, 2, 4])
        expect(air(1, 8).shown(.airQualitySensor)?[.airQuality]?.metadata.validValues, equals: [0, 1, 4, 5])
    }

    @Test func densitiesComeInTheUnitOfHomeKit() {
        let sensor = view(
            0x2C,
            [
                0x5B: [0: .unsigned(1)], 0x42A: [0: .float(12), 8: .unsigned(4)],
                0x42D: [0: .float(0.03), 8: .unsigned(3)],
                0x413: [0: .null, 8: .unsigned(1)], 0x40D: [0: .float(1500), 8: .unsigned(0), 3: .float(1800)],
                0x40C: [0: .float(2), 8: .unsigned(0), 10: .unsigned(3)],
            ])
        expect(sensor.serviceNames, equals: ["AirQualitySensor", "CarbonDioxideSensor", "CarbonMonoxideSensor"])
        expect(sensor.number(.airQualitySensor, .pm2_5Density), equals: 12)
        expect(sensor.number(.airQualitySensor, .pm10Density), equals: 30)
        expectNil(sensor.number(.airQualitySensor, .nitrogenDioxideDensity))
        expectNil(sensor.shown(.airQualitySensor)?[.ozoneDensity])
        expect(sensor.number(.carbonDioxideSensor, .carbonDioxideLevel), equals: 1500)
        expect(sensor.number(.carbonDioxideSensor, .carbonDioxidePeakLevel), equals: 1800)
        expect(sensor.number(.carbonDioxideSensor, .carbonDioxideDetected), equals: 1)
        let monoxide = TraitIDs.carbonMonoxide
        expect(sensor.number(.carbonMonoxideSensor, .carbonMonoxideDetected, part: monoxide), equals: 1)
        expect(sensor.number(.carbonMonoxideSensor, .carbonMonoxideLevel, part: monoxide), equals: 2)
    }
}
