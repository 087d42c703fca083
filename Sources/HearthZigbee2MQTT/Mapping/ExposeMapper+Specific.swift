internal import HearthEntities
internal import HearthJSON

extension ExposeMapper {
    /// Maps a thing with several properties: a light, a cover … Features that its entity has no place for become
    /// entities of their own.
    mutating func addSpecific(_ exposed: Exposed) {
        let key = "\(exposed.kind.rawValue):\(suffix(exposed))"
        let handled =
            switch exposed.kind {
            case .light: addLight(exposed, key)
            case .switch: addSwitch(exposed, key)
            case .cover: addCover(exposed, key)
            case .lock: addLock(exposed, key)
            case .fan: addFan(exposed, key)
            case .climate: addClimate(exposed, key)
            case .binary, .numeric, .enum, .text, .composite, .list: Set<String>()
            }
        for feature in exposed.features where !handled.contains(feature.name) {
            addGeneric(feature, at: [feature.property])
        }
    }

    /// What tells a thing from others of its kind in the device: the endpoint, else what is special about its state.
    private func suffix(_ exposed: Exposed) -> String {
        if let endpoint = endpoint(exposed) { return endpoint }
        guard let property = exposed.feature("state")?.property,
            property != "state", property != "\(exposed.kind.rawValue)_state"
        else { return "" }
        return property.hasPrefix("state_") ? String(property.dropFirst(6)) : property
    }

    private func endpoint(_ exposed: Exposed) -> String? {
        exposed.endpoint ?? exposed.features.lazy.compactMap(\.endpoint).first
    }

    private func title(_ exposed: Exposed) -> String {
        var titled = exposed
        titled.endpoint = suffix(exposed).isEmpty ? nil : suffix(exposed)
        return titled.title
    }

    /// Adds the entity of a thing, with its state as on and off. Returns whether it was added.
    private mutating func addThing(_ exposed: Exposed, _ key: String, _ kind: EntityKind) -> Bool {
        let state = exposed.feature("state")
        let isAssumed = state.map { $0.isSettable && !$0.isReadable } ?? false
        let entity = Entity(key: key, name: title(exposed), isAssumed: isAssumed, kind: kind)
        guard add(entity, for: state?.property ?? key) else { return false }
        remember(exposed.kind, endpoint(exposed), key)
        return true
    }

    private mutating func addOnOff(_ state: Exposed, _ key: String) {
        bind(state, at: [state.property], to: key, .on, .binary(on: state.on, off: state.off))
        addToggle(state, at: [state.property], key)
    }

    private mutating func addSwitch(_ exposed: Exposed, _ key: String) -> Set<String> {
        guard let state = exposed.feature("state") else { return [] }
        let isValve = description.contains("valve") && !has(.climate)
        let isOutlet = ["plug", "outlet", "socket"].contains { description.contains($0) }
        let kind: EntityKind =
            isValve
            ? .valve(hasPosition: false, canStop: false, deviceClass: "water")
            : .toggle(deviceClass: isOutlet ? "outlet" : "")
        guard addThing(exposed, key, kind) else { return ["state"] }
        if isValve {
            bind(state, at: [state.property], to: key, .position, .ends(one: state.on, zero: state.off))
            addToggle(state, at: [state.property], key)
        } else {
            addOnOff(state, key)
        }
        return ["state"]
    }

    private mutating func addLight(_ exposed: Exposed, _ key: String) -> Set<String> {
        var light = EntityKind.Light(hasTransition: true)
        let brightness = exposed.feature("brightness")
        let temperature = exposed.feature("color_temp")
        let xy = exposed.feature("color_xy")
        let color = xy ?? exposed.feature("color_hs")
        light.hasBrightness = brightness != nil
        // Below 1 it is no temperature.
        light.mireds = temperature.map { $0.range(153...500) }.flatMap { $0.lowerBound >= 1 ? $0 : nil }
        light.color = color == nil ? .none : xy == nil ? .hueSaturation : .xy
        guard addThing(exposed, key, .light(light)) else { return Set(exposed.features.map(\.name)) }
        setFading(key)
        var handled: Set = ["state", "brightness", "color_temp", "color_xy", "color_hs"]
        if let state = exposed.feature("state") { addOnOff(state, key) }
        if let brightness {
            let full = brightness.maximum.flatMap { $0 > 0 ? $0 : nil } ?? 254
            bind(
                brightness, at: [brightness.property], to: key, .brightness, .number(factor: full, places: 0),
                range: 0...1)
        }
        if let temperature, light.mireds != nil {
            bind(
                temperature, at: [temperature.property], to: key, .colorTemperature, .number(factor: 1, places: 0),
                range: light.mireds)
        } else {
            handled.remove("color_temp")
        }
        addColor(color, exposed, key)
        if xy != nil, let other = exposed.feature("color_hs") {
            for feature in other.features {
                leaveOut("\(other.property).\(feature.property)", "the colour is given as x and y")
            }
        }
        return handled
    }

