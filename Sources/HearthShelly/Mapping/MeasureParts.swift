internal import HearthEntities
internal import HearthJSON

/// What components measure (Shelly's documentation, "Switch", "PM1", "EM", "EM1", "Temperature" and so on).
enum MeasureParts {
    private struct Row {
        let path: [String]
        let word: String
        let name: String
        let deviceClass: String
        let unit: String
        var stateClass = "measurement"
    }

    /// The measures of a single phase. Switches, covers, lights and meters share these names.
    private static let phase: [Row] = [
        Row(path: ["apower"], word: "power", name: "Power", deviceClass: "power", unit: "W"),
        Row(path: ["act_power"], word: "power", name: "Power", deviceClass: "power", unit: "W"),
        Row(
            path: ["aprt_power"], word: "apparent_power", name: "Apparent power", deviceClass: "apparent_power",
            unit: "VA"),
        Row(path: ["voltage"], word: "voltage", name: "Voltage", deviceClass: "voltage", unit: "V"),
        Row(path: ["current"], word: "current", name: "Current", deviceClass: "current", unit: "A"),
        Row(path: ["freq"], word: "frequency", name: "Frequency", deviceClass: "frequency", unit: "Hz"),
        Row(path: ["pf"], word: "power_factor", name: "Power factor", deviceClass: "power_factor", unit: ""),
        Row(
            path: ["aenergy", "total"], word: "energy", name: "Energy", deviceClass: "energy", unit: "Wh",
            stateClass: "total_increasing"),
        Row(
            path: ["ret_aenergy", "total"], word: "energy_returned", name: "Returned energy", deviceClass: "energy",
            unit: "Wh", stateClass: "total_increasing"),
    ]

    /// Of meters that count in a component of its own.
    private static let counted: [Row] = [
        Row(
            path: ["total_act_energy"], word: "energy", name: "Energy", deviceClass: "energy", unit: "Wh",
            stateClass: "total_increasing"),
        Row(
            path: ["total_act_ret_energy"], word: "energy_returned", name: "Returned energy", deviceClass: "energy",
            unit: "Wh", stateClass: "total_increasing"),
    ]

    /// The electrical measures that a component's status contains.
    static func electrical(_ component: ShellyComponent) -> [ShellyPart] {
        phase.compactMap { part($0, component, prefix: "") }
    }

    /// The phases of a three-phase meter, and their sums.
    static func threePhases(_ component: ShellyComponent) -> [ShellyPart] {
        ["a", "b", "c"].flatMap { phase in
            self.phase.compactMap { part($0, component, prefix: "\(phase)_") }
        }
            + [Row(path: ["total_act_power"], word: "power", name: "Power", deviceClass: "power", unit: "W")].compactMap
        {
            part($0, component, prefix: "")
        }
    }

    /// The energies of `em1data` or `emdata`, with the keys of the meter that they belong to.
    static func energies(_ component: ShellyComponent, of meter: String) -> [ShellyPart] {
        let rows: [Row] =
            counted
            + [
                Row(
                    path: ["total_act"], word: "energy", name: "Energy", deviceClass: "energy", unit: "Wh",
                    stateClass: "total_increasing"),
                Row(
                    path: ["total_act_ret"], word: "energy_returned", name: "Returned energy", deviceClass: "energy",
                    unit: "Wh", stateClass: "total_increasing"),
            ]
        let sums = rows.compactMap { part($0, component, prefix: "", key: meter) }
        return sums
            + ["a", "b", "c"].flatMap { phase in
                counted.compactMap { part($0, component, prefix: "\(phase)_", key: meter) }
            }
    }

    private static func part(
        _ row: Row, _ component: ShellyComponent, prefix: String, key: String? = nil
    ) -> ShellyPart? {
        var path = row.path
        path[0] = prefix + path[0]
        guard component.status.reading(path) != nil else { return nil }
        let phase = prefix.dropLast().uppercased()
        let name = phase.isEmpty ? row.name : "\(row.name) \(phase)"
        // Measures of one phase differ only in the measure's word, so they become one endpoint.
        let part = ShellyPart.sensor(
            component.key, row.word, component.named(name), at: path, row.deviceClass, row.unit,
            stateClass: row.stateClass)
        guard key != nil || !prefix.isEmpty else { return part }
        var keyed = part
        keyed.entity.key = "\(key ?? component.key)\(phase.isEmpty ? "" : ":\(phase)"):\(row.word)"
        return keyed
    }

    /// What other components are: key of the status, name, class, unit.
    static func plain(_ component: ShellyComponent) -> [ShellyPart] {
        let key = component.key
        func sensor(
            _ path: [String], _ word: String, _ name: String, _ deviceClass: String, _ unit: String,
            stateClass: String = "measurement", category: Entity.Category = .main
        ) -> ShellyPart {
            .sensor(
                key, word, component.named(name), at: path, deviceClass, unit, stateClass: stateClass,
                category: category)
        }
        switch component.type {
        case "temperature": return [sensor(["tC"], "temperature", "Temperature", "temperature", "°C")]
        case "humidity": return [sensor(["rh"], "humidity", "Humidity", "humidity", "%")]
        case "illuminance": return [sensor(["lux"], "illuminance", "Illuminance", "illuminance", "lx")]
        case "voltmeter": return [sensor(["voltage"], "voltage", "Voltage", "voltage", "V")]
        case "devicepower": return [sensor(["battery", "percent"], "battery", "Battery", "battery", "%")]
        case "smoke": return [.flag(key, "", component.named("Smoke"), at: ["alarm"], "smoke")]
        case "flood": return [.flag(key, "", component.named("Water"), at: ["alarm"], "moisture")]
        case "presencezone": return [.flag(key, "", component.named("Presence"), at: ["value"], "presence")]
        case "wifi":
            return [sensor(["rssi"], "rssi", "Signal strength", "signal_strength", "dBm", category: .diagnostic)]
        case "sys":
            return [
                sensor(
                    ["uptime"], "uptime", "Uptime", "duration", "s", stateClass: "total_increasing",
                    category: .diagnostic)
            ]
        default: return []
        }
    }

    /// The temperature of the electronics of an output, never of the room.
    static func chip(_ component: ShellyComponent) -> [ShellyPart] {
        guard component.status.reading(["temperature", "tC"]) != nil else { return [] }
        return [
            .sensor(
                component.key, "chip", component.named("Device temperature"), at: ["temperature", "tC"], "", "°C",
                category: .diagnostic)
        ]
    }
}
