internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// Values of sensors as attributes, row by row.
struct MeasureTests {
    private typealias T = StandardTraits

    /// A class, a unit and a value, with the trait and attribute that they become.
    struct Row: Sendable, CustomStringConvertible {
        let deviceClass: String
        let unit: String
        let value: Double
        let trait: TraitDescriptor
        let attribute: String
        let becomes: TraitValue

        init(
            _ deviceClass: String, _ unit: String, _ value: Double, _ trait: TraitDescriptor, _ attribute: String,
            _ becomes: TraitValue
        ) {
            self.deviceClass = deviceClass
            self.unit = unit
            self.value = value
            self.trait = trait
            self.attribute = attribute
            self.becomes = becomes
        }

        var description: String { "\(deviceClass) \(value) \(unit)" }
    }

    static let rows: [Row] = [
        Row("temperature", "°C", 21.456, T.matterTemperatureMeasurement, "measuredValue", .signed(2146)),
        Row("temperature", "°C", -0.005, T.matterTemperatureMeasurement, "measuredValue", .signed(-1)),
        Row("temperature", "°F", 32, T.matterTemperatureMeasurement, "measuredValue", .signed(0)),
        Row("temperature", "°F", 212, T.matterTemperatureMeasurement, "measuredValue", .signed(10_000)),
        Row("temperature", "K", 273.15, T.matterTemperatureMeasurement, "measuredValue", .signed(0)),
        Row("temperature", "°C", 400, T.matterTemperatureMeasurement, "measuredValue", .null),
        Row("temperature", "°C", 1e300, T.matterTemperatureMeasurement, "measuredValue", .null),
        Row("temperature", "°X", 4, T.hearthProjectReading, "value", .double(4)),
        Row("humidity", "%", 55.5, T.matterRelativeHumidityMeasurement, "measuredValue", .unsigned(5550)),
        Row("humidity", "%", -1, T.matterRelativeHumidityMeasurement, "measuredValue", .null),
        Row("moisture", "%", 40.5, T.matterSoilMeasurement, "soilMoistureMeasuredValue", .unsigned(41)),
        Row("pressure", "hPa", 1013.25, T.matterPressureMeasurement, "measuredValue", .signed(1013)),
        Row("pressure", "hPa", 1013.25, T.matterPressureMeasurement, "scaledValue", .signed(10_133)),
        Row("pressure", "kPa", 101.325, T.matterPressureMeasurement, "scaledValue", .signed(10_133)),
        Row("atmospheric_pressure", "mbar", 980, T.matterPressureMeasurement, "measuredValue", .signed(980)),
        Row("pressure", "Pa", 100_000, T.matterPressureMeasurement, "measuredValue", .signed(1000)),
        Row("pressure", "bar", 2.5, T.matterPressureMeasurement, "measuredValue", .signed(2500)),
        Row("pressure", "bar", 4, T.matterPressureMeasurement, "scaledValue", .null),
        Row("pressure", "psi", 14.5, T.matterPressureMeasurement, "measuredValue", .signed(1000)),
        Row("pressure", "inHg", 29.92, T.matterPressureMeasurement, "measuredValue", .signed(1013)),
        Row("pressure", "mmHg", 760, T.matterPressureMeasurement, "measuredValue", .signed(1013)),
        Row("illuminance", "lx", 0, T.matterIlluminanceMeasurement, "measuredValue", .unsigned(0)),
        Row("illuminance", "lx", 1, T.matterIlluminanceMeasurement, "measuredValue", .unsigned(1)),
        Row("illuminance", "lx", 100, T.matterIlluminanceMeasurement, "measuredValue", .unsigned(20_001)),
        Row("illuminance", "lx", 54_321, T.matterIlluminanceMeasurement, "measuredValue", .unsigned(47_351)),
        Row("volume_flow_rate", "m³/h", 1.25, T.matterFlowMeasurement, "measuredValue", .unsigned(13)),
        Row("volume_flow_rate", "L/min", 10, T.matterFlowMeasurement, "measuredValue", .unsigned(6)),
        Row("volume_flow_rate", "gal/min", 10, T.matterFlowMeasurement, "measuredValue", .unsigned(23)),
        Row(
            "carbon_dioxide", "ppm", 415.5, T.matterCarbonDioxideConcentrationMeasurement, "measuredValue",
            .float(415.5)),
        Row("carbon_monoxide", "ppm", 3, T.matterCarbonMonoxideConcentrationMeasurement, "measuredValue", .float(3)),
        Row("pm25", "µg/m³", 12, T.matterPm25ConcentrationMeasurement, "measurementUnit", .unsigned(4)),
        Row("pm10", "μg/m³", 12, T.matterPm10ConcentrationMeasurement, "measuredValue", .float(12)),
        Row("ozone", "ppb", 12, T.matterOzoneConcentrationMeasurement, "measurementUnit", .unsigned(1)),
        Row("radon", "Bq/m³", 80, T.matterRadonConcentrationMeasurement, "measurementUnit", .unsigned(7)),
        Row("aqi", "", 50, T.matterAirQuality, "airQuality", .unsigned(1)),
        Row("aqi", "", 51, T.matterAirQuality, "airQuality", .unsigned(2)),
        Row("aqi", "", 301, T.matterAirQuality, "airQuality", .unsigned(6)),
        Row("aqi", "", 301, T.hearthProjectReading, "value", .double(301)),
        Row("aqi", "index", 51, T.matterAirQuality, "airQuality", .unsigned(2)),
        Row("power", "W", 12.3456, T.matterElectricalPowerMeasurement, "activePower", .signed(12_346)),
        Row("power", "kW", 1.5, T.matterElectricalPowerMeasurement, "activePower", .signed(1_500_000)),
        Row("power", "BTU/h", 100, T.matterElectricalPowerMeasurement, "activePower", .signed(29_307)),
        Row("apparent_power", "VA", 2, T.matterElectricalPowerMeasurement, "apparentPower", .signed(2000)),
        Row("reactive_power", "var", -2, T.matterElectricalPowerMeasurement, "reactivePower", .signed(-2000)),
        Row("voltage", "V", 230.1, T.matterElectricalPowerMeasurement, "rmsVoltage", .signed(230_100)),
        Row("voltage", "mV", 3100, T.matterElectricalPowerMeasurement, "rmsVoltage", .signed(3100)),
        Row("current", "A", 0.5, T.matterElectricalPowerMeasurement, "rmsCurrent", .signed(500)),
        Row("current", "mA", 12, T.matterElectricalPowerMeasurement, "rmsCurrent", .signed(12)),
        Row("frequency", "Hz", 50.01, T.matterElectricalPowerMeasurement, "frequency", .signed(50_010)),
        Row("frequency", "GHz", 2, T.hearthProjectReading, "value", .double(2)),
        Row("power_factor", "", 0.985, T.matterElectricalPowerMeasurement, "powerFactor", .signed(9850)),
        Row("power_factor", "%", 98.5, T.matterElectricalPowerMeasurement, "powerFactor", .signed(9850)),
        Row(
            "energy", "kWh", 1.234567, T.matterElectricalEnergyMeasurement, "cumulativeEnergyImported",
            .structure([0: .signed(1_234_567)])),
        Row(
            "energy", "J", 3600, T.matterElectricalEnergyMeasurement, "cumulativeEnergyImported",
            .structure([0: .signed(1000)])),
        Row("energy", "Wh", -1, T.matterElectricalEnergyMeasurement, "cumulativeEnergyImported", .null),
        Row("battery", "%", 55.5, T.matterPowerSource, "batPercentRemaining", .unsigned(111)),
        Row("battery", "%", 10, T.matterPowerSource, "batChargeLevel", .unsigned(2)),
        Row("battery", "%", 120, T.matterPowerSource, "batPercentRemaining", .unsigned(200)),
        Row("signal_strength", "dBm", -67.5, T.matterWiFiNetworkDiagnostics, "rssi", .signed(-68)),
        Row("signal_strength", "dBm", -300, T.matterWiFiNetworkDiagnostics, "rssi", .signed(-120)),
        Row("distance", "m", 1.5, T.hearthProjectReading, "value", .double(1.5)),
        Row("", "", 7, T.hearthProjectReading, "value", .double(7)),
    ]

