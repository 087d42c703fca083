internal import HearthEntities
internal import HearthJSON

extension ExposeMapper {
    /// Maps an expose that stands for itself.
    ///
    /// - Parameter path: the keys to its value.
    mutating func addGeneric(_ exposed: Exposed, at path: [String]) {
        let property = path.joined(separator: ".")
        if CategoryTable.secrets.contains(exposed.name) {
            return leaveOut(property, "it holds secrets")
        }
        if exposed.name == "action", path.count == 1, exposed.kind == .enum || exposed.kind == .text {
            return addActions(exposed)
        }
        if exposed.kind != .composite, isTaken(path) { return }
        switch exposed.kind {
        case .binary: addBinary(exposed, at: path)
        case .numeric: addNumber(exposed, at: path)
        case .enum: addEnum(exposed, at: path)
        case .text:
            addValue(
                exposed, at: path,
                .text(
                    minimumLength: 0, maximumLength: ValueConversion.longestText, isSecret: false,
                    isSettable: exposed.isSettable),
                .text)
        case .list:
            guard exposed.isReadable else { return leaveOut(property, "a list that can only be set") }
            var exposed = exposed
            exposed.access.remove(.set)
            addValue(
                exposed, at: path,
                .text(
                    minimumLength: 0, maximumLength: ValueConversion.longestText, isSecret: false, isSettable: false),
                .document)
        case .composite:
            if exposed.name == "warning", path.count == 1, exposed.feature("mode") != nil { return addSiren(exposed) }
            guard !exposed.features.isEmpty else { return leaveOut(property, "a composite without features") }
            for feature in exposed.features {
                // A feature has its own access; its category is the whole's.
                var feature = feature
                feature.category = feature.category ?? exposed.category ?? "config"
                addGeneric(feature, at: path + [feature.property])
            }
        case .light, .switch, .cover, .lock, .climate, .fan: leaveOut(property, "a thing inside of a composite")
        }
    }

    /// Adds an entity with one property, ``EntityProperty/value`` by default.
    private mutating func addValue(
        _ exposed: Exposed, at path: [String], _ kind: EntityKind, _ conversion: ValueConversion,
        as property: EntityProperty = .value, table: Entity.Category? = nil, range: ClosedRange<Double>? = nil
    ) {
        let key = path.joined(separator: ".")
        let category = category(exposed, table)
        let isOff = category != .main && !CategoryTable.alwaysOn.contains(exposed.name)
        let entity = Entity(
            key: key, name: exposed.title, category: category, isOffByDefault: isOff,
            isAssumed: exposed.isSettable && !exposed.isReadable, kind: kind)
        guard add(entity, for: key) else { return }
        bind(exposed, at: path, to: key, property, conversion, range: range)
    }

    /// The category that the bridge says; else that of the table; else a setting if it can be set.
    private func category(_ exposed: Exposed, _ table: Entity.Category?) -> Entity.Category {
        switch exposed.category {
        case "config": return .setting
        case "diagnostic": return .diagnostic
        default: break
        }
        if let table { return table }
        if CategoryTable.diagnosticWords.contains(exposed.name) { return .diagnostic }
        return exposed.isSettable && !CategoryTable.settableMain.contains(exposed.name) ? .setting : .main
    }

    private mutating func addBinary(_ exposed: Exposed, at path: [String]) {
        let binary = ValueConversion.binary(on: exposed.on, off: exposed.off)
        guard exposed.isSettable else {
            let row = FlagTable.rows[exposed.name] ?? FlagTable.Row(deviceClass: "")
            let inverted = ValueConversion.binary(on: exposed.off, off: exposed.on)
            return addValue(
                exposed, at: path, .flag(deviceClass: row.deviceClass), row.isInverted ? inverted : binary, as: .on,
                table: row.category)
        }
        if exposed.name == "identify" { return addPress(exposed, at: path, sending: exposed.on) }
        let isValve =
            ["state", "valve_state"].contains(exposed.name) && description.contains("valve") && !has(.climate)
        if isValve {
            addValue(
                exposed, at: path, .valve(hasPosition: false, canStop: false, deviceClass: "water"),
                .ends(one: exposed.on, zero: exposed.off), as: .position)
        } else {
            addValue(exposed, at: path, .toggle(deviceClass: ""), binary, as: .on)
        }
        addToggle(exposed, at: path, path.joined(separator: "."))
    }

