internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// The conversions between Matter and HomeKit, with all edge cases.
@Suite struct ConversionTests {
    private func forth(_ conversion: Conversion, _ value: TraitValue) -> Double? {
        conversion.toCharacteristic(value)?.number
    }

    private func back(_ conversion: Conversion, _ value: Double) -> Int64? {
        conversion.toTrait(.float(value))?.integer
    }

    @Test func everyBrightnessGoesBackToItself() {
        for percent in 1...100 {
            let level = Conversion.brightness.toTrait(.int(Int64(percent)))
            expect(level.flatMap(Conversion.brightness.toCharacteristic), equals: .int(Int64(percent)))
        }
    }

    @Test func everyLevelIsABrightnessFrom1To100() {
        for level in 0...254 {
            let percent = forth(.brightness, .unsigned(UInt64(level)))
            expect((1...100).contains(percent ?? 0), "\(level)")
        }
        expect(forth(.brightness, .unsigned(1)), equals: 1)
        expect(forth(.brightness, .unsigned(254)), equals: 100)
        expect(back(.brightness, 1), equals: 3)
        expect(back(.brightness, 100), equals: 254)
    }

    @Test func brightness0IsNoLevelAndNullNoBrightness() {
        expectNil(back(.brightness, 0))
        expectNil(forth(.brightness, .null))
    }

    @Test func hueHasBothEnds() {
        expect(back(.hue, 0), equals: 0)
        expect(back(.hue, 360), equals: 0)
        expect(back(.hue, 359), equals: 253)
        expect(forth(.hue, .unsigned(254)), equals: 360)
        expect(forth(.hue, .unsigned(127)), equals: 180)
        expect(back(.enhancedHue, 360), equals: 0)
        expect(back(.enhancedHue, 359.999), equals: 0)
        expect(back(.enhancedHue, 180), equals: 32_768)
        expect(forth(.enhancedHue, .unsigned(65_535)), equals: 360)
        for degrees in 0...359 {
            let steps = Conversion.enhancedHue.toTrait(.float(Double(degrees)))
            expect(steps.flatMap(Conversion.enhancedHue.toCharacteristic), equals: .float(Double(degrees)))
        }
    }

    @Test func saturationGoesBackToItself() {
        for percent in 0...100 {
            let raw = Conversion.saturation.toTrait(.float(Double(percent)))
            expect(raw.flatMap(Conversion.saturation.toCharacteristic), equals: .float(Double(percent)))
        }
        expect(back(.saturation, 100), equals: 254)
    }

    @Test func miredsAreMireds() {
        expect(forth(.mireds, .unsigned(370)), equals: 370)
        expect(back(.mireds, 65_280), equals: 65_279)
    }

    @Test func temperaturesAreHundredths() {
        expect(forth(.temperature, .signed(2150)), equals: 21.5)
        expect(back(.temperature, 21.5), equals: 2150)
        expect(back(.temperature, -0.005), equals: -1)
        expect(forth(.temperature, .signed(-27_315)), equals: -273.15)
        expect(back(.temperature, -400), equals: -27_315)
        expect(back(.temperature, 1000), equals: 32_767)
        expectNil(forth(.temperature, .null))
    }

    @Test func humidityIsHundredths() {
        expect(forth(.humidity, .unsigned(4567)), equals: 45.67)
        expect(back(.humidity, 45.67), equals: 4567)
        expect(back(.humidity, 101), equals: 10_000)
        expectNil(forth(.humidity, .null))
    }

    @Test func illuminanceIsALogarithm() {
        expect(forth(.illuminance, .unsigned(1)), equals: 1)
        expect(forth(.illuminance, .unsigned(10_001)), equals: 10)
        expect(forth(.illuminance, .unsigned(20_001)), equals: 100)
        expect(forth(.illuminance, .unsigned(0)), equals: 0.0001)
        expect(forth(.illuminance, .unsigned(65_535)), equals: 100_000)
        expectNil(forth(.illuminance, .null))
        expect(back(.illuminance, 100), equals: 20_001)
        expect(back(.illuminance, 0.0001), equals: 0)
        expect(back(.illuminance, 100_000), equals: 50_001)
        expect(back(.illuminance, 1e300), equals: 65_534)
    }

