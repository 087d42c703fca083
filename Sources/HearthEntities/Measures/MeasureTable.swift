extension Measure {
    /// A device class and unit of Home Assistant, with the measure that it is.
    struct Row: Sendable {
        let deviceClass: String
        let unit: String
        let measure: Measure

        init(_ deviceClass: String, _ unit: String, _ place: Place, _ factor: Double = 1, offset: Double = 0) {
            self.deviceClass = deviceClass
            self.unit = unit
            measure = Measure(place: place, offset: offset, factor: factor)
        }
    }

    /// All measures that Matter has a place for. Units are those that publishers use, in both spellings of micro.
    static let table: [Row] = climate + air + electricity + others

    private static let climate: [Row] =
        [
            Row("temperature", "°C", .temperature, 100),
            Row("temperature", "°F", .temperature, 500 / 9, offset: -32),
            Row("temperature", "K", .temperature, 100, offset: -273.15),
            Row("humidity", "%", .humidity, 100),
            Row("moisture", "%", .soilMoisture),
            Row("illuminance", "lx", .illuminance),
            Row("volume_flow_rate", "m³/h", .flow, 10),
            Row("volume_flow_rate", "L/min", .flow, 0.6),
            Row("volume_flow_rate", "gal/min", .flow, 2.271_247_070_4),
        ] + ["pressure", "atmospheric_pressure"].flatMap { pressures($0) }

    /// Pascals, of the units of pressure (NIST Special Publication 811, appendix B).
    private static func pressures(_ deviceClass: String) -> [Row] {
        [
            Row(deviceClass, "Pa", .pressure), Row(deviceClass, "hPa", .pressure, 100),
            Row(deviceClass, "mbar", .pressure, 100), Row(deviceClass, "kPa", .pressure, 1000),
            Row(deviceClass, "bar", .pressure, 100_000), Row(deviceClass, "cbar", .pressure, 1000),
            Row(deviceClass, "psi", .pressure, 6_894.757_293_168),
            Row(deviceClass, "inHg", .pressure, 3_386.389), Row(deviceClass, "mmHg", .pressure, 133.322_387_415),
        ]
    }

    private static let air: [Row] =
        [
            Row("carbon_dioxide", "ppm", .concentration(.carbonDioxide, unit: 0)),
            Row("carbon_monoxide", "ppm", .concentration(.carbonMonoxide, unit: 0)),
            Row("aqi", "", .airQuality), Row("aqi", "index", .airQuality),
            Row(AirQualityWords.deviceClass, "", .airQuality),
            Row("radon", "Bq/m³", .concentration(.radon, unit: 7)),
        ]
        + concentrations("pm1", .pm1) + concentrations("pm25", .pm25) + concentrations("pm10", .pm10)
        + concentrations("nitrogen_dioxide", .nitrogenDioxide) + concentrations("ozone", .ozone)
        + concentrations("volatile_organic_compounds", .volatileCompounds)
        + concentrations("volatile_organic_compounds_parts", .volatileCompounds)
        + concentrations("formaldehyde", .formaldehyde)

    /// The units of MeasurementUnitEnum (Matter Application Clusters 1.4, section 2.10.5.3).
    private static func concentrations(_ deviceClass: String, _ gas: Gas) -> [Row] {
        let units: [(String, Int64)] = [
            ("ppm", 0), ("ppb", 1), ("mg/m³", 3), ("µg/m³", 4), ("μg/m³", 4),
        ]
        return units.map { Row(deviceClass, $0, .concentration(gas, unit: $1)) }
    }

    private static let electricity: [Row] = [
        Row("power", "mW", .power("activePower")), Row("power", "W", .power("activePower"), 1000),
        Row("power", "kW", .power("activePower"), 1e6), Row("power", "MW", .power("activePower"), 1e9),
        Row("power", "BTU/h", .power("activePower"), 293.071_070_172_222),
        Row("apparent_power", "VA", .power("apparentPower"), 1000),
        Row("apparent_power", "kVA", .power("apparentPower"), 1e6),
        Row("reactive_power", "var", .power("reactivePower"), 1000),
        Row("reactive_power", "kvar", .power("reactivePower"), 1e6),
        Row("voltage", "µV", .power("rmsVoltage"), 0.001), Row("voltage", "μV", .power("rmsVoltage"), 0.001),
        Row("voltage", "mV", .power("rmsVoltage")), Row("voltage", "V", .power("rmsVoltage"), 1000),
        Row("current", "mA", .power("rmsCurrent")), Row("current", "A", .power("rmsCurrent"), 1000),
        Row("frequency", "Hz", .power("frequency"), 1000),
        Row("power_factor", "", .power("powerFactor"), 10_000), Row("power_factor", "%", .power("powerFactor"), 100),
        Row("energy", "J", .energy(isExported: false), 1 / 3.6),
        Row("energy", "Wh", .energy(isExported: false), 1000), Row("energy", "kWh", .energy(isExported: false), 1e6),
        Row("energy", "MWh", .energy(isExported: false), 1e9),
        Row("energy", "cal", .energy(isExported: false), 4.184 / 3.6),
    ]

    private static let others: [Row] = [
        Row("battery", "%", .battery, 2),
        Row("signal_strength", "dBm", .signal),
    ]
}
