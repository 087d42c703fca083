internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Measured values as sensors, in Home Assistant's units.
enum SensorRow {
    private typealias T = StandardTraits

    /// A measured attribute with the device class and unit that it is announced with.
    private struct Row: Sendable {
        let attribute: AttributeID
        let name: String
        let title: String
        let deviceClass: String
        let unit: String
        let digits: Int
        /// The conversion; the table of entities has it for the other direction.
        let measure: Measure?
        var stateClass = "measurement"
        var isDiagnostic = false
        /// The field of a struct with the value; nil for a number.
        var field: UInt32?

        init(
            _ trait: TraitDescriptor, _ attribute: String, _ name: String, _ title: String, _ deviceClass: String,
            _ unit: String, digits: Int
        ) {
            self.attribute = AttributeID(trait, attribute)
            self.name = name
            self.title = title
            self.deviceClass = deviceClass
            self.unit = unit
            self.digits = digits
            measure = Measure.of(deviceClass: deviceClass, unit: unit, stateClass: "")
        }

        func with(_ change: (inout Row) -> Void) -> Row {
            var row = self
            change(&row)
            return row
        }

        func read(_ part: Part) -> JSON {
            let value = field.map { part.value(attribute)?.structure?[$0]?.number } ?? part.number(attribute)
            return .number(value.map { measure?.reading($0) ?? $0 }, digits: digits)
        }
    }

    private static let rows: [Row] = [
        Row(
            T.matterTemperatureMeasurement, "measuredValue", "temperature", "Temperature", "temperature", "°C",
            digits: 2),
        Row(T.matterRelativeHumidityMeasurement, "measuredValue", "humidity", "Humidity", "humidity", "%", digits: 2),
        Row(
            T.matterIlluminanceMeasurement, "measuredValue", "illuminance", "Illuminance", "illuminance", "lx",
            digits: 0),
        Row(T.matterSoilMeasurement, "soilMoistureMeasuredValue", "moisture", "Moisture", "moisture", "%", digits: 0),
        Row(T.matterFlowMeasurement, "measuredValue", "flow", "Flow", "volume_flow_rate", "m³/h", digits: 1),
        Row(T.matterElectricalPowerMeasurement, "activePower", "power", "Power", "power", "W", digits: 3),
        Row(
            T.matterElectricalPowerMeasurement, "apparentPower", "apparent_power", "Apparent power", "apparent_power",
            "VA", digits: 3),
        Row(
            T.matterElectricalPowerMeasurement, "reactivePower", "reactive_power", "Reactive power", "reactive_power",
            "var", digits: 3),
        Row(T.matterElectricalPowerMeasurement, "rmsVoltage", "voltage", "Voltage", "voltage", "V", digits: 3),
        Row(T.matterElectricalPowerMeasurement, "rmsCurrent", "current", "Current", "current", "A", digits: 3),
        Row(T.matterElectricalPowerMeasurement, "voltage", "dc_voltage", "Voltage", "voltage", "V", digits: 3),
        Row(
            T.matterElectricalPowerMeasurement, "activeCurrent", "active_current", "Current", "current", "A", digits: 3),
        Row(T.matterElectricalPowerMeasurement, "frequency", "frequency", "Frequency", "frequency", "Hz", digits: 3),
        Row(
            T.matterElectricalPowerMeasurement, "powerFactor", "power_factor", "Power factor", "power_factor", "%",
            digits: 2),
        Row(
            T.matterElectricalEnergyMeasurement, "cumulativeEnergyImported", "energy", "Energy", "energy", "kWh",
            digits: 6
        ).with {
            $0.stateClass = "total_increasing"
            $0.field = 0
        },
        Row(
            T.matterElectricalEnergyMeasurement, "cumulativeEnergyExported", "energy_exported", "Energy returned",
            "energy", "kWh", digits: 6
        ).with {
            $0.stateClass = "total_increasing"
            $0.field = 0
        },
        Row(T.matterWiFiNetworkDiagnostics, "rssi", "signal", "Signal strength", "signal_strength", "dBm", digits: 0)
            .with { $0.isDiagnostic = true },
    ]

