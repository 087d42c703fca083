/// How concepts and values make a command. Languages have words for concepts only, so frames stand once for all.
struct Frame {
    /// The value that a frame takes.
    enum Operand {
        case none, percent, color, kelvin, degrees, mode, level
        /// A difference: "brighter", "up 10 %".
        case step
    }

    let verb: SpokenVerb
    /// What must be said.
    let needs: Set<Concept>
    /// What may also be said.
    let allows: Set<Concept>
    let operand: Operand
    /// What the things must be able to do.
    let ability: Ability
    /// The kinds that are meant where only a place was said; empty if things must be said.
    let kinds: Set<ThingKind>

    /// The kind that must be said.
    let said: ThingKind?

    init(
        _ verb: SpokenVerb, _ needs: Set<Concept>, or allows: Set<Concept> = [], _ operand: Operand = .none,
        of ability: Ability, in kinds: Set<ThingKind> = [], saying said: ThingKind? = nil
    ) {
        self.verb = verb
        self.needs = needs
        self.allows = allows
        self.operand = operand
        self.ability = ability
        self.kinds = kinds
        self.said = said
    }

    private static let light: Set<ThingKind> = [.light]
    private static let covers: Set<ThingKind> = [.cover]
    private static let players: Set<ThingKind> = [.media]