    private mutating func addColor(_ color: Exposed?, _ light: Exposed, _ key: String) {
        guard let color else { return }
        let properties: [(String, EntityProperty, ValueConversion, ClosedRange<Double>)] = [
            ("x", .x, .number(factor: 1, places: 4), 0...1), ("y", .y, .number(factor: 1, places: 4), 0...1),
            ("hue", .hue, .number(factor: 1, places: 0), 0...360),
            ("saturation", .saturation, .number(factor: 1, places: 0), 0...100),
        ]
        for (name, property, conversion, range) in properties {
            // Their properties have the endpoint's suffix, but the state does not have it inside of the colour.
            guard let feature = color.feature(name) else { continue }
            var part = feature
            part.access = color.access
            bind(part, at: [color.property, name], to: key, property, conversion, range: range)
            take([color.property, feature.property])
        }
        let suffix = color.property.hasPrefix("color") ? String(color.property.dropFirst(5)) : ""
        setColorMode("color_mode\(suffix)", key)
    }

    private mutating func addCover(_ exposed: Exposed, _ key: String) -> Set<String> {
        let state = exposed.feature("state")
        let position = exposed.feature("position")
        let tilt = exposed.feature("tilt")
        let deviceClass = WordTable.coverClasses.first { description.contains($0.0) }?.1 ?? ""
        let canStop = state.map { $0.isSettable && $0.values.contains(.string("STOP")) } ?? false
        let cover = EntityKind.Cover(
            deviceClass: deviceClass, hasPosition: position != nil, hasTilt: tilt != nil, canStop: canStop)
        guard addThing(exposed, key, .cover(cover)) else { return Set(exposed.features.map(\.name)) }
        // Makers disagree on which state is open, but not on which position is. The position counts.
        if let position {
            bind(position, at: [position.property], to: key, .position, .number(factor: 100, places: 0), range: 0...1)
        }
        if let state {
            var part = state
            // Written only: a state alone would say of a cover that is half open that it is open.
            if position != nil { part.access = .set }
            if position == nil || position?.isSettable == false && state.isSettable {
                let ends = ValueConversion.ends(one: .string("OPEN"), zero: .string("CLOSE"))
                bind(part, at: [state.property], to: key, .position, ends)
            } else {
                take([state.property])
                if !canStop { leaveOut(state.property, "the position says it") }
            }
            if canStop { act(key, .stop, state.property, .string("STOP")) }
        }
        if let tilt {
            bind(tilt, at: [tilt.property], to: key, .tilt, .number(factor: 100, places: 0), range: 0...1)
        }
        return ["state", "position", "tilt"]
    }

    private mutating func addLock(_ exposed: Exposed, _ key: String) -> Set<String> {
        guard addThing(exposed, key, .lock(canOpen: false, codeFormat: nil)) else {
            return Set(exposed.features.map(\.name))
        }
        if let bolt = exposed.feature("lock_state") {
            let words = WordTable.lockStates.map { ValueConversion.Word(.string($0.0), $0.1) }
            bind(bolt, at: [bolt.property], to: key, .lockState, .words(words, isClosed: true))
        }
        if let state = exposed.feature("state") {
            let words = [
                ValueConversion.Word(state.on, "locked"), ValueConversion.Word(state.off, "unlocked"),
            ]
            if state.isReadable { read([state.property], key, .lockState, .words(words, isClosed: true)) }
            ask(state, at: [state.property], key)
            if state.isSettable {
                act(key, .lock, state.property, state.on)
                act(key, .unlock, state.property, state.off)
            }
        }
        return ["state", "lock_state"]
    }

    private mutating func addFan(_ exposed: Exposed, _ key: String) -> Set<String> {
        let mode = exposed.feature("mode")
        let speed = exposed.feature("speed")
        let words = mode?.words ?? []
        let steps = WordTable.fanSpeeds.map(JSONValue.string).filter { mode?.values.contains($0) ?? false }
        let presets = words.filter { word in
            !["on", "off"].contains(word.text) && !steps.contains(word.json)
        }
        var fan = EntityKind.Fan(speeds: steps.count, presets: presets.map(\.text))
        let full = speed.map { $0.maximum.flatMap { $0 > 0 ? $0 : nil } ?? 254 }
        if let full { fan.speeds = min(Int(exactly: full.rounded()) ?? 100, 100) }
        guard addThing(exposed, key, .fan(fan)) else { return Set(exposed.features.map(\.name)) }
        if let state = exposed.feature("state") { addOnOff(state, key) }
        if let speed, let full {
            bind(speed, at: [speed.property], to: key, .speed, .number(factor: full, places: 0), range: 0...1)
        }
        if let mode {
            let off = mode.values.contains(.string("off")) ? JSONValue.string("off") : nil
            if speed == nil, !steps.isEmpty {
                bind(mode, at: [mode.property], to: key, .speed, .steps(steps, zero: off), range: 0...1)
            }
            if exposed.feature("state") == nil, let off {
                let on = mode.values.contains(.string("on")) ? JSONValue.string("on") : steps.last ?? off
                bind(mode, at: [mode.property], to: key, .on, .binary(on: on, off: off))
            }
            if !presets.isEmpty {
                bind(mode, at: [mode.property], to: key, .preset, .words(presets, isClosed: true))
            }
            ask(mode, at: [mode.property], key)
        }
        return ["state", "mode", "speed"]
    }
}