    /// Lets an entity be toggled if the device knows a word for it.
    mutating func addToggle(_ exposed: Exposed, at path: [String], _ key: String) {
        if let toggle = exposed.toggle, path.count == 1 { act(key, .toggle, path[0], toggle) }
    }

    private mutating func addNumber(_ exposed: Exposed, at path: [String]) {
        guard exposed.isSettable else {
            let row = MeasureTable.row(exposed.name, unit: exposed.unit)
            return addValue(
                exposed, at: path,
                .sensor(deviceClass: row.deviceClass, unit: exposed.unit, stateClass: row.stateClass),
                .number(factor: 1, places: 6), table: row.category)
        }
        let range = exposed.range(-1_000_000...1_000_000)
        // Names of values that are no numbers, or none of the range; others only save people from typing.
        let words = exposed.presets.filter { preset in preset.json.number.map { !range.contains($0) } ?? true }
        let step = exposed.step.flatMap { $0 > 0 ? $0 : nil } ?? (exposed.unit == "°C" ? 0.1 : 1)
        addValue(
            exposed, at: path,
            .number(
                minimum: range.lowerBound, maximum: range.upperBound, step: step, unit: exposed.unit,
                deviceClass: MeasureTable.settingClass(unit: exposed.unit),
                words: words.map { EntityKind.NumberWord($0.text, number: $0.json.number) }),
            .number(factor: 1, places: 6, words: words), range: range)
    }

    private mutating func addEnum(_ exposed: Exposed, at path: [String]) {
        let words = exposed.words
        if let movement = movement(exposed) {
            read(path, movement, .action, .words(exposed.words(among: WordTable.movements), isClosed: true))
            return ask(exposed, at: path, movement)
        }
        if exposed.name == "effect", exposed.isSettable, let light = owner(.light, exposed.endpoint),
            let effects = effects(exposed)
        {
            change(light) { kind in
                guard case .light(var features) = kind else { return }
                features.effects = effects.map(\.text)
                kind = .light(features)
            }
            return bind(exposed, at: path, to: light, .effect, .words(effects, isClosed: false))
        }
        if exposed.isSettable, !exposed.isReadable, words.count == 1, let word = words.first {
            return addPress(exposed, at: path, sending: word.json)
        }
        if exposed.name == "air_quality", !exposed.isSettable, AirQualityWords.are(words.map(\.text)) {
            return addValue(
                exposed, at: path,
                .sensor(deviceClass: AirQualityWords.deviceClass, unit: "", stateClass: ""),
                .words(words, isClosed: true))
        }
        guard !words.isEmpty else {
            // Without words to choose from it can only be read.
            guard exposed.isReadable else {
                return leaveOut(path.joined(separator: "."), "an enum without values that can only be set")
            }
            var exposed = exposed
            exposed.access.remove(.set)
            return addValue(exposed, at: path, .choice(options: [], isSettable: false), .words([], isClosed: false))
        }
        addValue(
            exposed, at: path, .choice(options: words.map(\.text), isSettable: exposed.isSettable),
            .words(words, isClosed: false))
    }

    /// The effects of a light, after "None", which sends the word that ends them. That word stays in its place too, as
    /// automations know effects by their numbers. Nil if nothing ends them, and the light does not
    /// report them: they pass, and one of them would stay shown.
    private func effects(_ exposed: Exposed) -> [ValueConversion.Word]? {
        let words = exposed.words
        let end = EffectWords.ends.lazy.compactMap { end in words.first { $0.text == end } }.first
        guard let end else { return exposed.isReadable && !words.isEmpty ? words : nil }
        return [ValueConversion.Word(end.json, "None")] + words
    }

