internal import HearthTraitDescriptors
internal import Testing

@testable internal import HearthHomeKitMapping

/// Sensors, alarms, batteries and air.
@Suite struct SensorTests {
    private func view(_ type: UInt32, _ traits: [UInt32: StructureValue]) -> AccessoryView {
        AccessoryView(device(type, traits))
    }

    @Test func contactIsInvertedAndALeakIsNot() {
        #expect(view(0x15, [0x45: [0: .bool(true)]]).number(.contactSensor, .contactSensorState) == 0)
        #expect(view(0x15, [0x45: [0: .bool(false)]]).number(.contactSensor, .contactSensorState) == 1)
        #expect(view(0x43, [0x45: [0: .bool(true)]]).number(.leakSensor, .leakDetected) == 1)
        #expect(view(0x43, [0x45: [0: .bool(false)]]).number(.leakSensor, .leakDetected) == 0)
    }

    @Test func theKindOfSensorSaysWhetherItIsMotion() {
        func sensor(_ values: StructureValue) -> AccessoryView { view(0x107, [0x406: values]) }
        #expect(sensor([0: .unsigned(1), 1: .unsigned(0)]).number(.motionSensor, .motionDetected) == 1)
        #expect(sensor([0: .unsigned(0), 1: .unsigned(1)]).number(.occupancySensor, .occupancyDetected) == 0)
        let radar = sensor([0: .unsigned(3), 1: .unsigned(0), features: .unsigned(0x20)])
        #expect(radar.serviceNames == ["OccupancySensor"])
        #expect(radar.number(.occupancySensor, .occupancyDetected) == 1)
        #expect(sensor([0: .unsigned(2), features: .unsigned(0x2)]).number(.motionSensor, .motionDetected) == 0)
    }

    @Test func aTemperatureOfNullIsNoValueAndAFault() {
        let known = view(0x302, [0x402: [0: .signed(-1234), 1: .signed(-4000), 2: .signed(8500)]])
        #expect(known.number(.temperatureSensor, .currentTemperature) == -12.3)
        #expect(known.number(.temperatureSensor, .statusFault) == 0)
        #expect(known.shown(.temperatureSensor)?[.currentTemperature]?.metadata.minimum == -40)
        #expect(known.shown(.temperatureSensor)?[.currentTemperature]?.metadata.maximum == 85)
        let unknown = view(0x302, [0x402: [0: .null, 1: .null, 2: .null]])
        #expect(unknown.number(.temperatureSensor, .currentTemperature) == nil)
        #expect(unknown.number(.temperatureSensor, .statusFault) == 1)
        #expect(unknown.shown(.temperatureSensor)?[.currentTemperature]?.metadata.minimum == -270)
    }

    @Test func humidityAndLightAreMeasured() {
        #expect(view(0x307, [0x405: [0: .unsigned(4567)]]).number(.humiditySensor, .currentRelativeHumidity) == 46)
        #expect(view(0x106, [0x400: [0: .unsigned(20_001)]]).number(.lightSensor, .currentAmbientLightLevel) == 100)
        #expect(view(0x106, [0x400: [0: .unsigned(0)]]).number(.lightSensor, .currentAmbientLightLevel) == 0.0001)
        #expect(view(0x106, [0x400: [0: .null]]).number(.lightSensor, .currentAmbientLightLevel) == nil)
    }

    @Test func anAlarmIsForWhatItHas() {
        let both = view(0x76, [0x5C: [1: .unsigned(1), 2: .unsigned(0), 3: .unsigned(2), 6: .bool(true)]])
        #expect(both.serviceNames == ["SmokeSensor", "CarbonMonoxideSensor"])
        #expect(both.number(.smokeSensor, .smokeDetected) == 1)
        #expect(both.number(.carbonMonoxideSensor, .carbonMonoxideDetected) == 0)
        #expect(both.number(.smokeSensor, .statusLowBattery) == 1)
        #expect(both.number(.smokeSensor, .statusFault) == 1)
        #expect(view(0x76, [0x5C: [1: .unsigned(2)]]).serviceNames == ["SmokeSensor"])
        #expect(view(0x76, [0x5C: [1: .unsigned(2)]]).number(.smokeSensor, .smokeDetected) == 1)
    }

    @Test func aBatteryThatCannotBeChargedSaysSo() {
        func battery(_ values: StructureValue) -> AccessoryView { view(0x11, [0x2F: values]) }
        let cell = battery([12: .unsigned(101), 14: .unsigned(1)])
        #expect(cell.number(.battery, .batteryLevel) == 51)
        #expect(cell.number(.battery, .statusLowBattery) == 1)
        #expect(cell.number(.battery, .chargingState) == 2)
        let shown = [0, 1, 2, 3].map {
            battery([14: .unsigned(0), 26: .unsigned($0)]).number(.battery, .chargingState)
        }
        #expect(shown == [nil, 1, 0, 0])
        #expect(battery([12: .null, 14: .unsigned(0)]).number(.battery, .batteryLevel) == nil)
        #expect(battery([0: .unsigned(1)]).serviceNames == [])
    }

    @Test func airQualityHasTheGradesOfTheDevice() {
        func air(_ quality: UInt64, _ map: UInt64 = 0xF) -> AccessoryView {
            view(0x2C, [0x5B: [0: .unsigned(quality), features: .unsigned(map)]])
        }
        #expect((0...6).map { air($0).number(.airQualitySensor, .airQuality) } == [0, 1, 2, 3, 4, 5, 5])
        #expect(air(1, 0).shown(.airQualitySensor)?[.airQuality]?.metadata.validValues == [0, 1, 4])
        #expect(air(1, 1).shown(.airQualitySensor)?[.airQuality]?.metadata.validValues == [0, 1, 2, 4])
        #expect(air(1, 8).shown(.airQualitySensor)?[.airQuality]?.metadata.validValues == [0, 1, 4, 5])
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
        #expect(sensor.serviceNames == ["AirQualitySensor", "CarbonDioxideSensor", "CarbonMonoxideSensor"])
        #expect(sensor.number(.airQualitySensor, .pm2_5Density) == 12)
        #expect(sensor.number(.airQualitySensor, .pm10Density) == 30)
        #expect(sensor.number(.airQualitySensor, .nitrogenDioxideDensity) == nil)
        #expect(sensor.shown(.airQualitySensor)?[.ozoneDensity] == nil)
        #expect(sensor.number(.carbonDioxideSensor, .carbonDioxideLevel) == 1500)
        #expect(sensor.number(.carbonDioxideSensor, .carbonDioxidePeakLevel) == 1800)
        #expect(sensor.number(.carbonDioxideSensor, .carbonDioxideDetected) == 1)
        let monoxide = TraitIDs.carbonMonoxide
        #expect(sensor.number(.carbonMonoxideSensor, .carbonMonoxideDetected, part: monoxide) == 1)
        #expect(sensor.number(.carbonMonoxideSensor, .carbonMonoxideLevel, part: monoxide) == 2)
    }
}