    @Test func batteriesAreHalfPercents() {
        expect(forth(.battery, .unsigned(200)), equals: 100)
        expect(forth(.battery, .unsigned(101)), equals: 51)
        expect(forth(.battery, .unsigned(0)), equals: 0)
        expect(forth(.battery, .unsigned(255)), equals: 100)
        expectNil(forth(.battery, .null))
    }

    @Test func positionsAreReversed() {
        expect(forth(.position, .unsigned(0)), equals: 100)
        expect(forth(.position, .unsigned(100)), equals: 99)
        expect(forth(.position, .unsigned(10_000)), equals: 0)
        expect(forth(.position, .unsigned(20_000)), equals: 0)
        expect(back(.position, 99), equals: 100)
        for percent in 0...100 {
            let raw = Conversion.position.toTrait(.uint(UInt64(percent)))
            expect(raw.flatMap(Conversion.position.toCharacteristic), equals: .int(Int64(percent)))
        }
    }

    @Test func tiltLosesItsSign() {
        expect(forth(.tilt, .unsigned(0)), equals: 0)
        expect(forth(.tilt, .unsigned(10_000)), equals: 90)
        expect(back(.tilt, 45), equals: 5000)
        expect(back(.tilt, -45), equals: 5000)
        expect(back(.tilt, 180), equals: 10_000)
        for degrees in 0...90 {
            let raw = Conversion.tilt.toTrait(.int(Int64(degrees)))
            expect(raw.flatMap(Conversion.tilt.toCharacteristic), equals: .int(Int64(degrees)))
        }
    }

    @Test func airHasOneGradeLessInHomeKit() {
        expect((UInt64(0)...7).map { forth(.airQuality, .unsigned($0)) }, equals: [0, 1, 2, 3, 4, 5, 5, nil])
        expect((1...5).map { back(.airQuality, Double($0)) }, equals: [1, 2, 3, 4, 5])
        expectNil(back(.airQuality, 6))
    }

    @Test func gasesComeInTheUnitOfHomeKit() {
        func near(_ value: Double?, _ expected: Double) -> Bool {
            guard let value else { return false }
            return abs(value - expected) <= abs(expected) * 1e-3
        }
        expect(Concentration.carbonDioxide.homeKit(412, unit: 0), equals: 412)
        expect(near(Concentration.carbonDioxide.homeKit(412_000, unit: 1), 412))
        expect(near(Concentration.carbonDioxide.homeKit(4.12e8, unit: 2), 412))
        expect(near(Concentration.carbonMonoxide.homeKit(1.1456, unit: 3), 1))
        expect(Concentration.dust.homeKit(12, unit: 4), equals: 12)
        expect(near(Concentration.dust.homeKit(0.012, unit: 3), 12))
        expect(near(Concentration.dust.homeKit(12_000, unit: 5), 12))
        expect(near(Concentration.nitrogenDioxide.homeKit(10, unit: 1), 18.82))
        expectNil(Concentration.dust.homeKit(12, unit: 0))
        expectNil(Concentration.dust.homeKit(12, unit: 6))
        expectNil(Concentration.ozone.homeKit(12, unit: 7))
        expectNil(Concentration.ozone.homeKit(.nan, unit: 4))
    }

    @Test func nothingIsMadeOfWhatIsNoNumber() {
        let all: [Conversion] = [
            .brightness, .volume, .hue, .enhancedHue, .saturation, .mireds, .temperature, .humidity, .percent,
            .illuminance,
            .battery, .position, .tilt, .airQuality, .number, .truth, .flag, .anyAboveZero,
        ]
        for conversion in all {
            for value in [
                CharacteristicValue.float(.nan), .float(.infinity), .float(-.infinity), .string("1"), .data([1]),
            ] {
                expectNil(conversion.toTrait(value))
            }
            for value in [TraitValue.null, .string("1"), .list([]), .structure([:]), .float(.nan)] {
                expectNil(conversion.toCharacteristic(value))
            }
            _ = conversion.toTrait(.float(1e300))
            _ = conversion.toTrait(.int(.min))
            _ = conversion.toCharacteristic(.unsigned(.max))
            _ = conversion.toCharacteristic(.signed(.min))
        }
    }
}
