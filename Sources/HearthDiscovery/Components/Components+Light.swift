internal import HearthEntities
internal import HearthTemplates
internal import HearthTraitCore

extension Components {
    static func light(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let schema = builder.text("schema", "basic")
        switch schema {
        case "basic": return try basicLight(&builder)
        case "json": return try jsonLight(&builder)
        case "template": return try templateLight(&builder)
        default: throw Refusal("its schema \(quotedBeginning(schema)) is unknown")
        }
    }

    /// The range of colour temperatures in mireds.
    private static func mireds(_ builder: EntityBuilder, isKelvin: Bool) throws(Refusal) -> ClosedRange<Double> {
        let range: ClosedRange<Double>
        if isKelvin {
            let kelvin = try builder.range("min_kelvin", "max_kelvin", 2_000...6_535)
            guard kelvin.lowerBound >= 1 else { throw Refusal("its min_kelvin is below 1") }
            range = (1_000_000 / kelvin.upperBound)...(1_000_000 / kelvin.lowerBound)  // in range: of two positives
        } else {
            range = try builder.range("min_mireds", "max_mireds", 153...500)
        }
        guard range.lowerBound >= 1 else { throw Refusal("its min_mireds is below 1") }
        return range
    }

    private static func effects(_ builder: EntityBuilder) -> [String] { builder.options.words("effect_list") }

    // MARK: - A topic for each part

    private static func basicLight(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let flag = Conversion.flag(on: builder.text("payload_on", "ON"), off: builder.text("payload_off", "OFF"))
        let template = options.has("state_value_template") ? "state_value_template" : "value_template"
        let hasState = try builder.read("state_topic", template, .on, flag)
        guard try builder.write("command_topic", nil, .on, flag) else { throw Refusal("it has no command_topic") }
        var light = EntityKind.Light()
        var parts = BasicLight(
            onCommand: options.text("on_command_type").flatMap { BasicLight.OnCommand(rawValue: $0) } ?? .last)
        let scale = try scale(builder)
        let brightness = Conversion.linear(zero: 0, one: scale, places: 0)
        try builder.read("brightness_state_topic", "brightness_value_template", .brightness, brightness)
        let setsBrightness = try builder.write(
            "brightness_command_topic", "brightness_command_template", .brightness, brightness)
        light.hasBrightness = setsBrightness
        let isKelvin = options.flag("color_temp_kelvin") ?? false
        let temperature: Conversion = isKelvin ? .kelvin : .linear(zero: 0, one: 1, places: 0)
        try builder.read("color_temp_state_topic", "color_temp_value_template", .colorTemperature, temperature)
        if try builder.write(
            "color_temp_command_topic", "color_temp_command_template", .colorTemperature, temperature)
        {
            light.mireds = try mireds(builder, isKelvin: isKelvin)
        }
        for (name, whites) in [("rgb", 0), ("rgbw", 1), ("rgbww", 2)] {
            try builder.read(
                "\(name)_state_topic", "\(name)_value_template", .rgb(hasOwnBrightness: setsBrightness))
            guard parts.rgb == nil,
                let target = try builder.target("\(name)_command_topic", "\(name)_command_template")
            else { continue }
            (parts.rgb, parts.whites) = (target, whites)
        }
        try builder.read("hs_state_topic", "hs_value_template", .hueSaturation)
        parts.hueSaturation = try builder.target("hs_command_topic", "hs_command_template")
        try builder.read("xy_state_topic", "xy_value_template", .xy)
        parts.xy = try builder.target("xy_command_topic", "xy_command_template")
        try builder.read("color_mode_state_topic", "color_mode_value_template", .colorMode)
        light.color = parts.rgb != nil || parts.hueSaturation != nil ? .hueSaturation : parts.xy != nil ? .xy : .none
        if light.color != .none { light.hasBrightness = true }
        try builder.read("effect_state_topic", "effect_value_template", .effect, .text)
        if try builder.write("effect_command_topic", "effect_command_template", .effect, .text) {
            light.effects = effects(builder)
        }
        builder.map.composer = .basicLight(parts)
        return builder.finished(.light(light), hasState: hasState)
    }

    /// What full brightness is.
    private static func scale(_ builder: EntityBuilder) throws(Refusal) -> Double {
        let scale = builder.options.number("brightness_scale") ?? 255
        guard scale >= 1 else { throw Refusal("its brightness_scale \(scale) is below 1") }
        return scale
    }

    // MARK: - JSON

    private static func jsonLight(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let modes = options.words("supported_color_modes")
        func has(_ mode: String, _ flag: String? = nil) -> Bool {
            modes.contains(mode) || options.flag(flag ?? mode) == true
        }
        let isKelvin = options.flag("color_temp_kelvin") ?? false
        var light = EntityKind.Light(hasTransition: true)
        var color = JSONLight.Color.none
        if has("hs") {
            (color, light.color) = (.hueSaturation, .hueSaturation)
        } else if has("xy") {
            (color, light.color) = (.xy, .xy)
        } else if let whites = ["rgb", "rgbw", "rgbww"].firstIndex(where: { has($0) }) {
            (color, light.color) = (.rgb(whites: whites), .hueSaturation)
        }
        if has("color_temp") { light.mireds = try mireds(builder, isKelvin: isKelvin) }
        light.hasBrightness = has("brightness") || has("white") || light.color != .none || light.mireds != nil
        light.effects = options.flag("effect") ?? true ? effects(builder) : []
        let json = JSONLight(
            scale: try scale(builder), color: color, hasTemperature: light.mireds != nil, isKelvin: isKelvin)
        let hasState = try builder.read("state_topic", nil, .jsonLight(json))
        builder.map.composer = .jsonLight(json, try builder.neededTarget("command_topic"))
        return builder.finished(.light(light), hasState: hasState)
    }

    // MARK: - Templates

    private static func templateLight(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        guard let on = try options.template("command_on_template"),
            let off = try options.template("command_off_template")
        else { throw Refusal("it has no command_on_template or command_off_template") }
        let isKelvin = options.flag("color_temp_kelvin") ?? false
        var colors: [Template] = []
        for name in ["red", "green", "blue"] {
            if let template = try options.template("\(name)_template") { colors.append(template) }
        }
        let parts = TemplateLight(
            on: on, off: off, state: try options.template("state_template"),
            brightness: try options.template("brightness_template"),
            temperature: try options.template("color_temp_template"), isKelvin: isKelvin,
            colors: colors.count == 3 ? colors : [], effect: try options.template("effect_template"))
        var light = EntityKind.Light(
            hasBrightness: parts.brightness != nil, color: parts.colors.isEmpty ? .none : .hueSaturation,
            effects: effects(builder), hasTransition: true)
        if parts.temperature != nil { light.mireds = try mireds(builder, isKelvin: isKelvin) }
        let reads = try builder.read("state_topic", nil, .templateLight(parts))
        builder.map.composer = .templateLight(parts, try builder.neededTarget("command_topic"))
        return builder.finished(.light(light), hasState: reads && parts.state != nil)
    }
}