    /// The frames of commands. Of those that fit, the first one with things is meant.
    static let commands: [Frame] = [
        Frame(.on, [.on], or: [.start, .up, .state], of: .power, in: [.light, .outlet, .fan, .media]),
        Frame(.off, [.off], or: [.out, .state, .stop, .fully], of: .power, in: [.light, .outlet, .fan, .media]),
        Frame(.off, [.out], of: .power),
        Frame(.on, [.need], of: .power, saying: .light),
        Frame(.toggle, [.toggle], of: .power, in: [.light, .outlet, .fan, .media]),
        Frame(.open, [.open], or: [.up, .fully], of: .opening, in: covers),
        Frame(.open, [.up], or: [.fully, .letting], of: .opening),
        Frame(.close, [.close], or: [.down, .up, .fully], of: .opening, in: covers),
        Frame(.close, [.down], or: [.fully, .letting], of: .opening),
        Frame(.stop, [.stop], of: .opening),
        Frame(.position, [.position], or: [.open, .close, .up, .down, .on], .percent, of: .position, in: covers),
        Frame(.position, [.open], or: [.up], .percent, of: .position, in: covers),
        Frame(.position, [.close], or: [.down, .up], .percent, of: .position, in: covers),
        Frame(.position, [], or: [.up, .down, .on, .letting], .percent, of: .position),
        Frame(.lock, [.lock], or: [.off], of: .lock, in: [.lock]),
        Frame(.unlock, [.unlock], or: [.open], of: .lock, in: [.lock]),
        Frame(.unlock, [.key, .open], of: .lock),
        Frame(.lock, [.key, .close], of: .lock),
        Frame(.lock, [.key, .off], of: .lock),
        Frame(.unlock, [.open], of: .lock),
        Frame(.lock, [.close], or: [.off], of: .lock),
        Frame(.arm, [], or: [.arm, .armed, .on, .mode], .level, of: .arming),
        Frame(.arm, [.arm], or: [.on], of: .arming),
        Frame(.arm, [.act, .armed], of: .arming),
        Frame(.arm, [.on], or: [.start], of: .arming),
        Frame(.disarm, [.disarm], or: [.off], of: .arming),
        Frame(.disarm, [.act, .disarmed], of: .arming),
        Frame(.disarm, [.off], of: .arming),
        Frame(.brightness, [.dim], of: .brightness, in: light),
        Frame(
            .brightness, [], or: [.brightness, .dim, .on, .more, .less, .up, .down, .letting], .percent,
            of: .brightness,
            in: light),
        Frame(
            .brightness, [.brightness], or: [.more, .less, .up, .down, .dim, .by, .dummy], .step, of: .brightness,
            in: light),
        Frame(.brightness, [.dim], or: [.more, .less, .up, .down, .by], .step, of: .brightness, in: light),
        Frame(.color, [], or: [.color, .on, .letting], .color, of: .color, in: light),
        Frame(
            .whiteness, [], or: [.whiteness, .temperature, .color, .on, .more, .less, .up, .down, .letting],
            .kelvin, of: .whiteness, in: light),
        Frame(
            .temperature, [], or: [.temperature, .heat, .cool, .on, .up, .down, .more, .less, .dummy], .degrees,
            of: .targetTemperature, in: [.thermostat]),
        Frame(
            .temperature, [.temperature], or: [.more, .less, .up, .down, .by, .dummy], .step, of: .targetTemperature,
            in: [.thermostat]),
        Frame(.fanSpeed, [.speed], or: [.on, .more, .less, .up, .down], .percent, of: .fanSpeed, in: [.fan]),
        Frame(.fanSpeed, [], or: [.speed, .on, .more, .less, .up, .down], .percent, of: .fanSpeed),
        Frame(.fanSpeed, [.speed], or: [.up, .down, .more, .less, .by], .step, of: .fanSpeed, in: [.fan]),
        Frame(.fanMode, [], or: [.mode, .speed, .on], .mode, of: .fanMode),
        Frame(.fanMode, [.mode], or: [.on], .mode, of: .fanMode, in: [.thermostat]),
        Frame(
            .volume, [.volume], or: [.up, .down, .more, .less, .music, .on], .percent, of: .volume, in: players),
        Frame(.volume, [], or: [.up, .down, .on, .more, .less], .percent, of: .volume),
        Frame(
            .volume, [.volume], or: [.up, .down, .more, .less, .music, .by, .dummy], .step, of: .volume, in: players),
        Frame(.volume, [], or: [.up, .down, .more, .less, .music, .by], .step, of: .volume),
        Frame(.volume, [.music], or: [.up, .down, .more, .less, .by], .step, of: .volume, in: players),
        Frame(.brightness, [.act], or: [.up, .down, .more, .less, .by], .step, of: .brightness),
        Frame(.temperature, [], or: [.up, .down, .more, .less, .by], .step, of: .targetTemperature),
        Frame(.fanSpeed, [], or: [.up, .down, .more, .less, .by], .step, of: .fanSpeed),
        Frame(.mute, [.off, .volume], of: .mute, in: players),
        Frame(.mute, [.stop, .volume], of: .mute, in: players),
        Frame(.unmute, [.on, .volume], of: .mute, in: players),
        Frame(.unmute, [.resume, .volume], of: .mute, in: players),
        Frame(.mute, [.mute], or: [.music, .volume], of: .mute, in: players),
        Frame(.unmute, [.unmute], or: [.music, .volume, .mute, .up], of: .mute, in: players),
        Frame(.play, [.resume], or: [.music, .play, .letting, .on], of: .playback, in: players),
        Frame(.play, [.play], or: [.music, .letting], of: .playback, in: players),
        Frame(.play, [.start], or: [.music], of: .playback),
        Frame(.pause, [.pause], or: [.music, .play], of: .playback, in: players),
        Frame(.play, [.on, .music], of: .playback, in: players),
        Frame(.pause, [.off, .music], of: .playback, in: players),
        Frame(.pause, [.stop], or: [.music, .play], of: .playback, in: players),
        Frame(.next, [.next], or: [.music, .play, .resume], of: .skipping, in: players),
        Frame(.previous, [.previous], or: [.music, .play, .next], of: .skipping, in: players),
        Frame(.clean, [.clean], or: [.start, .letting], of: .cleaning, in: [.vacuum]),
        Frame(.clean, [.start], of: .cleaning),
        Frame(.clean, [.on], of: .cleaning),
        Frame(.clean, [.run], of: .cleaning),
        Frame(.dock, [.dock], or: [.start], of: .docking, in: [.vacuum]),
        Frame(.dock, [.back], or: [.start, .dock], of: .docking),
        Frame(.dock, [.stop], or: [.clean, .off, .dock], of: .docking),
        Frame(.run, [], or: [.on, .run, .start, .scene, .act], of: .running),
        Frame(.run, [.perform, .off], or: [.scene], of: .running),
        Frame(.on, [.start], of: .power),
        Frame(.off, [.stop], or: [.fully], of: .power),
    ]