    static let describing: [AttributeID] =
        gases.map(\.unit) + [airQualityFeatures, readingUnit, readingClass, readingState]

    static func components(_ part: Part) -> [Component] {
        rows.filter { part.has($0.attribute) && !isShown($0, part) }.map(sensor) + pressure(part) + gases(part)
            + airQuality(part) + reading(part)
    }

    /// Whether a value is part of another component of the endpoint: a humidifier shows its humidity, and a device with
    /// alternating current has the same voltage and current twice.
    private static func isShown(_ row: Row, _ part: Part) -> Bool {
        switch row.name {
        case "humidity": part.has(T.hearthProjectHumidifierDehumidifier) || part.has(T.matterHumidistat)
        case "dc_voltage": part.has(AttributeID(T.matterElectricalPowerMeasurement, "rmsVoltage"))
        case "active_current": part.has(AttributeID(T.matterElectricalPowerMeasurement, "rmsCurrent"))
        default: false
        }
    }

    private static func sensor(_ row: Row) -> Component {
        sensor(
            row.name, row.title, deviceClass: row.deviceClass, unit: row.unit, stateClass: row.stateClass,
            isDiagnostic: row.isDiagnostic
        ) { row.read($0) }
    }

    static func sensor(
        _ name: String, _ title: String, deviceClass: String? = nil, unit: String? = nil, stateClass: String? = nil,
        isDiagnostic: Bool = false, _ read: @escaping Property.Read
    ) -> Component {
        var options: [(String, JSON)] = []
        if let deviceClass { options.append(("device_class", .string(deviceClass))) }
        if let unit, !unit.isEmpty { options.append(("unit_of_measurement", .string(unit))) }
        if let stateClass { options.append(("state_class", .string(stateClass))) }
        if isDiagnostic {
            options += [("entity_category", .string("diagnostic")), ("enabled_by_default", .bool(false))]
        }
        return Component(
            name: name, platform: "sensor", title: title, options: options, properties: [.value(read)])
    }

    /// A sensor that the name of its part describes.
    static func named(
        _ name: String, _ title: String, deviceClass: String? = nil, unit: String? = nil, stateClass: String? = nil,
        _ read: @escaping Property.Read
    ) -> Component {
        var component = sensor(
            name, title, deviceClass: deviceClass, unit: unit, stateClass: stateClass, read)
        component.isNamedByPart = true
        return component
    }

    // MARK: Pressure

    private static let pressure = AttributeID(T.matterPressureMeasurement, "measuredValue")
    private static let scaledPressure = AttributeID(T.matterPressureMeasurement, "scaledValue")
    private static let scale = AttributeID(T.matterPressureMeasurement, "scale")

    private static func pressure(_ part: Part) -> [Component] {
        guard part.has(T.matterPressureMeasurement) else { return [] }
        return [
            sensor("pressure", "Pressure", deviceClass: "pressure", unit: "hPa", stateClass: "measurement") { part in
                // ScaledValue is in 10^Scale Pa, MeasuredValue in 0.1 kPa, which is 1 hPa.
                if let value = part.number(scaledPressure), let scale = part.integer(scale), (-9...9).contains(scale) {
                    var pascals = value
                    for _ in 0..<scale.magnitude { pascals = scale > 0 ? pascals * 10 : pascals / 10 }
                    return .number(pascals / 100, digits: 2)
                }
                return .number(part.number(pressure), digits: 0)
            }
        ]
    }

    // MARK: Air

    /// A gas or dust, with the device class for each unit in which Home Assistant knows it.
    private struct GasRow: Sendable {
        let trait: TraitDescriptor
        let value: AttributeID
        let unit: AttributeID
        let name: String
        let title: String
        let classes: [String: String]

        init(_ trait: TraitDescriptor, _ name: String, _ title: String, _ classes: [String: String]) {
            self.trait = trait
            value = AttributeID(trait, "measuredValue")
            unit = AttributeID(trait, "measurementUnit")
            self.name = name
            self.title = title
            self.classes = classes
        }
    }

