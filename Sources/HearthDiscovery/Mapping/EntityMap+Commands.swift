internal import HearthBase
package import HearthEntities
internal import HearthJSON
package import HearthMQTT
internal import HearthTemplates
package import HearthTraitCore

extension EntityMap {
    /// The code with which the hub compares the one of a command; nil if the command needs none.
    func neededCode(for command: EntityCommand) -> String? {
        guard case .alarmPanel(_, let needsCode, let needsCodeToArm, _) = entity.kind else { return nil }
        let isDisarming = command.values[.alarmState] == .text(AlarmMode.disarmed.state)
        return (isDisarming ? needsCode : needsCodeToArm) ? code : nil
    }

    /// The messages that carry out a command, in their order.
    ///
    /// - Parameter known: the values of the entity, as far as they are known.
    /// - Throws: `TraitError` if the entity does not have the property, or a value does not fit.
    package func messages(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [MQTTMessage] {
        var command = command
        if command.action == .toggle {
            (command.action, command.values) = (.set, [.on: .bool(known[.on] != .bool(true))])
        }
        guard command.action == .set else {
            guard let fixed = actions[command.action] else {
                throw TraitError(
                    .unsupportedCommand, "\(quoted(entity.key)) does not take the command \(command.action)")
            }
            return [try message(fixed, code: command.code)]
        }
        // Whatever else is set, it turns off.
        let isOff = command.values[.on] == .bool(false)
        if isOff { command.values = [.on: .bool(false)] }
        let messages: [MQTTMessage]
        switch composer {
        case .basicLight(let light): messages = try basic(light, command, known)
        case .jsonLight(let light, let target):
            try mustBeLight(command)
            let json = light.command(command.values, transition: command.transition)
            messages = [target.message(String(decoding: json.text, as: UTF8.self))]
        case .templateLight(let light, let target):
            try mustBeLight(command)
            do throws(TemplateError) {
                messages = [target.message(try light.command(command.values, transition: command.transition))]
            } catch {
                throw failure(error)
            }
        case .siren(let siren): messages = try self.siren(siren, command)
        case nil:
            var all: [MQTTMessage] = []
            for property in EntityProperty.allCases {
                guard let value = command.values[property] else { continue }
                if property == .mode, let power {
                    let isOff = value == .text("off")
                    all.append(try message(isOff ? power.off : power.on, code: nil))
                    if isOff { break }
                }
                if let message = try set(property, value, command.code) { all.append(message) }
            }
            messages = all
        }
        guard !messages.isEmpty else {
            throw TraitError(.invalidCommand, "a command to \(quoted(entity.key)) sets nothing; name a property")
        }
        return messages
    }

    // MARK: - One property

    private func set(
        _ property: EntityProperty, _ value: EntityValue, _ code: String?
    ) throws(TraitError) -> MQTTMessage? {
        guard let write = writes[property] else {
            throw TraitError(
                .unsupportedWrite, "\(quoted(entity.key)) does not let its \(property) be set")
        }
        if value == .number(1), let one = write.one { return try message(one, code: code) }
        if value == .number(0), let zero = write.zero { return try message(zero, code: code) }
        guard let target = write.target else {
            throw TraitError(
                .constraintError, "\(quoted(entity.key)) only opens and closes as a whole; set it to 0 or 100 %")
        }
        guard var setting = write.conversion.setting(value) else {
            throw TraitError(.constraintError, "\(quoted(entity.key)) has no such value of its \(property)")
        }
        // A dim light is not off.
        if property == .brightness, setting == .int(0), value != .number(0) { setting = .int(1) }
        var variables: [String: TemplateValue] = [:]
        if let variable = write.variable { variables[variable] = setting }
        if let code { variables["code"] = .string(code) }
        return try message(target, setting, variables)
    }

    private func message(_ fixed: Fixed, code: String?) throws(TraitError) -> MQTTMessage {
        try message(fixed.target, .string(fixed.payload), code.map { ["code": .string($0)] } ?? [:])
    }

    private func message(
        _ target: Target, _ value: TemplateValue, _ variables: [String: TemplateValue] = [:]
    ) throws(TraitError) -> MQTTMessage {
        var target = target
        // The broker would keep the code, and carry the command out again at each connect of the device.
        if variables["code"] != nil { target.isRetained = false }
        guard let template = target.template else { return target.message(value.payload) }
        do throws(TemplateError) {
            return target.message(try template.rendered(variables.merging(["value": value]) { $1 }))
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: TemplateError) -> TraitError {
        TraitError(.failure, "the template for commands of \(quoted(entity.key)) fails: \(error.message)")
    }

    // MARK: - Lights and sirens

    private func mustBeLight(_ command: EntityCommand) throws(TraitError) {
        guard !command.values.isEmpty else { return }
        let properties: Set<EntityProperty> = [
            .on, .brightness, .colorTemperature, .hue, .saturation, .x, .y, .effect,
        ]
        for property in command.values.keys where !properties.contains(property) {
            throw TraitError(.unsupportedWrite, "\(quoted(entity.key)) does not let its \(property) be set")
        }
    }

    private func basic(
        _ light: BasicLight, _ command: EntityCommand, _ known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [MQTTMessage] {
        var values = command.values
        var messages: [MQTTMessage] = []
        let turnsOn = values.removeValue(forKey: .on)
        let word = try turnsOn.map { value throws(TraitError) in try set(.on, value, nil) } ?? nil
        if turnsOn == .bool(false) { return [word].compactMap { $0 } }
        if light.onCommand == .first, let word { messages.append(word) }
        if light.onCommand == .brightness, turnsOn != nil, values[.brightness] == nil {
            if case .number(let last) = known[.brightness], last > 0 {
                values[.brightness] = .number(last)
            } else {
                values[.brightness] = .number(1)
            }
        }
        let brightness = values[.brightness] ?? known[.brightness]
        if let color = try color(light, values, brightness, known) { messages.append(color) }
        for property in [EntityProperty.hue, .saturation, .x, .y] { values[property] = nil }
        // Without a topic of its own brightness is in the colour.
        if writes[.brightness] == nil, light.rgb != nil { values[.brightness] = nil }
        for property in EntityProperty.allCases {
            guard let value = values[property] else { continue }
            if let message = try set(property, value, nil) { messages.append(message) }
        }
        if light.onCommand == .last, let word { messages.append(word) }
        return messages
    }

    private func color(
        _ light: BasicLight, _ values: [EntityProperty: EntityValue], _ brightness: EntityValue?,
        _ known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> MQTTMessage? {
        if case .number(let x) = values[.x], case .number(let y) = values[.y], let target = light.xy {
            let (x, y) = (x.rounded(places: 4), y.rounded(places: 4))
            return try message(target, .string("\(x),\(y)"), ["x": .double(x), "y": .double(y)])
        }
        var (hue, saturation) = (values[.hue], values[.saturation])
        // A new brightness of a light that has none of its own is its colour again.
        if hue == nil, values[.brightness] != nil, writes[.brightness] == nil, light.rgb != nil {
            (hue, saturation) = (known[.hue] ?? .number(0), known[.saturation] ?? .number(0))
        }
        guard case .number(let hue) = hue, case .number(let saturation) = saturation else { return nil }
        if let target = light.hueSaturation {
            let (hue, saturation) = (hue.rounded(places: 2), saturation.rounded(places: 2))
            return try message(
                target, .string("\(hue),\(saturation)"), ["hue": .double(hue), "sat": .double(saturation)])
        }
        guard let target = light.rgb else {
            throw TraitError(.unsupportedWrite, "\(quoted(entity.key)) takes no colour as hue and saturation")
        }
        var share = 1.0
        if writes[.brightness] == nil, case .number(let wanted) = brightness { share = wanted }
        let bytes =
            RGB(hue: hue, saturation: saturation).bytes(brightness: share) + Array(repeating: 0, count: light.whites)
        let names = ["red", "green", "blue"] + (light.whites == 1 ? ["white"] : ["cold_white", "warm_white"])
        return try message(
            target, .string(bytes.map { "\($0)" }.joined(separator: ",")),
            Dictionary(zip(names, bytes.map { .int($0) }), uniquingKeysWith: { first, _ in first }))
    }

    private func siren(_ siren: SirenCommands, _ command: EntityCommand) throws(TraitError) -> [MQTTMessage] {
        let isOff = command.values[.on] == .bool(false)
        let target = isOff ? siren.off : siren.on
        let word = isOff ? siren.payloadOff : siren.payloadOn
        var parts: [String: JSONValue] = [:]
        if case .text(let tone) = command.values[.tone] { parts["tone"] = .string(tone) }
        if case .number(let volume) = command.values[.volume] { parts["volume_level"] = .number(volume) }
        if let duration = command.duration { parts["duration"] = .number(Double(duration.wholeSeconds)) }
        if target.template != nil {
            let variables = parts.mapValues { TemplateValue(json: $0) }
            return [try message(target, .string(word), variables.merging(["state": .string(word)]) { $1 })]
        }
        let json = JSONValue.object(parts.merging(["state": .string(word)]) { $1 })
        return [target.message(String(decoding: json.text, as: UTF8.self))]
    }
}

extension EntityMap.Target {
    func message(_ payload: String) -> MQTTMessage {
        MQTTMessage(topic: topic, payload: Array(payload.utf8), qos: quality, isRetained: isRetained)
    }
}