    /// The words of commands that stand in any frame.
    static let common: Set<Concept> = [.act, .vague, .slightly]

    /// Whether the concepts of a clause fit.
    func fits(_ concepts: Set<Concept>) -> Bool {
        needs.isSubset(of: concepts) && concepts.subtracting(needs).isSubset(of: allows.union(Self.common))
    }

    /// The value of a clause for the operand; nil if it does not fit. `.some(nil)` is no value for no operand.
    func value(of clause: Clause, _ concepts: Set<Concept>) -> SpokenValue?? {
        guard clause.values.count <= 1,
            said.map({ kind in clause.phrases.contains { $0.kinds.contains(kind) } }) ?? true
        else { return nil }
        guard !clause.isTimed || clause.saysProperty && isNoTime(clause, concepts) else { return nil }
        guard saysSubject(clause, concepts), !mayOpenInstead(clause) else { return nil }
        // "Open it a bit" must not go all the way.
        guard !concepts.contains(.slightly) || operand == .step || needs == [.dim] else { return nil }
        switch (operand, clause.values.first) {
        case (.none, nil): return needs == [.dim] ? .some(.less(nil)) : .some(nil)
        case (.step, let value): return step(value, clause, concepts).map { .some($0) }
        case (.percent, .percent(let percent)?):
            guard (0...100).contains(percent), !isStep(clause, concepts), saysProperty(clause, concepts),
                isOpening(clause, concepts)
            else { return nil }
            return .some(.percent(percent))
        case (.percent, .number(let percent)?):
            guard (0...100).contains(percent), !isStep(clause, concepts), isSaid(clause, concepts),
                isOpening(clause, concepts)
            else { return nil }
            return .some(.percent(percent))
        case (.color, .color(let value)?): return .some(.color(value))
        case (.kelvin, .kelvin(let kelvin)?), (.kelvin, .number(let kelvin)?):
            guard (1_000...12_000).contains(kelvin), !isStep(clause, concepts) else { return nil }
            return .some(.kelvin(kelvin))
        case (.mode, .mode(let value)?):
            // "Fan off" switches it.
            guard !["on", "off"].contains(value) || concepts.contains(.mode) || clause.saysTo else { return nil }
            return .some(.mode(value))
        case (.level, .level(let level)?):
            // "The night alarm" is no order.
            guard !concepts.isDisjoint(with: [.act, .arm]) || clause.saysTo else { return nil }
            return .some(.level(level))
        case (.degrees, .degrees(let degrees)?):
            guard (-50...300).contains(degrees), !isStep(clause, concepts) else { return nil }
            return .some(.degrees(degrees))
        case (.degrees, .number(let degrees)?):
            guard (-50...300).contains(degrees), !isStep(clause, concepts), isSaid(clause, concepts) else { return nil }
            return .some(.degrees(degrees))
        default: return nil
        }
    }

    /// Whether "at 8" can be no time: "temperature at 21", "volume down by 8", but not "volume down at 8".
    private func isNoTime(_ clause: Clause, _ concepts: Set<Concept>) -> Bool {
        !clause.isComparative
            && (concepts.contains(.by) || concepts.isDisjoint(with: [.up, .down, .more, .less, .dim]))
    }