    private static let gases: [GasRow] = [
        GasRow(T.matterCarbonDioxideConcentrationMeasurement, "co2", "Carbon dioxide", ["ppm": "carbon_dioxide"]),
        GasRow(T.matterCarbonMonoxideConcentrationMeasurement, "co", "Carbon monoxide", ["ppm": "carbon_monoxide"]),
        GasRow(T.matterPm1ConcentrationMeasurement, "pm1", "PM1", ["µg/m³": "pm1"]),
        GasRow(T.matterPm25ConcentrationMeasurement, "pm25", "PM2.5", ["µg/m³": "pm25"]),
        GasRow(T.matterPm10ConcentrationMeasurement, "pm10", "PM10", ["µg/m³": "pm10"]),
        GasRow(
            T.matterNitrogenDioxideConcentrationMeasurement, "no2", "Nitrogen dioxide", ["µg/m³": "nitrogen_dioxide"]),
        GasRow(T.matterOzoneConcentrationMeasurement, "ozone", "Ozone", ["µg/m³": "ozone"]),
        GasRow(
            T.matterTotalVolatileOrganicCompoundsConcentrationMeasurement, "voc", "Volatile organic compounds",
            [
                "µg/m³": "volatile_organic_compounds", "mg/m³": "volatile_organic_compounds",
                "ppm": "volatile_organic_compounds_parts", "ppb": "volatile_organic_compounds_parts",
            ]),
        GasRow(T.matterFormaldehydeConcentrationMeasurement, "formaldehyde", "Formaldehyde", [:]),
        GasRow(T.matterRadonConcentrationMeasurement, "radon", "Radon", [:]),
    ]

    /// Units of MeasurementUnitEnum (Matter Application Clusters 1.4, section 2.10.5.3).
    private static let units: [Int64: String] = [
        0: "ppm", 1: "ppb", 2: "ppt", 3: "mg/m³", 4: "µg/m³", 5: "ng/m³", 6: "p/m³", 7: "Bq/m³",
    ]

    private static func gases(_ part: Part) -> [Component] {
        gases.compactMap { row in
            guard part.has(row.value) else { return nil }
            let unit = part.integer(row.unit).flatMap { units[$0] }
            return sensor(
                row.name, row.title, deviceClass: unit.flatMap { row.classes[$0] }, unit: unit,
                stateClass: "measurement"
            ) { .number($0.number(row.value), digits: 3) }
        }
    }

    private static let airQuality = AttributeID(T.matterAirQuality, "airQuality")
    private static let airQualityFeatures = AttributeID.features(T.matterAirQuality)
    /// Values of AirQualityEnum; 0 is unknown.
    private static let airQualities = Words([
        1: "good", 2: "fair", 3: "moderate", 4: "poor", 5: "very_poor", 6: "extremely_poor",
    ])

    private static func airQuality(_ part: Part) -> [Component] {
        guard part.has(T.matterAirQuality) else { return [] }
        return [
            enumeration("air_quality", "Air quality", airQualities.list) { airQualities.json($0.integer(airQuality)) }
        ]
    }

    /// A sensor whose value is one of some words.
    static func enumeration(
        _ name: String, _ title: String, _ words: JSON, _ read: @escaping Property.Read
    ) -> Component {
        var component = sensor(name, title, deviceClass: "enum", read)
        component.options.append(("options", words))
        return component
    }

    // MARK: Reading

    private static let readingValue = AttributeID(T.hearthProjectReading, "value")
    private static let readingUnit = AttributeID(T.hearthProjectReading, "unit")
    private static let readingClass = AttributeID(T.hearthProjectReading, "deviceClass")
    private static let readingState = AttributeID(T.hearthProjectReading, "stateClass")

    private static func reading(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectReading) else { return [] }
        let states: [Int64: String] = [1: "measurement", 2: "total", 3: "total_increasing"]
        return [
            named(
                "reading", "Value", deviceClass: part.text(readingClass).flatMap { DeviceClasses.ofNumbers.known($0) },
                unit: part.text(readingUnit), stateClass: part.integer(readingState).flatMap { states[$0] }
            ) { .number($0.number(readingValue), digits: 6) }
        ]
    }
}
