internal import HearthEntities

extension Components {
    static func vacuum(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let hasState = try builder.read("state_topic", nil, .vacuum)
        let features =
            options.has("supported_features") ? options.words("supported_features") : ["start", "stop", "return_home"]
        let rows: [(String, EntityCommand.Action, String, String)] = [
            ("start", .start, "payload_start", "start"), ("stop", .stop, "payload_stop", "stop"),
            ("pause", .pause, "payload_pause", "pause"), ("locate", .locate, "payload_locate", "locate"),
            ("return_home", .returnToBase, "payload_return_to_base", "return_to_base"),
        ]
        let command = try builder.target("command_topic")
        for (feature, action, payload, word) in rows where features.contains(feature) {
            builder.act(action, command, payload, default: word)
        }
        let speeds = options.words("fan_speed_list")
        let hasSpeeds = try builder.write("set_fan_speed_topic", nil, .fanMode, .same(speeds))
        guard hasState || command != nil else { throw Refusal("it has neither a state_topic nor a command_topic") }
        return builder.finished(
            .vacuum(
                features: rows.filter { builder.map.actions[$0.1] != nil }.map(\.0),
                fanSpeeds: hasSpeeds ? speeds : []), hasState: hasState)
    }

    /// A mower: its activity as a word, and a press for each command.
    static func mower(_ builder: inout EntityBuilder) throws(Refusal) -> [EntityMap] {
        let (key, name) = (builder.map.entity.key, builder.map.entity.name)
        let bare = builder.map
        var maps: [EntityMap] = []
        if try builder.read(
            "activity_state_topic", "activity_value_template", .value, .same(VacuumWords.mowing))
        {
            maps.append(builder.finished(.choice(options: VacuumWords.mowing, isSettable: false)))
        }
        for (option, word) in [("start_mowing", "start mowing"), ("pause", "pause"), ("dock", "dock")] {
            guard let target = try builder.target("\(option)_command_topic", "\(option)_command_template") else {
                continue
            }
            builder.map = bare
            builder.map.entity.key = "\(key)#\(option)"
            builder.map.entity.name = name.isEmpty ? word.prefix(1).uppercased() + word.dropFirst() : "\(name) \(word)"
            builder.map.actions[.press] = EntityMap.Fixed(target: target, payload: option)
            maps.append(builder.finished(.press(deviceClass: "")))
        }
        guard !maps.isEmpty else { throw Refusal("it has no topics") }
        return maps
    }

    static func siren(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let (on, off) = (builder.text("payload_on", "ON"), builder.text("payload_off", "OFF"))
        let hasState = try builder.read(
            "state_topic", "state_value_template",
            .siren(on: builder.text("state_on", on), off: builder.text("state_off", off)))
        let target = try builder.neededTarget("command_topic", "command_template")
        let offTarget = try builder.neededTarget(
            "command_topic", options.has("command_off_template") ? "command_off_template" : "command_template")
        builder.map.composer = .siren(
            SirenCommands(on: target, off: offTarget, payloadOn: on, payloadOff: off))
        return builder.finished(
            .siren(
                tones: options.words("available_tones"), hasVolume: options.flag("support_volume_set") ?? true,
                hasDuration: options.flag("support_duration") ?? true), hasState: hasState)
    }

    static func fan(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let flag = Conversion.flag(on: builder.text("payload_on", "ON"), off: builder.text("payload_off", "OFF"))
        let hasState = try builder.read("state_topic", "state_value_template", .on, flag)
        guard try builder.write("command_topic", "command_template", .on, flag) else {
            throw Refusal("it has no command_topic")
        }
        var fan = EntityKind.Fan()
        let range = try builder.range("speed_range_min", "speed_range_max", 1...100)
        let speed = Conversion.linear(zero: range.lowerBound - 1, one: range.upperBound, places: 0)
        try builder.read("percentage_state_topic", "percentage_value_template", .speed, speed)
        if try builder.write("percentage_command_topic", "percentage_command_template", .speed, speed) {
            fan.speeds = Int(exactly: (range.upperBound - range.lowerBound + 1).rounded()) ?? 100
        }
        let presets = options.words("preset_modes")
        try builder.read("preset_mode_state_topic", "preset_mode_value_template", .preset, .same(presets))
        if try builder.write("preset_mode_command_topic", "preset_mode_command_template", .preset, .same(presets)) {
            fan.presets = presets
        }
        let rocks = Conversion.flag(
            on: builder.text("payload_oscillation_on", "oscillate_on"),
            off: builder.text("payload_oscillation_off", "oscillate_off"))
        try builder.read("oscillation_state_topic", "oscillation_value_template", .oscillating, rocks)
        fan.oscillates = try builder.write(
            "oscillation_command_topic", "oscillation_command_template", .oscillating, rocks)
        let directions = Conversion.same(["forward", "reverse"])
        try builder.read("direction_state_topic", "direction_value_template", .direction, directions)
        fan.hasDirection = try builder.write(
            "direction_command_topic", "direction_command_template", .direction, directions)
        return builder.finished(.fan(fan), hasState: hasState)
    }

    static func humidifier(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let flag = Conversion.flag(on: builder.text("payload_on", "ON"), off: builder.text("payload_off", "OFF"))
        let hasState = try builder.read("state_topic", "state_value_template", .on, flag)
        guard try builder.write("command_topic", "command_template", .on, flag) else {
            throw Refusal("it has no command_topic")
        }
        try builder.read(
            "target_humidity_state_topic", "target_humidity_state_template", .targetHumidity, .number)
        try builder.write(
            "target_humidity_command_topic", "target_humidity_command_template", .targetHumidity, .number)
        try builder.read("current_humidity_topic", "current_humidity_template", .currentHumidity, .number)
        let actions = Conversion.same(["off", "humidifying", "drying", "idle"])
        try builder.read("action_topic", "action_template", .action, actions)
        let modes = options.words("modes")
        try builder.read("mode_state_topic", "mode_state_template", .mode, .same(modes))
        let hasModes = try builder.write("mode_command_topic", "mode_command_template", .mode, .same(modes))
        let range = try builder.range("min_humidity", "max_humidity", 0...100)
        return builder.finished(
            .humidifier(
                dries: builder.text("device_class", "humidifier") == "dehumidifier", minimum: range.lowerBound,
                maximum: range.upperBound, modes: hasModes ? modes : []), hasState: hasState)
    }
}
