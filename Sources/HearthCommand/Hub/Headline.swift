internal import HearthTraitCore

/// The few words that say how a device is: the values that matter most of its traits.
enum Headline {
    /// By trait: the attributes to show, and what to write before each.
    private static let shown: [UInt32: [(attribute: String, label: String)]] = [
        0x0006: [("onOff", "")],
        0x0008: [("currentLevel", "level ")],
        0x0045: [("stateValue", "")],
        0x003B: [("currentPosition", "position ")],
        0x005C: [("expressedState", "")],
        0x0101: [("lockState", "")],
        0x0102: [("currentPositionLiftPercent100ths", "closed ")],
        0x0201: [("localTemperature", ""), ("systemMode", "")],
        0x0202: [("fanMode", ""), ("percentCurrent", "")],
        0x0300: [("colorMode", "")],
        0x0400: [("measuredValue", "lux code ")],
        0x0402: [("measuredValue", "")],
        0x0405: [("measuredValue", "")],
        0x0406: [("occupancy", "")],
        0x0506: [("currentState", "")],
        0xFFF1_FC00: [("rpm", "")],
    ]

    static func text(of device: House.Device) -> String {
        let parts = device.endpoints.filter { $0.id != 0 }.flatMap { endpoint in
            endpoint.traits.flatMap { trait in values(of: trait) }
        }
        return parts.isEmpty ? "-" : parts.joined(separator: ", ")
    }

    private static func values(of trait: House.Trait) -> [String] {
        (shown[trait.descriptor.id] ?? []).compactMap { entry in
            guard let attribute = trait.descriptor.attribute(named: entry.attribute),
                let value = trait.values[attribute.id]
            else { return nil }
            return entry.label + text(value, attribute.field, of: trait.descriptor)
        }
    }

    private static func text(_ value: TraitValue, _ field: FieldDescriptor, of trait: TraitDescriptor) -> String {
        switch (trait.id, value) {
        case (_, .null): "unknown"
        case (0x0006, .bool(let on)): on ? "on" : "off"
        case (0x0406, .unsigned(let bits)): bits & 1 == 1 ? "occupied" : "free"
        case (0x0202, _) where field.name == "percentCurrent": "\(value.integer ?? 0) %"
        default: Units.text(value, field) ?? trait.text(value, field)
        }
    }
}
