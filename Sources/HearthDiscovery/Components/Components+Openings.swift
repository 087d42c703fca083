internal import HearthEntities

extension Components {
    static func cover(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let position = Conversion.linear(
            zero: options.number("position_closed") ?? 0, one: options.number("position_open") ?? 100, places: 0)
        let hasPosition = try builder.read("position_topic", "position_template", .position, position)
        let hasState = try builder.read(
            "state_topic", "value_template", .cover(CoverWords(options), hasPosition: hasPosition))
        let setPosition = try builder.target("set_position_topic", "set_position_template")
        var write = EntityMap.Write(target: setPosition, conversion: position, variable: "position")
        if let command = try builder.target("command_topic") {
            write.one = builder.fixed(command, "payload_open", default: "OPEN")
            write.zero = builder.fixed(command, "payload_close", default: "CLOSE")
            builder.act(.stop, command, "payload_stop", default: "STOP")
        }
        let canMove = write.target != nil || write.one != nil || write.zero != nil
        if canMove { builder.map.writes[.position] = write }
        let tilt = try builder.target("tilt_command_topic", "tilt_command_template")
        guard canMove || tilt != nil || hasState || hasPosition else {
            throw Refusal("it has neither a command_topic nor a state_topic")
        }
        let tiltScale = Conversion.linear(
            zero: options.number("tilt_closed_value") ?? 0, one: options.number("tilt_opened_value") ?? 100, places: 0)
        if let tilt {
            builder.map.writes[.tilt] = EntityMap.Write(
                target: tilt, conversion: tiltScale, variable: "tilt_position")
        }
        let readsTilt = try builder.read("tilt_status_topic", "tilt_status_template", .tilt, tiltScale)
        let kind = EntityKind.Cover(
            deviceClass: builder.text("device_class", ""), hasPosition: hasPosition || setPosition != nil,
            hasTilt: tilt != nil || readsTilt, canStop: builder.map.actions[.stop] != nil)
        return builder.finished(.cover(kind), hasState: hasState || hasPosition)
    }

    static func valve(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let hasPosition = options.flag("reports_position") ?? false
        let position = Conversion.linear(
            zero: options.number("position_closed") ?? 0, one: options.number("position_open") ?? 100, places: 0)
        let hasState = try builder.read(
            "state_topic", "value_template", .valve(CoverWords(options), hasPosition ? position : nil))
        let command = try builder.neededTarget("command_topic", "command_template")
        if hasPosition {
            builder.map.writes[.position] = EntityMap.Write(target: command, conversion: position)
        } else {
            builder.map.writes[.position] = EntityMap.Write(
                target: nil, conversion: position, one: builder.fixed(command, "payload_open", default: "OPEN"),
                zero: builder.fixed(command, "payload_close", default: "CLOSE"))
        }
        builder.act(.stop, command, "payload_stop", default: nil)
        return builder.finished(
            .valve(
                hasPosition: hasPosition, canStop: builder.map.actions[.stop] != nil,
                deviceClass: builder.text("device_class", "")), hasState: hasState)
    }

    static func lock(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let names = ["locked", "unlocked", "locking", "unlocking", "jammed", "open", "opening"]
        let words = names.map { Conversion.Word(builder.text("state_\($0)", $0.uppercased()), $0) }
        let hasState = try builder.read(
            "state_topic", "value_template", .lockState, .words(words, isClosed: true))
        let command = try builder.neededTarget("command_topic", "command_template")
        builder.act(.lock, command, "payload_lock", default: "LOCK")
        builder.act(.unlock, command, "payload_unlock", default: "UNLOCK")
        builder.act(.open, command, "payload_open", default: nil)
        return builder.finished(
            .lock(
                canOpen: builder.map.actions[.open] != nil, codeFormat: builder.options.text("code_format")),
            hasState: hasState)
    }

    static func alarmPanel(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        let states =
            AlarmMode.all.map(\.state) + ["pending", "arming", "disarming", AlarmMode.triggered.state]
        let hasState = try builder.read(
            "state_topic", "value_template", .alarmState,
            .words(states.map { Conversion.Word($0, $0) }, isClosed: true))
        let features = options.has("supported_features") ? options.words("supported_features") : nil
        let modes = AlarmMode.armed.filter { features?.contains($0.action) ?? true }
        let commands = ([AlarmMode.disarmed] + modes).map {
            Conversion.Word(builder.text("payload_\($0.action)", $0.action.uppercased()), $0.state)
        }
        guard
            try builder.write(
                "command_topic", "command_template", .alarmState, .words(commands, isClosed: true), variable: "action")
        else { throw Refusal("it has no command_topic") }
        // With one of two words the device checks codes; any other is the code itself, with which the hub compares
        // (Home Assistant's documentation, "MQTT alarm control panel", code).
        let code = options.text("code")
        let remote = ["REMOTE_CODE": false, "REMOTE_CODE_TEXT": true]
        if let code, remote[code] == nil { builder.map.code = code }
        let hasTextCode = code.map { remote[$0] ?? !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return builder.finished(
            .alarmPanel(
                modes: modes.map(\.state), needsCode: code != nil && options.flag("code_disarm_required") ?? true,
                needsCodeToArm: code != nil && options.flag("code_arm_required") ?? true,
                hasTextCode: hasTextCode ?? false), hasState: hasState)
    }
}