    /// The cover whose movement a property says; nil if it says something else.
    private func movement(_ exposed: Exposed) -> String? {
        guard ["moving", "motor_state"].contains(exposed.name), !exposed.isSettable,
            exposed.words(among: WordTable.movements).contains(where: { $0.text == "opening" })
        else { return nil }
        return owner(.cover, exposed.endpoint)
    }

    private mutating func addPress(_ exposed: Exposed, at path: [String], sending json: JSONValue) {
        let key = path.joined(separator: ".")
        guard path.count == 1 else { return leaveOut(key, "a command inside of a composite") }
        let deviceClass =
            switch exposed.name {
            case "identify": "identify"
            case "restart", "reboot": "restart"
            default: ""
            }
        let category = category(exposed, nil)
        let entity = Entity(
            key: key, name: exposed.title, category: category,
            isOffByDefault: category != .main && !CategoryTable.alwaysOn.contains(exposed.name),
            kind: .press(deviceClass: deviceClass))
        guard add(entity, for: key) else { return }
        act(key, .press, exposed.property, json)
    }

    /// A siren, which is set as a whole: what it sounds like, how loud and how long.
    private mutating func addSiren(_ exposed: Exposed) {
        let key = exposed.property
        guard !isTaken([key]) else { return }
        let mode = exposed.feature("mode")
        let tones = (mode?.words ?? []).filter { $0.text != "stop" }
        let level = exposed.feature("level")
        let kind = EntityKind.siren(
            tones: tones.map(\.text), hasVolume: level != nil, hasDuration: exposed.feature("duration") != nil)
        guard let tone = tones.first(where: { $0.text == "burglar" }) ?? tones.first else {
            return leaveOut(key, "a siren without sounds")
        }
        guard add(Entity(key: key, name: exposed.title, isAssumed: true, kind: kind), for: key) else { return }
        var sound: [String: JSONValue] = ["mode": tone.json]
        var silence: [String: JSONValue] = ["mode": .string("stop")]
        if let strobe = exposed.feature("strobe") {
            sound["strobe"] = strobe.on
            silence["strobe"] = strobe.off
        }
        if let duration = exposed.feature("duration") {
            let most = min(1_800, duration.maximum ?? 1_800)
            sound["duration"] = .number(most)
            setSounding(key, [key, duration.property], most: most)
        }
        if let level { sound["level"] = level.words.last?.json ?? .string("high") }
        var settable = exposed
        settable.access = .set
        bind(settable, at: [key], to: key, .on, .binary(on: .object(sound), off: .object(silence)))
        bind(settable, at: [key, "mode"], to: key, .tone, .words(tones, isClosed: true))
        if let level {
            bind(settable, at: [key, "level"], to: key, .volume, .steps(level.words.map(\.json), zero: nil))
        }
        let known: Set = ["mode", "level", "strobe", "duration"]
        for feature in exposed.features where !known.contains(feature.name) {
            leaveOut("\(key).\(feature.property)", "a detail of the siren that keeps its default")
        }
        for feature in exposed.features where known.contains(feature.name) { take([key, feature.property]) }
    }

    private mutating func addActions(_ exposed: Exposed) {
        if map.events != nil { return leaveOut(exposed.property, "the same property is exposed twice") }
        let words = ActionWords(exposed.values.compactMap(\.string))
        for button in words.buttons {
            let name = button.name.isEmpty ? "Button" : "Button \(button.name)"
            let key = DeviceMap.key(ofButton: button.name)
            let types = ActionWords.presses.filter { button.types.contains($0) }
            _ = add(Entity(key: key, name: name, kind: .event(types: types, deviceClass: "button")), for: key)
        }
        let hasOthers = !words.others.isEmpty || words.buttons.isEmpty
        if hasOthers {
            let kind = EntityKind.event(types: words.others, deviceClass: "")
            _ = add(Entity(key: DeviceMap.actionKey, name: exposed.title, kind: kind), for: exposed.property)
        }
        setEvents(DeviceMap.Actions(property: exposed.property, words: words, hasOthers: hasOthers))
    }
}
