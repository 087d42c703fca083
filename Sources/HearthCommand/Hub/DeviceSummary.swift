internal import HearthTraitCore

/// A device's state in a few words: its most important values.
enum DeviceSummary {
    /// nil for a device without noteworthy values, such as a bridge.
    static func text(of device: House.Device) -> String? {
        let parts = device.endpoints.filter { $0.id != 0 }.flatMap { endpoint in
            endpoint.traits.flatMap { words(for: $0, on: device) }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func words(for trait: House.Trait, on device: House.Device) -> [String] {
        func value(_ name: String) -> TraitValue? {
            trait.descriptor.attribute(named: name).flatMap { trait.values[$0.id] }
        }
        func plain(_ name: String) -> String? {
            guard let field = trait.descriptor.attribute(named: name)?.field, let value = trait.values[field.id] else {
                return nil
            }
            return value == .null ? "unknown" : Units.text(value, field) ?? trait.descriptor.text(value, field)
        }
        func number(_ name: String) -> Double? { value(name)?.integer.map(Double.init) }
        let words: [String?] =
            switch trait.descriptor.id {
            case 0x0006: [value("onOff")?.bool.map { $0 ? "on" : "off" }]
            case 0x0008: [plain("currentLevel").map { "level \($0)" }]
            case 0x003B: [plain("currentPosition").map { "position \($0.split(separator: " ").first ?? "")" }]
            case 0x0045: [value("stateValue")?.bool.map { detection($0, device.typeName) }]
            case 0x005C: [plain("expressedState")]
            case 0x0101: [plain("lockState")]
            case 0x0102: [number("currentPositionLiftPercent100ths").map { "\(Int($0 / 100)) % closed" }]
            case 0x0201: [plain("localTemperature"), plain("systemMode")]
            case 0x0202: [plain("fanMode"), number("percentCurrent").map { "\(Int($0)) %" }]
            case 0x0300: [color(mode: value("colorMode")?.integer, mireds: number("colorTemperatureMireds"))]
            case 0x0400, 0x0402, 0x0405: [plain("measuredValue")]
            case 0x0406: [value("occupancy")?.integer.map { $0 & 1 == 1 ? "occupied" : "free" }]
            case 0x0506: [plain("currentState")]
            case 0xFFF1_FC01: [plain("rpm")]
            default: []
            }
        return words.compactMap(\.self)
    }

    /// The device type determines what true means (Matter, BooleanState).
    private static func detection(_ value: Bool, _ type: String) -> String {
        switch type {
        case "ContactSensor": value ? "closed" : "open"
        case "WaterLeakDetector": value ? "leak" : "dry"
        case "WaterFreezeDetector": value ? "freezing" : "no frost"
        case "RainSensor": value ? "rain" : "no rain"
        default: value ? "detected" : "clear"
        }
    }

    private static func color(mode: Int64?, mireds: Double?) -> String? {
        switch (mode, mireds) {
        case (2, .some(let mireds)) where mireds > 0:
            "\(Units.fixed((1_000_000 / mireds / 50).rounded() * 50, digits: 0)) K"
        case (2, _), (nil, _): nil
        default: "color"
        }
    }
}
