internal import HearthEntities

/// What numbers that only devices change mean, by the name of the expose.
enum MeasureTable {
    struct Row {
        /// Of Home Assistant's vocabulary; empty for values that are shown as they are.
        var deviceClass: String
        var stateClass = "measurement"
        var category: Entity.Category?
    }

    private static let rows: [String: Row] = [
        "temperature": Row(deviceClass: "temperature"),
        "local_temperature": Row(deviceClass: "temperature"),
        "current_temperature": Row(deviceClass: "temperature"),
        "floor_temperature": Row(deviceClass: "temperature"),
        "soil_temperature": Row(deviceClass: "temperature"),
        "outdoor_temperature": Row(deviceClass: "temperature"),
        "outdoor_air_temperature": Row(deviceClass: "temperature"),
        // Of the electronics, never of the room.
        "device_temperature": Row(deviceClass: "", category: .diagnostic),
        "cpu_temperature": Row(deviceClass: "", category: .diagnostic),
        "humidity": Row(deviceClass: "humidity"),
        "soil_moisture": Row(deviceClass: "moisture"),
        "pressure": Row(deviceClass: "atmospheric_pressure"),
        "illuminance": Row(deviceClass: "illuminance"),
        "illuminance_lux": Row(deviceClass: "illuminance"),
        "co2": Row(deviceClass: "carbon_dioxide"),
        "co": Row(deviceClass: "carbon_monoxide"),
        "pm1": Row(deviceClass: "pm1"),
        "pm25": Row(deviceClass: "pm25"),
        "pm10": Row(deviceClass: "pm10"),
        "voc": Row(deviceClass: "volatile_organic_compounds"),
        "hcho": Row(deviceClass: "formaldehyde"),
        "formaldehyd": Row(deviceClass: "formaldehyde"),
        "aqi": Row(deviceClass: "aqi"),
        "noise": Row(deviceClass: "sound_pressure"),
        "power": Row(deviceClass: "power"),
        "total_power": Row(deviceClass: "power"),
        "current": Row(deviceClass: "current"),
        "voltage": Row(deviceClass: "voltage"),
        "mains_voltage": Row(deviceClass: "voltage"),
        "ac_frequency": Row(deviceClass: "frequency"),
        "power_factor": Row(deviceClass: "power_factor"),
        "power_apparent": Row(deviceClass: "apparent_power"),
        "total_power_apparent": Row(deviceClass: "apparent_power"),
        "power_reactive": Row(deviceClass: "reactive_power"),
        "total_power_reactive": Row(deviceClass: "reactive_power"),
        "energy": Row(deviceClass: "energy", stateClass: "total_increasing"),
        "produced_energy": Row(deviceClass: "energy", stateClass: "total_increasing"),
        "energy_produced": Row(deviceClass: "energy", stateClass: "total_increasing"),
        "flow": Row(deviceClass: "volume_flow_rate"),
        "water_consumed": Row(deviceClass: "water", stateClass: "total_increasing"),
        "battery": Row(deviceClass: "battery", category: .diagnostic),
        "battery_voltage": Row(deviceClass: "voltage", category: .diagnostic),
        "distance": Row(deviceClass: "distance"),
        "target_distance": Row(deviceClass: "distance"),
        "linkquality": Row(deviceClass: "", category: .diagnostic),
        "uptime": Row(deviceClass: "duration", stateClass: "total_increasing", category: .diagnostic),
        "power_outage_count": Row(deviceClass: "", stateClass: "total_increasing", category: .diagnostic),
        "trigger_count": Row(deviceClass: "", stateClass: "total_increasing", category: .diagnostic),
        "reboot_count": Row(deviceClass: "", stateClass: "total_increasing", category: .diagnostic),
        "rejoin_count": Row(deviceClass: "", stateClass: "total_increasing", category: .diagnostic),
        "x_axis": Row(deviceClass: "", category: .diagnostic),
        "y_axis": Row(deviceClass: "", category: .diagnostic),
        "z_axis": Row(deviceClass: "", category: .diagnostic),
    ]

    /// Suffixes of phases and channels. A meter has each measure once per phase.
    private static let suffixes = [
        "_phase_a", "_phase_b", "_phase_c", "_neutral", "_a", "_b", "_c", "_l1", "_l2", "_l3", "_l4", "_1", "_2", "_3",
        "_4",
    ]

    /// Measures that only these units have. With another unit the number is something else of the same name.
    private static let units: [String: Set<String>] = [
        "temperature": ["°C", "°F", "K"], "humidity": ["%"], "moisture": ["%"], "battery": ["%"],
        "atmospheric_pressure": ["hPa", "mbar", "Pa", "kPa", "bar", "psi", "inHg", "mmHg"], "illuminance": ["lx"],
        "power": ["mW", "W", "kW", "MW"], "voltage": ["µV", "mV", "V"], "current": ["mA", "A"],
        "energy": ["J", "Wh", "kWh", "MWh"], "volume_flow_rate": ["m³/h", "L/min"], "frequency": ["Hz"],
        "carbon_dioxide": ["ppm"], "carbon_monoxide": ["ppm"], "apparent_power": ["VA"], "reactive_power": ["var"],
    ]

    static func row(_ name: String, unit: String) -> Row {
        if name.hasPrefix("angle") || name.hasPrefix("requested_") || name.hasSuffix("_raw") || name.hasPrefix("action_") {
            return Row(deviceClass: "", category: .diagnostic)
        }
        let suffix = suffixes.first { name.hasSuffix($0) && rows[name] == nil }
        guard var row = rows[name] ?? rows[String(name.dropLast(suffix?.count ?? 0))] else { return Row(deviceClass: "") }
        if row.deviceClass == "volatile_organic_compounds", !unit.hasSuffix("/m³") {
            row.deviceClass += "_parts"
        }
        if let units = units[row.deviceClass], !units.contains(unit) { row.deviceClass = "" }
        return row
    }

    private static let spellings = [
        "C": "°C", "℃": "°C", "℉": "°F", "F": "°F", "VAR": "var", "VAr": "var", "lux": "lx", "Lx": "lx",
        "seconds": "s", "Seconds": "s", "sec": "s", "second": "s", "minutes": "min", "min.": "min", "minute": "min",
        "hours": "h", "Hours": "h", "Hr": "h", "H": "h", "hour": "h", "meters": "m", "liter": "L", "l": "L",
        "μg/m³": "µg/m³", "ug/m³": "µg/m³", "m³/hour": "m³/h",
    ]

    /// A unit in the spelling that all ecosystems share.
    static func unit(_ text: String) -> String {
        let trimmed = text.drop { $0 == " " }
        return spellings[String(trimmed)] ?? String(trimmed)
    }

    /// The device class of a settable number.
    static func settingClass(unit: String) -> String { ["s", "min", "h"].contains(unit) ? "duration" : "" }
}
