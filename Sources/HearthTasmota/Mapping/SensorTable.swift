/// What a quantity of a device's sensors means (Tasmota's documentation, "Supported Peripherals"). The names are those
/// of its firmware's `D_JSON_…`.
enum SensorTable {
    struct Row {
        /// Where the unit is said.
        enum Unit {
            case fixed(String)
            case temperature, pressure, speed
        }

        var quantity: String
        /// The measure's part of an entity's key.
        var word: String
        var title: String
        /// Of Home Assistant's vocabulary; empty for values that are shown as they are.
        var deviceClass: String
        var unit: Unit
        var stateClass: String

        init(
            _ quantity: String, _ word: String, _ title: String, _ deviceClass: String, _ unit: Unit,
            stateClass: String = "measurement"
        ) {
            self.quantity = quantity
            self.word = word
            self.title = title
            self.deviceClass = deviceClass
            self.unit = unit
            self.stateClass = stateClass
        }

        func unit(in tree: SensorTree) -> String {
            switch unit {
            case .fixed(let unit): unit
            case .temperature: tree.temperatureUnit.map { "°\($0)" } ?? "°C"
            case .pressure: tree.pressureUnit ?? "hPa"
            case .speed: tree.speedUnit ?? ""
            }
        }
    }

    private static let rows: [String: Row] = Dictionary(
        (air + meter + others).map { ($0.quantity, $0) }, uniquingKeysWith: { first, _ in first })

    private static let air: [Row] = [
        Row("Temperature", "temperature", "Temperature", "temperature", .temperature),
        // Computed, not measured.
        Row("DewPoint", "dew_point", "Dew point", "", .temperature),
        Row("Humidity", "humidity", "Humidity", "humidity", .fixed("%")),
        Row("Pressure", "pressure", "Pressure", "atmospheric_pressure", .pressure),
        Row("SeaPressure", "sea_pressure", "Pressure at sea level", "", .pressure),
        Row("Illuminance", "illuminance", "Illuminance", "illuminance", .fixed("lx")),
        Row("Ambient", "ambient", "Ambient light", "illuminance", .fixed("lx")),
        Row("CarbonDioxide", "carbon_dioxide", "Carbon dioxide", "carbon_dioxide", .fixed("ppm")),
        Row("eCO2", "estimated_carbon_dioxide", "Estimated carbon dioxide", "", .fixed("ppm")),
        Row("TVOC", "tvoc", "Volatile compounds", "volatile_organic_compounds_parts", .fixed("ppb")),
        Row("PM1", "pm1", "PM1", "pm1", .fixed("µg/m³")),
        Row("PM2.5", "pm25", "PM2.5", "pm25", .fixed("µg/m³")),
        Row("PM10", "pm10", "PM10", "pm10", .fixed("µg/m³")),
    ]

    private static let meter: [Row] = [
        Row("Power", "power", "Power", "power", .fixed("W")),
        Row("ActivePower", "active_power", "Active power", "power", .fixed("W")),
        Row("ApparentPower", "apparent_power", "Apparent power", "apparent_power", .fixed("VA")),
        Row("ReactivePower", "reactive_power", "Reactive power", "reactive_power", .fixed("var")),
        Row("Factor", "power_factor", "Power factor", "power_factor", .fixed("")),
        Row("Frequency", "frequency", "Frequency", "frequency", .fixed("Hz")),
        Row("Voltage", "voltage", "Voltage", "voltage", .fixed("V")),
        Row("Current", "current", "Current", "current", .fixed("A")),
        Row("CurrentNeutral", "neutral_current", "Current of the neutral", "", .fixed("A")),
        Row("Total", "energy", "Energy", "energy", .fixed("kWh"), stateClass: "total_increasing"),
        Row("Today", "today", "Today's energy", "", .fixed("kWh"), stateClass: "total_increasing"),
        Row("Yesterday", "yesterday", "Yesterday's energy", "", .fixed("kWh")),
        Row(
            "ExportActive", "energy_produced", "Exported energy", "energy", .fixed("kWh"),
            stateClass: "total_increasing"),
        Row("ImportActive", "imported", "Imported energy", "", .fixed("kWh"), stateClass: "total_increasing"),
        Row("TotalTariff", "tariff", "Energy of tariff", "", .fixed("kWh"), stateClass: "total_increasing"),
        Row("PhaseAngle", "phase_angle", "Phase angle", "", .fixed("°")),
    ]

    private static let others: [Row] = [
        Row("Battery", "battery", "Battery", "battery", .fixed("%")),
        Row("Moisture", "moisture", "Moisture", "moisture", .fixed("%")),
        Row("Distance", "distance", "Distance", "distance", .fixed("cm")),
        Row("Weight", "weight", "Weight", "weight", .fixed("kg")),
        Row("Speed", "speed", "Speed", "wind_speed", .speed),
        Row("CCT", "color_temperature", "Colour temperature", "", .fixed("K")),
    ]

    /// The row of a value; nil for one whose meaning is not known.
    static func row(_ leaf: SensorTree.Leaf) -> Row? {
        // The energy of a lightning detector and of a radar is not electrical energy.
        if leaf.quantity == "Energy", ["AS3935", "LD2410"].contains(leaf.group.first) { return nil }
        // Analogue inputs are numbered: `Temperature1`.
        let isNumbered = leaf.group == ["ANALOG"] && leaf.quantity.last?.isNumber == true
        guard var row = rows[isNumbered ? String(leaf.quantity.dropLast()) : leaf.quantity] ?? inner(leaf) else {
            return nil
        }
        if rows[leaf.quantity] == nil {
            row.word = "\(row.word).\(leaf.quantity)"
            row.title = leaf.quantity
        }
        // Of the chip, never of the room.
        if row.deviceClass == "temperature", isAboutDevice(leaf) { row.deviceClass = "" }
        return row
    }

    /// A value within a quantity, such as the average of a speed.
    private static func inner(_ leaf: SensorTree.Leaf) -> Row? {
        guard leaf.group.count == 2, let row = rows[leaf.group[1]] else { return nil }
        return row
    }

    /// Whether a value is about the device itself.
    static func isAboutDevice(_ leaf: SensorTree.Leaf) -> Bool { leaf.group.first == "ESP32" }
}
