internal import HearthEntities

extension Components {
    private static let numeric: Set<String> = [
        "absolute_humidity", "apparent_power", "aqi", "area", "atmospheric_pressure", "battery",
        "blood_glucose_concentration", "carbon_dioxide", "carbon_monoxide", "conductivity", "current", "data_rate",
        "data_size", "distance", "duration", "energy", "energy_distance", "energy_storage", "frequency", "gas",
        "humidity", "illuminance", "irradiance", "moisture", "monetary", "nitrogen_dioxide", "nitrogen_monoxide",
        "nitrous_oxide", "ozone", "ph", "pm1", "pm25", "pm4", "pm10", "power", "power_factor", "precipitation",
        "precipitation_intensity", "pressure", "radon", "reactive_energy", "reactive_power", "signal_strength",
        "sound_pressure", "speed", "sulphur_dioxide", "temperature", "temperature_delta",
        "volatile_organic_compounds", "volatile_organic_compounds_parts", "voltage", "volume", "volume_flow_rate",
        "volume_storage", "water", "weight", "wind_direction", "wind_speed",
    ]

    static func sensor(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let deviceClass = builder.text("device_class", "")
        let unit = Units.spelled(builder.text("unit_of_measurement", ""))
        let stateClass = builder.text("state_class", "")
        let isNumeric =
            numeric.contains(deviceClass) || options.has("unit_of_measurement") || !stateClass.isEmpty
            || options.has("suggested_display_precision")
        let kind: EntityKind
        let conversion: Conversion
        let words = options.words("options")
        if deviceClass == "timestamp" {
            guard try builder.read("state_topic", "value_template", .instant) else {
                throw Refusal("it has no state_topic")
            }
            return builder.finished(.moment(hasDate: true, hasTime: true, isSettable: false))
        }
        if AirQualityWords.are(words), isAirQuality(builder) {
            kind = .sensor(deviceClass: AirQualityWords.deviceClass, unit: "", stateClass: "")
            conversion = .text
        } else if deviceClass == "enum" || !words.isEmpty {
            (kind, conversion) = (.choice(options: words, isSettable: false), .text)
        } else if deviceClass == "date" {
            kind = .moment(hasDate: true, hasTime: false, isSettable: false)
            conversion = .moment(hasDate: true, hasTime: false)
        } else if isNumeric {
            kind = .sensor(deviceClass: deviceClass, unit: unit, stateClass: stateClass)
            conversion = .number
        } else {
            (kind, conversion) = (
                .text(minimumLength: 0, maximumLength: 1_024, isSecret: false, isSettable: false), .text
            )
        }
        guard try builder.read("state_topic", "value_template", .value, conversion) else {
            throw Refusal("it has no state_topic")
        }
        return builder.finished(kind)
    }

    /// Whether an entity's id or name says that it is the quality of air. The same words also rate connections.
    private static func isAirQuality(_ builder: EntityBuilder) -> Bool {
        [builder.map.entity.key, builder.text("name", "")].contains { text in
            let text = text.lowercased()
            return text.contains("air_quality") || text.contains("air quality")
        }
    }

    static func binarySensor(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let flag = Conversion.flag(on: builder.text("payload_on", "ON"), off: builder.text("payload_off", "OFF"))
        guard try builder.read("state_topic", "value_template", .on, flag) else {
            throw Refusal("it has no state_topic")
        }
        return builder.finished(.flag(deviceClass: builder.text("device_class", "")))
    }

    static func toggle(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let (on, off) = (builder.text("payload_on", "ON"), builder.text("payload_off", "OFF"))
        let state = Conversion.flag(on: builder.text("state_on", on), off: builder.text("state_off", off))
        let hasState = try builder.read("state_topic", "value_template", .on, state)
        guard try builder.write("command_topic", "command_template", .on, .flag(on: on, off: off)) else {
            throw Refusal("it has no command_topic")
        }
        return builder.finished(.toggle(deviceClass: builder.text("device_class", "")), hasState: hasState)
    }

    static func button(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let target = try builder.neededTarget("command_topic", "command_template")
        builder.act(.press, target, "payload_press", default: "PRESS")
        return builder.finished(.press(deviceClass: builder.text("device_class", "")))
    }