    /// Whether a clause says enough to be about the home: "the white kitchen" and "get off the kitchen" do not.
    private func saysSubject(_ clause: Clause, _ concepts: Set<Concept>) -> Bool {
        if clause.phrases.contains(where: \.saysThings) { return true }
        switch operand {
        case .none: return !concepts.contains(.vague) || ![.on, .off].contains(verb)
        case .percent, .color, .kelvin:
            let saysPlace = !clause.phrases.isEmpty || clause.saysAll || clause.saysEverywhere
            return clause.saysProperty || !concepts.subtracting(Self.common.union([.on, .open, .up, .down])).isEmpty
                || saysPlace && concepts.contains(.act) && (clause.saysTo || !concepts.contains(.vague))
        case .degrees, .mode, .level, .step: return true
        }
    }

    /// Whether "on" or "off" may be "open" or "close", as no thing was said that can only be switched: "Garage zu".
    private func mayOpenInstead(_ clause: Clause) -> Bool {
        clause.mayOpenInstead && !needs.isDisjoint(with: [.on, .off]) && !needs.contains(.key)
            && !needs.contains(.music) && !(clause.phrases.contains(where: \.saysThings))
    }

    /// Whether a value is a difference. "Up 10 %" is one, "up to 10 %" is not.
    private func isStep(_ clause: Clause, _ concepts: Set<Concept>) -> Bool {
        guard !concepts.contains(.by) else { return true }
        let isPosition = verb == .position
        return !isPosition && !clause.saysTo && !concepts.isDisjoint(with: [.more, .less, .up, .down])
    }

    /// Whether a percentage is what is open or bright. "Close it to 25 %" and "dim it all the way" may be the opposite.
    private func isOpening(_ clause: Clause, _ concepts: Set<Concept>) -> Bool {
        concepts.isDisjoint(with: clause.saysTo ? [.close] : [.close, .down, .dim])
    }

    /// Whether "up to 50 %" says of what: its property, or things.
    private func saysProperty(_ clause: Clause, _ concepts: Set<Concept>) -> Bool {
        !needs.isEmpty || concepts.isDisjoint(with: [.more, .less, .up, .down]) || concepts.contains(.brightness)
            || clause.phrases.contains(where: \.saysThings)
    }

    /// Whether a number without a unit can only be a value of the frame: its property was said, "to" stands before it,
    /// or a thing was said and no other verb: "lamp 50". "On at 8" is a time.
    private func isSaid(_ clause: Clause, _ concepts: Set<Concept>) -> Bool {
        let properties: Set<Concept> = [.brightness, .dim, .position, .speed, .volume, .temperature, .heat, .cool]
        guard concepts.isDisjoint(with: properties) else { return true }
        // "Turn on lamp 2" is another lamp.
        guard !clause.isAmbiguous || clause.saysTo else { return false }
        guard clause.phrases.allSatisfy({ $0.saysThings || verb == .brightness && clause.saysTo }),
            !clause.phrases.isEmpty
        else { return false }
        // "Lamp 2" may be a lamp of that name.
        return clause.saysTo || concepts.isSubset(of: [.act]) && clause.phrases.allSatisfy { !$0.names.isEmpty }
    }

    private func step(_ value: SpokenValue?, _ clause: Clause, _ concepts: Set<Concept>) -> SpokenValue? {
        let isMore = !concepts.isDisjoint(with: [.more, .up])
        let isLess = !concepts.isDisjoint(with: [.less, .down, .dim])
        guard isMore != isLess, !clause.saysTo else { return nil }
        // A volume that was not named is meant only for a player.
        guard !needs.isEmpty || clause.phrases.contains(where: \.saysThings) || concepts.contains(.music) else {
            return nil
        }
        switch value {
        case nil: return isMore ? .more(nil) : .less(nil)
        case .number(let step)?, .percent(let step)?, .degrees(let step)?:
            // "Increase the brightness 50 %" may mean by or to.
            let isClear = verb == .volume && !clause.needsBy || concepts.contains(.by)
            guard (0...100).contains(step), isClear else { return nil }
            return isMore ? .more(step) : .less(step)
        default: return nil
        }
    }
}
