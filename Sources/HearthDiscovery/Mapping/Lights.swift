internal import HearthBase
internal import HearthEntities
internal import HearthJSON
internal import HearthTemplates

/// How a light of Home Assistant's basic schema is commanded: each part has a topic.
struct BasicLight: Hashable, Sendable {
    /// What turns it on.
    enum OnCommand: String, Hashable, Sendable {
        /// The word, after the other parts.
        case last
        /// The word, before the other parts.
        case first
        /// The brightness, instead of the word.
        case brightness
    }

    var onCommand: OnCommand
    /// The topic of a colour as red, green and blue, with the number of white parts behind; nil without one.
    var rgb: EntityMap.Target?
    var whites = 0
    /// The topics of hue with saturation, and of x with y.
    var hueSaturation: EntityMap.Target?
    var xy: EntityMap.Target?
}

/// A light of Home Assistant's JSON schema.
struct JSONLight: Hashable, Sendable {
    /// What is sent as its colour.
    enum Color: Hashable, Sendable {
        case none, hueSaturation, xy
        /// Red, green and blue, with this number of white parts behind.
        case rgb(whites: Int)
    }

    var scale: Double
    var color: Color
    var hasTemperature: Bool
    var isKelvin: Bool

    private static let flag = Conversion.flag(on: "ON", off: "OFF")
    private var brightness: Conversion { .linear(zero: 0, one: scale, places: 0) }
    private var temperature: Conversion { isKelvin ? .kelvin : .linear(zero: 0, one: 1, places: 0) }

    func reading(_ document: JSONValue) -> Reading {
        var values: [EntityProperty: EntityValue] = [:]
        func take(_ property: EntityProperty, _ name: String, _ conversion: Conversion) {
            guard let json = document[name] else { return }
            values[property] = json == .null ? .unknown : Options.text(json).flatMap { conversion.value(of: $0) }
        }
        take(.on, "state", Self.flag)
        take(.brightness, "brightness", brightness)
        if hasTemperature { take(.colorTemperature, "color_temp", temperature) }
        take(.effect, "effect", .text)
        if color != .none, let color = document["color"] { values.merge(Self.values(color, self.color)) { $1 } }
        let hidden = document["color_mode"]?.string.map { LightMode.hidden($0) }
        return Reading(values: values, hidden: hidden)
    }

    private static func values(_ json: JSONValue, _ color: Color) -> [EntityProperty: EntityValue] {
        if color == .xy {
            guard let x = json["x"]?.number, let y = json["y"]?.number else { return [:] }
            return [.x: .number(x), .y: .number(y)]
        }
        if let hue = json["h"]?.number, let saturation = json["s"]?.number {
            return [.hue: .number(hue), .saturation: .number(saturation)]
        }
        guard let red = json["r"]?.number, let green = json["g"]?.number, let blue = json["b"]?.number else {
            return [:]
        }
        return RGB(red / 255, green / 255, blue / 255).values
    }

    /// The message that sets values.
    func command(_ values: [EntityProperty: EntityValue], transition: Duration?) -> JSONValue {
        let isOff = values[.on] == .bool(false)
        var members: [String: JSONValue] = ["state": .string(isOff ? "OFF" : "ON")]
        if let transition { members["transition"] = .number(transition.inSeconds) }
        guard !isOff else { return .object(members) }
        if case .number(let wanted) = values[.brightness], let number = brightness.wholeNumber(of: wanted) {
            // A dim light is not off.
            members["brightness"] = .number(wanted > 0 ? max(number, 1) : number)
        }
        if case .number(let mireds) = values[.colorTemperature], let number = temperature.wholeNumber(of: mireds) {
            members["color_temp"] = .number(number)
        }
        if case .text(let effect) = values[.effect] { members["effect"] = .string(effect) }
        if let parts = parts(values) { members["color"] = .object(parts) }
        return .object(members)
    }

