internal import HearthBase
internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// Components that switch, move and shine (Shelly's documentation, "Switch", "Cover", "Light", "RGB", "RGBW", "CCT").
enum OutputParts {
    static func toggle(_ component: ShellyComponent) -> ShellyPart {
        let id = component.id
        return ShellyPart(
            entity: Entity(key: component.key, name: component.name, kind: .toggle(deviceClass: "")),
            component: component.key, read: { $0.truth(["output"]).map { [.on: $0] } ?? [:] },
            call: { command in
                if command.action == .toggle { return ShellyCall("Switch.Toggle", ["id": id]) }
                return command.isOn.map { ShellyCall("Switch.Set", ["id": id, "on": .bool($0)]) }
            })
    }

    static func cover(_ component: ShellyComponent) -> ShellyPart {
        let id = component.id
        let hasPosition = component.status["pos_control"]?.bool ?? false
        let hasTilt = hasPosition && component.config["slat"]?["enable"]?.bool == true
        return ShellyPart(
            entity: Entity(
                key: component.key, name: component.name,
                kind: .cover(EntityKind.Cover(hasPosition: hasPosition, hasTilt: hasTilt))), component: component.key,
            read: { status in
                var values: [EntityProperty: EntityValue] = [:]
                let state = status["state"]?.string
                // 100 is open.
                if hasPosition {
                    values[.position] = status.reading(["current_pos"], dividedBy: 100)
                } else if state == "open" || state == "closed" {
                    values[.position] = .number(state == "open" ? 1 : 0)
                }
                if hasTilt { values[.tilt] = status.reading(["slat_pos"], dividedBy: 100) }
                if let state { values[.action] = .text(["opening", "closing"].contains(state) ? state : "idle") }
                return values
            },
            call: { command throws(TraitError) in
                if command.action == .stop { return ShellyCall("Cover.Stop", ["id": id]) }
                let (position, tilt) = (try command.number(.position), try command.number(.tilt))
                if !hasPosition {
                    return position.map { ShellyCall($0 > 0 ? "Cover.Open" : "Cover.Close", ["id": id]) }
                }
                var parameters = ["id": id]
                if let position { parameters["pos"] = .whole(position * 100, in: 0...100) }
                if let tilt, hasTilt { parameters["slat_pos"] = .whole(tilt * 100, in: 0...100) }
                return parameters.count > 1 ? ShellyCall("Cover.GoToPosition", parameters) : nil
            })
    }

    /// A light of one of the four kinds.
    static func light(_ component: ShellyComponent) -> ShellyPart {
        let id = component.id
        let method = ["light": "Light", "rgb": "RGB", "rgbw": "RGBW", "cct": "CCT"][component.type] ?? "Light"
        let hasColor = component.type == "rgb" || component.type == "rgbw"
        let kelvins = component.type == "cct" ? Kelvins.range(component.config["ct_range"]) : nil
        return ShellyPart(
            entity: Entity(
                key: component.key, name: component.name,
                kind: .light(
                    EntityKind.Light(
                        hasBrightness: true, mireds: kelvins.map { 1e6 / $0.upperBound...1e6 / $0.lowerBound },
                        color: hasColor ? .hueSaturation : .none, hasTransition: true))), component: component.key,
            read: { status in
                var values: [EntityProperty: EntityValue] = [:]
                values[.on] = status.truth(["output"])
                values[.brightness] = status.reading(["brightness"], dividedBy: 100)
                if kelvins != nil, let kelvin = status["ct"]?.number, kelvin >= 1_000 {
                    values[.colorTemperature] = .number(1e6 / kelvin)
                }
                if hasColor, let color = RGB(status["rgb"]) {
                    values[.hue] = .number(color.hue)
                    values[.saturation] = .number(color.saturation)
                }
                return values
            },
            call: { command throws(TraitError) in
                if command.action == .toggle { return ShellyCall("\(method).Toggle", ["id": id]) }
                var parameters = ["id": id]
                if let isOn = command.isOn { parameters["on"] = .bool(isOn) }
                if command.isOn != false {
                    if let brightness = try command.number(.brightness) {
                        // A dim light is not off.
                        parameters["brightness"] = .whole(brightness * 100, in: brightness > 0 ? 1...100 : 0...100)
                    }
                    if let kelvins, let mireds = try command.number(.colorTemperature), mireds > 0 {
                        parameters["ct"] = .whole(1e6 / mireds, in: kelvins)
                    }
                    if hasColor, let hue = try command.number(.hue), let saturation = try command.number(.saturation) {
                        let bytes = RGB(hue: hue, saturation: saturation).bytes()
                        parameters["rgb"] = .array(bytes.map { .number(Double($0)) })
                    }
                }
                guard parameters.count > 1 else { return nil }
                // Devices refuse shorter and longer ones.
                if let transition = command.transition {
                    parameters["transition_duration"] = .number(min(max(transition.inSeconds, 0.5), 10_800))
                }
                return ShellyCall("\(method).Set", parameters)
            })
    }

    /// The white channel of a light with colours.
    static func white(_ component: ShellyComponent) -> ShellyPart {
        let id = component.id
        return ShellyPart(
            entity: Entity(
                key: "\(component.key):white", name: component.named("White"),
                kind: .number(minimum: 0, maximum: 100, step: 1, unit: "%", deviceClass: "")),
            component: component.key,
            read: { status in
                guard let white = status["white"] else { return [:] }
                return [.value: white.number.map { .number(($0 / 2.55).rounded()) } ?? .unknown]
            },
            call: { command throws(TraitError) in
                guard let white = try command.number(.value) else { return nil }
                return ShellyCall("RGBW.Set", ["id": id, "white": .whole(white * 2.55, in: 0...255)])
            })
    }
}

/// The colour temperatures of a light in kelvins.
enum Kelvins {
    static func range(_ value: JSONValue?) -> ClosedRange<Double> {
        let items = (value?.items ?? []).prefix(2).compactMap(\.number)
        guard items.count == 2, items[0] >= 1_000, items[0] < items[1], items[1] <= 20_000 else { return 2_700...6_500 }
        return items[0]...items[1]
    }
}

extension RGB {
    /// Reads a list of three numbers up to 255; nil for anything else.
    fileprivate init?(_ value: JSONValue?) {
        let parts = (value?.items ?? []).prefix(4).compactMap(\.number)
        guard parts.count == 3 else { return nil }
        self.init(parts[0] / 255, parts[1] / 255, parts[2] / 255)
    }
}