    @Test(arguments: rows) func valueBecomesAttribute(_ row: Row) throws {
        let device = TestDevice(
            [
                Entity(
                    key: "e", name: "E",
                    kind: .sensor(deviceClass: row.deviceClass, unit: row.unit, stateClass: "total"))
            ])
        var machine = try device.machine()
        machine.take(["e": [.value: .number(row.value)]])
        expect(try machine.value(of: row.trait, row.attribute), equals: row.becomes)
        // Unknown is null, never 0; units stay.
        guard row.attribute != "measurementUnit", row.trait.id != T.matterAirQuality.id,
            row.attribute != "batChargeLevel"
        else { return }
        machine.take(["e": [.value: .unknown]])
        expect(try machine.value(of: row.trait, row.attribute), equals: .null)
    }

    @Test(
        arguments: [
            ("excellent", 1), ("good", 2), ("moderate", 3), ("poor", 4), ("unhealthy", 5), ("hazardous", 6),
            ("out_of_range", 0), ("unknown", 0), ("", 0),
        ] as [(String, UInt64)])
    func wordOfAirQualityIsRead(_ word: String, _ value: UInt64) throws {
        var machine = try TestDevice([
            Entity(key: "e", name: "E", kind: .sensor(deviceClass: "air_quality", unit: "", stateClass: ""))
        ]).machine()
        machine.take(["e": [.value: .text("good")]])
        machine.take(["e": [.value: word.isEmpty ? .unknown : .text(word)]])
        expect(try machine.value(of: T.matterAirQuality, "airQuality"), equals: .unsigned(value))
        // There is no number to read.
        expect(machine.values.keys.contains { $0.traitID == T.hearthProjectReading.id }, equals: false)
    }