    static func scene(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let target = try builder.neededTarget("command_topic")
        builder.act(.press, target, "payload_on", default: "ON")
        return builder.finished(.press(deviceClass: ""))
    }

    static func notify(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        guard try builder.write("command_topic", "command_template", .value, .text) else {
            throw Refusal("it has no command_topic")
        }
        return builder.finished(
            .text(minimumLength: 0, maximumLength: 1_024, isSecret: false, isSettable: true), hasState: false)
    }

    static func number(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let hasState = try builder.read("state_topic", "value_template", .value, .number)
        let range = try builder.range("min", "max", 1...100)
        guard try builder.write("command_topic", "command_template", .value, .number) else {
            throw Refusal("it has no command_topic")
        }
        let step = builder.options.number("step") ?? 1
        return builder.finished(
            .number(
                minimum: range.lowerBound, maximum: range.upperBound, step: step > 0 ? step : 1,
                unit: Units.spelled(builder.text("unit_of_measurement", "")),
                deviceClass: builder.text("device_class", ""), mode: numberMode(builder.text("mode", "auto"))),
            hasState: hasState)
    }

    private static func numberMode(_ word: String) -> EntityKind.NumberMode {
        switch word {
        case "box": .box
        case "slider": .slider
        default: .auto
        }
    }

    static func select(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let words = builder.options.words("options")
        guard !words.isEmpty else { throw Refusal("it has no options") }
        let hasState = try builder.read("state_topic", "value_template", .value, .same(words))
        guard try builder.write("command_topic", "command_template", .value, .same(words)) else {
            throw Refusal("it has no command_topic")
        }
        return builder.finished(.choice(options: words, isSettable: true), hasState: hasState)
    }

    static func text(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let hasState = try builder.read("state_topic", "value_template", .value, .text)
        let isSettable = try builder.write("command_topic", "command_template", .value, .text)
        guard hasState || isSettable else { throw Refusal("it has neither a state_topic nor a command_topic") }
        let range = try builder.range("min", "max", 0...255)
        let kind = EntityKind.text(
            minimumLength: Int(exactly: range.lowerBound.rounded()) ?? 0,
            maximumLength: Int(exactly: range.upperBound.rounded()) ?? 255,
            isSecret: builder.text("mode", "text") == "password", isSettable: isSettable)
        return builder.finished(kind, hasState: hasState)
    }

    static func moment(_ builder: inout EntityBuilder, hasDate: Bool, hasTime: Bool) throws(Refusal) -> EntityMap {
        let conversion = Conversion.moment(hasDate: hasDate, hasTime: hasTime)
        let hasState = try builder.read("state_topic", "value_template", .value, conversion)
        guard try builder.write("command_topic", "command_template", .value, conversion) else {
            throw Refusal("it has no command_topic")
        }
        return builder.finished(.moment(hasDate: hasDate, hasTime: hasTime), hasState: hasState)
    }

    /// Whether a thing is at home. All other words are names of zones elsewhere, `payload_not_home` too.
    static func tracker(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let home = Conversion.isWord(builder.text("payload_home", "home"))
        guard try builder.read("state_topic", "value_template", .on, home) else {
            throw Refusal("it has no state_topic, and positions are not supported")
        }
        return builder.finished(.flag(deviceClass: "home"))
    }

    static func update(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        try builder.read("state_topic", "value_template", .update)
        try builder.read("latest_version_topic", "latest_version_template", .latestVersion, .text)
        guard !builder.map.sources.isEmpty else { throw Refusal("it has no state_topic") }
        builder.act(.install, try builder.target("command_topic"), "payload_install", default: nil)
        return builder.finished(.update(canInstall: builder.map.actions[.install] != nil))
    }
}

/// Units as makers spell them.
enum Units {
    private static let spellings = [
        "C": "°C", "℃": "°C", "F": "°F", "℉": "°F", "lux": "lx", "μg/m³": "µg/m³", "ug/m3": "µg/m³",
        "m3/h": "m³/h", "l/min": "L/min", "VAR": "var",
    ]

    /// The spelling that all ecosystems share.
    static func spelled(_ unit: String) -> String {
        let trimmed = unit.drop { $0 == " " }
        return spellings[String(trimmed)] ?? String(trimmed)
    }
}