    private func parts(_ values: [EntityProperty: EntityValue]) -> [String: JSONValue]? {
        if case .number(let x) = values[.x], case .number(let y) = values[.y] {
            return ["x": .number(x.rounded(places: 4)), "y": .number(y.rounded(places: 4))]
        }
        guard case .number(let hue) = values[.hue], case .number(let saturation) = values[.saturation] else {
            return nil
        }
        guard case .rgb(let whites) = color else {
            return ["h": .number(hue.rounded(places: 2)), "s": .number(saturation.rounded(places: 2))]
        }
        var parts: [String: JSONValue] = [:]
        for (name, byte) in zip(["r", "g", "b"], RGB(hue: hue, saturation: saturation).bytes()) {
            parts[name] = .number(Double(byte))
        }
        for name in ["w", "c"].prefix(whites) { parts[name] = .number(0) }
        return parts
    }
}

/// A light of Home Assistant's template schema: a template for each part of the state, and two for commands.
struct TemplateLight: Hashable, Sendable {
    var on: Template
    var off: Template
    var state: Template?
    var brightness: Template?
    var temperature: Template?
    var isKelvin: Bool
    /// Red, green and blue; empty without colours.
    var colors: [Template]
    var effect: Template?

    private var temperatureConversion: Conversion { isKelvin ? .kelvin : .linear(zero: 0, one: 1, places: 0) }
    private static let brightnessConversion = Conversion.linear(zero: 0, one: 255, places: 0)

    func reading(_ payload: Payload) throws(TemplateError) -> Reading {
        var values: [EntityProperty: EntityValue] = [:]
        let rows: [(Template?, EntityProperty, Conversion)] = [
            (state, .on, .flag(on: "on", off: "off")), (brightness, .brightness, Self.brightnessConversion),
            (temperature, .colorTemperature, temperatureConversion), (effect, .effect, .text),
        ]
        for (template, property, conversion) in rows {
            guard let template else { continue }
            values[property] = conversion.value(of: try payload.rendered(template))
        }
        if colors.count == 3 {
            var parts: [Double] = []
            for template in colors {
                if let part = Double(trimming: try payload.rendered(template)) { parts.append(part / 255) }
            }
            if parts.count == 3 { values.merge(RGB(parts[0], parts[1], parts[2]).values) { $1 } }
        }
        return Reading(values: values)
    }

    /// The text that sets values.
    func command(
        _ values: [EntityProperty: EntityValue], transition: Duration?
    ) throws(TemplateError) -> String {
        let isOff = values[.on] == .bool(false)
        var variables: [String: TemplateValue] = ["state": .string(isOff ? "off" : "on")]
        if let transition { variables["transition"] = .double(transition.inSeconds) }
        guard !isOff else { return try off.rendered(variables) }
        if case .number(let wanted) = values[.brightness],
            let number = Self.brightnessConversion.wholeNumber(of: wanted)
        {
            variables["brightness"] = .int(max(Int(exactly: number) ?? 255, wanted > 0 ? 1 : 0))
        }
        if case .number = values[.colorTemperature], let value = values[.colorTemperature] {
            variables["color_temp"] = temperatureConversion.setting(value)
        }
        if case .number(let hue) = values[.hue], case .number(let saturation) = values[.saturation] {
            let bytes = RGB(hue: hue, saturation: saturation).bytes()
            for (name, byte) in zip(["red", "green", "blue"], bytes) { variables[name] = .int(byte) }
            variables["hue"] = .double(hue.rounded(places: 2))
            variables["sat"] = .double(saturation.rounded(places: 2))
        }
        if case .text(let effect) = values[.effect] { variables["effect"] = .string(effect) }
        return try on.rendered(variables)
    }
}

/// How a siren is commanded.
struct SirenCommands: Hashable, Sendable {
    var on: EntityMap.Target
    var off: EntityMap.Target
    var payloadOn: String
    var payloadOff: String
}

extension Conversion {
    /// The number that sets a number.
    func wholeNumber(of number: Double) -> Double? {
        switch setting(.number(number)) {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}

extension Double {
    func rounded(places: Int) -> Double {
        var scale = 1.0
        for _ in 0..<max(places, 0) { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