    /// Flags by device class, with what they are when they are on.
    static let flags: [(deviceClass: String, type: UInt32, trait: TraitDescriptor, attribute: String, on: TraitValue)] =
        [
            ("door", 0x0015, T.matterBooleanState, "stateValue", .bool(false)),
            ("window", 0x0015, T.matterBooleanState, "stateValue", .bool(false)),
            ("garage_door", 0x0015, T.matterBooleanState, "stateValue", .bool(false)),
            ("opening", 0x0015, T.matterBooleanState, "stateValue", .bool(false)),
            ("moisture", 0x0043, T.matterBooleanState, "stateValue", .bool(true)),
            ("cold", 0x0041, T.matterBooleanState, "stateValue", .bool(true)),
            ("rain", 0x0044, T.matterBooleanState, "stateValue", .bool(true)),
            ("motion", 0x0107, T.matterOccupancySensing, "occupancy", .unsigned(1)),
            ("occupancy", 0x0107, T.matterOccupancySensing, "occupancy", .unsigned(1)),
            ("presence", 0x0107, T.matterOccupancySensing, "occupancy", .unsigned(1)),
            ("moving", 0x0107, T.matterOccupancySensing, "occupancy", .unsigned(1)),
            ("smoke", 0x0076, T.matterSmokeCoAlarm, "smokeState", .unsigned(2)),
            ("carbon_monoxide", 0x0076, T.matterSmokeCoAlarm, "coState", .unsigned(2)),
            ("gas", 0xFFF0_0008, T.hearthProjectFlag, "value", .bool(true)),
            // The presence of a thing in the home is no occupancy of a room.
            ("home", 0xFFF0_0008, T.hearthProjectFlag, "value", .bool(true)),
            ("", 0xFFF0_0008, T.hearthProjectFlag, "value", .bool(true)),
        ]

    @Test(arguments: flags.indices) func flagBecomesDeviceType(_ index: Int) throws {
        let row = Self.flags[index]
        var machine = try TestDevice([Entity(key: "e", name: "E", kind: .flag(deviceClass: row.deviceClass))]).machine()
        expect(machine.description.endpoints[1].deviceTypes.map(\.id), equals: [row.type])
        machine.take(["e": [.on: .bool(true)]])
        expect(try machine.value(of: row.trait, row.attribute), equals: row.on)
        machine.take(["e": [.on: .bool(false)]])
        expect(try machine.value(of: row.trait, row.attribute) != row.on)
    }

    @Test func batteryFlagsAreOnePowerSource() throws {
        var machine = try TestDevice([
            Entity(key: "low", name: "", category: .diagnostic, kind: .flag(deviceClass: "battery")),
            Entity(key: "charging", name: "", category: .diagnostic, kind: .flag(deviceClass: "battery_charging")),
            Entity(
                key: "voltage", name: "", kind: .sensor(deviceClass: "voltage", unit: "V", stateClass: "measurement")),
        ]).machine()
        expect(machine.description.endpoints.map(\.id), equals: [0])
        machine.take(["low": [.on: .bool(true)], "charging": [.on: .bool(true)], "voltage": [.value: .number(2.9)]])
        expect(try machine.value(of: T.matterPowerSource, "batChargeLevel"), equals: .unsigned(2))
        expect(try machine.value(of: T.matterPowerSource, "batChargeState"), equals: .unsigned(1))
        expect(try machine.value(of: T.matterPowerSource, "batVoltage"), equals: .unsigned(2900))
    }

    @Test func secondBatteryHasItsOwnEndpoint() throws {
        var machine = try TestDevice(
            ["a", "b"].map {
                Entity(key: $0, name: $0, kind: .sensor(deviceClass: "battery", unit: "%", stateClass: ""))
            }
        ).machine()
        expect(machine.description.endpoints.map { $0.deviceTypes.map(\.id) }, equals: [[0x16, 0x11], [0x11]])
        machine.take(["a": [.value: .number(50)], "b": [.value: .number(25)]])
        expect(try machine.value(of: T.matterPowerSource, "batPercentRemaining", at: 0), equals: .unsigned(100))
        expect(try machine.value(of: T.matterPowerSource, "batPercentRemaining", at: 1), equals: .unsigned(50))
    }

    /// The logarithm agrees with exact powers of ten to 12 digits.
    @Test(arguments: [-3, -1, 0, 1, 2, 5, 9]) func logarithmOfPowers(_ exponent: Int) {
        let value = (0..<abs(exponent)).reduce(1.0) { power, _ in exponent < 0 ? power / 10 : power * 10 }
        expect(abs(Measure.log10(value) - Double(exponent)) < 1e-12)
    }
}
