internal import HearthEntities
internal import HearthJSON
internal import HearthTemplates

extension EntityMap.Source {
    /// What a message on the topic says; nil for nothing.
    func reading(_ payload: Payload) throws(TemplateError) -> Reading? {
        switch meaning {
        case .property(let property, let conversion):
            return conversion.value(of: try payload.rendered(template)).map { Reading(values: [property: $0]) }
        case .instant:
            let text = try payload.rendered(template)
            guard !text.isEmpty else { return nil }
            return Reading(values: [.value: payload.local(text).map { .text($0) } ?? .unknown])
        case .rgb(let hasOwnBrightness):
            guard let parts = Self.numbers(try payload.rendered(template)), parts.count >= 3 else { return nil }
            let color = RGB(parts[0] / 255, parts[1] / 255, parts[2] / 255)
            var reading = Reading(values: color.values)
            if !hasOwnBrightness { reading.values[.brightness] = .number(color.brightness) }
            return reading
        case .hueSaturation:
            guard let parts = Self.numbers(try payload.rendered(template)), parts.count == 2 else { return nil }
            return Reading(values: [.hue: .number(parts[0]), .saturation: .number(parts[1])])
        case .xy:
            guard let parts = Self.numbers(try payload.rendered(template)), parts.count == 2 else { return nil }
            return Reading(values: [.x: .number(parts[0]), .y: .number(parts[1])])
        case .colorMode: return Reading(hidden: LightMode.hidden(try payload.rendered(template)))
        case .jsonLight(let light): return payload.json.map { light.reading($0) }
        case .templateLight(let light): return try light.reading(payload)
        case .cover(let words, let hasPosition):
            return words.reading(try payload.rendered(template), hasPosition: hasPosition)
        case .valve(let words, let position): return try words.valve(payload, template, position)
        case .siren(let on, let off): return try Self.siren(payload, template, on, off)
        case .vacuum: return try payload.document(template).map { Self.vacuum($0) }
        case .update: return try Self.update(payload, template)
        case .event(let types):
            guard let type = try payload.document(template)?["event_type"]?.string, types.contains(type) else {
                return nil
            }
            return Reading(events: [type])
        case .action(let types):
            guard let word = payload.json?["action"]?.string, let type = ActionTypes.type(of: word, among: types)
            else { return nil }
            return Reading(events: [type])
        case .trigger(let type, let expected):
            let text = try payload.rendered(template)
            guard expected.map({ $0 == text }) ?? (template == nil || !text.isEmpty) else { return nil }
            return Reading(events: [type])
        case .tag:
            let id = try payload.rendered(template).trimmed
            return (1...Self.longestTag).contains(id.utf8.count) ? Reading(events: [id]) : nil
        }
    }

    /// The most bytes of a tag's id: those of an event's type. The beginning of a longer one could be that of two tags.
    private static let longestTag = 64

    /// Finite numbers with commas between.
    private static func numbers(_ text: String) -> [Double]? {
        let parts = text.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double(trimming: String($0)) }
        return numbers.count == parts.count ? numbers : nil
    }

    /// A word, or an object with the word, the tone and the volume.
    private static func siren(
        _ payload: Payload, _ template: Template?, _ on: String, _ off: String
    ) throws(TemplateError) -> Reading? {
        let text = try payload.rendered(template)
        let document = try payload.document(template)
        guard case .object = document else {
            return Conversion.flag(on: on, off: off).value(of: text).map { Reading(values: [.on: $0]) }
        }
        var reading = Reading()
        if let state = document?["state"].flatMap(Options.text) {
            reading.values[.on] = Conversion.flag(on: on, off: off).value(of: state)
        }
        if let tone = document?["tone"]?.string { reading.values[.tone] = Conversion.text.value(of: tone) }
        if let volume = document?["volume_level"]?.number { reading.values[.volume] = .number(volume) }
        return reading
    }

    private static func vacuum(_ document: JSONValue) -> Reading {
        var reading = Reading()
        if let state = document["state"] {
            let word = state.string ?? ""
            reading.values[.activity] = VacuumWords.activities.contains(word) ? .text(word) : .unknown
        }
        if let speed = document["fan_speed"] {
            reading.values[.fanMode] = speed.string.flatMap { Conversion.text.value(of: $0) } ?? .unknown
        }
        return reading
    }

    /// The installed version, or an object with more.
    private static func update(_ payload: Payload, _ template: Template?) throws(TemplateError) -> Reading? {
        let text = try payload.rendered(template)
        guard let document = try payload.document(template), case .object = document else {
            return Conversion.text.value(of: text).map { Reading(values: [.installedVersion: $0]) }
        }
        var reading = Reading()
        for (name, property) in [
            ("installed_version", EntityProperty.installedVersion), ("latest_version", .latestVersion),
        ] {
            guard let value = document[name] else { continue }
            reading.values[property] = Options.text(value).flatMap { Conversion.text.value(of: $0) } ?? .unknown
        }
        if let isInProgress = document["in_progress"]?.bool { reading.values[.isInProgress] = .bool(isInProgress) }
        if let percent = document["update_percentage"] {
            reading.values[.progress] = percent.number.map { .number($0 / 100) } ?? .unknown
            if percent.number != nil { reading.values[.isInProgress] = .bool(true) }
        }
        return reading
    }
}
