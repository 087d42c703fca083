internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// Inputs, thermostats and virtual components (Shelly's documentation, "Input", "Thermostat", "Virtual Components").
enum InputParts {
    /// The words of presses. A press begins and ends with words of its own, which would be two more.
    private static let presses = [
        "single_push": "single", "double_push": "double", "triple_push": "triple", "long_push": "long",
    ]

    static func input(_ component: ShellyComponent) -> ShellyPart {
        let name = component.name.isEmpty ? "Input \(component.number + 1)" : component.name
        switch component.config["type"]?.string {
        case "button":
            return ShellyPart(
                entity: Entity(
                    key: component.key, name: name,
                    kind: .event(types: presses.values.sorted(), deviceClass: "button")), component: component.key,
                events: presses)
        case "analog":
            return .sensor(component.key, "percent", name, at: ["percent"], "", "%")
        case "count":
            return .sensor(
                component.key, "count", name, at: ["counts", "total"], "", "", stateClass: "total_increasing")
        default: return .flag(component.key, "", name, at: ["state"], "")
        }
    }

    static func thermostat(_ component: ShellyComponent) -> ShellyPart {
        let id = component.id
        let cools = component.config["type"]?.string == "cooling"
        let mode = cools ? "cool" : "heat"
        return ShellyPart(
            entity: Entity(
                key: component.key, name: component.name,
                kind: .climate(
                    EntityKind.Climate(modes: ["off", mode], minimum: 5, maximum: 35, hasAction: true))),
            component: component.key,
            read: { status in
                var values: [EntityProperty: EntityValue] = [:]
                if let isOn = status["enable"]?.bool { values[.mode] = .text(isOn ? mode : "off") }
                values[.targetTemperature] = status.reading(["target_C"])
                values[.currentTemperature] = status.reading(["current_C"])
                if let isOn = status["output"]?.bool {
                    values[.action] = .text(isOn ? (cools ? "cooling" : "heating") : "idle")
                }
                return values
            },
            call: { command throws(TraitError) in
                var config = ["id": id]
                if case .text(let word)? = command.values[.mode] { config["enable"] = .bool(word != "off") }
                if let target = try command.number(.targetTemperature) { config["target_C"] = .number(target) }
                guard config.count > 1 else { return nil }
                return ShellyCall("Thermostat.SetConfig", ["id": id, "config": .object(config)])
            })
    }

    /// A component that a person has made for a script; nil if it has no counterpart.
    static func virtual(_ component: ShellyComponent) -> ShellyPart? {
        let (id, config) = (component.id, component.config)
        let name = component.name.isEmpty ? "\(component.type) \(component.number)" : component.name
        let unit = config["meta"]?["ui"]?["unit"]?.string ?? ""
        var part = ShellyPart(
            entity: Entity(key: component.key, name: name, kind: .press(deviceClass: "")), component: component.key)
        switch component.type {
        case "boolean":
            // A label shows what a script sets.
            let isLabel = config["meta"]?["ui"]?["view"]?.string == "label"
            part.entity.kind = isLabel ? .flag(deviceClass: "") : .toggle(deviceClass: "")
            part.read = { $0.truth(["value"]).map { [.on: $0] } ?? [:] }
            if !isLabel {
                part.call = { command in
                    command.isOn.map { ShellyCall("Boolean.Set", ["id": id, "value": .bool($0)]) }
                }
            }
        case "number":
            let (low, high) = (config["min"]?.number ?? 0, config["max"]?.number ?? 100)
            part.read = { $0.reading(["value"]).map { [.value: $0] } ?? [:] }
            guard config["meta"]?["ui"]?["view"]?.string != "label", low < high else {
                part.entity.kind = .sensor(deviceClass: "", unit: unit, stateClass: "measurement")
                break
            }
            let step = config["meta"]?["ui"]?["step"]?.number.flatMap { $0 > 0 ? $0 : nil } ?? 1
            part.entity.kind = .number(minimum: low, maximum: high, step: step, unit: unit, deviceClass: "")
            part.call = { command throws(TraitError) in
                try command.number(.value).map { ShellyCall("Number.Set", ["id": id, "value": .number($0)]) }
            }
        case "enum":
            let options = (config["options"]?.items ?? []).prefix(255).compactMap(\.string)
            part.entity.kind = .choice(options: options, isSettable: true)
            part.read = { $0.word(["value"]).map { [.value: $0] } ?? [:] }
            part.call = { command in
                command.word.map { ShellyCall("Enum.Set", ["id": id, "value": .string($0)]) }
            }
        case "text":
            let longest = config["max_len"]?.integer ?? 255
            part.entity.kind = .text(
                minimumLength: 0, maximumLength: min(max(longest, 1), 4_096), isSecret: false, isSettable: true)
            part.read = { $0.word(["value"]).map { [.value: $0] } ?? [:] }
            part.call = { command in
                command.word.map { ShellyCall("Text.Set", ["id": id, "value": .string($0)]) }
            }
        case "button":
            part.call = { command in
                command.action == .press
                    ? ShellyCall("Button.Trigger", ["id": id, "event": .string("single_push")]) : nil
            }
        default: return nil
        }
        return part
    }
}
