internal import HearthHomeState
internal import HearthPhrases
internal import HearthSpeech
internal import HearthTraitCore

/// The hub's answers to a speaker, in the language of the words.
struct SpokenAnswers {
    let home: SpokenHome
    let parts: SpokenParts
    let language: Language

    // MARK: Commands

    /// What a command did: "3 lights are on in the Kitchen", "2 of 3; Ceiling is offline".
    ///
    /// - Parameter failures: a sentence for each target that failed.
    func done(_ command: SpokenCommand, failures: [String], isConfirmed: Bool) -> String {
        let count = command.targets.count
        guard !failures.isEmpty else {
            let what = what(command)
            guard isConfirmed else { return language.answer("unconfirmed", ["what": what]) }
            let text = language.answer(count == 1 ? "one" : "many", ["what": what, "state": state(command)])
            return text + (count == 1 ? "" : place(command))
        }
        let done = count - failures.count
        guard done > 0 else { return failures.joined(separator: "; ") }
        let part = language.answer("part", ["count": "\(done)", "all": "\(count)"])
        return ([part] + failures).joined(separator: "; ")
    }

    /// "Ceiling and Mirror", or "3 lights".
    private func what(_ command: SpokenCommand) -> String {
        let names = unique(command.targets.map(\.name))
        guard command.targets.count > 2 || names.count < command.targets.count else { return list(names, "and") }
        let kinds = command.targets.compactMap { parts.part($0)?.kinds }
        let kind = ["light", "cover"].first { kind in
            kinds.count == command.targets.count && kinds.allSatisfy { $0.contains(kind == "light" ? .light : .cover) }
        }
        return language.answer(
            "things", ["count": "\(command.targets.count)", "kind": language.answer(kind ?? "other")])
    }

    private func place(_ command: SpokenCommand) -> String {
        let places = unique(command.places)
        return places.count == 1 ? language.answer("place", ["room": places[0]]) : ""
    }

    private func state(_ command: SpokenCommand) -> String {
        switch command.value {
        case .more?: language.answer("state.more")
        case .less?: language.answer("state.less")
        case nil where command.verb == .arm: language.answer("state.armed")
        case let value: language.answer("state.\(command.verb.rawValue)", ["value": value.map(language.text) ?? ""])
        }
    }

    /// What a command would do, as an order: "Turn on 3 lights in the Kitchen". Empty for a question.
    func summary(_ command: SpokenCommand) -> String {
        guard !command.verb.isQuestion else { return "" }
        let key =
            switch command.value {
            case .more?: "more"
            case .less?: "less"
            case nil: command.verb.rawValue
            case .level?: "arm-level"
            default: command.verb == .position ? command.verb.rawValue : "set"
            }
        let what = command.targets.count == 1 ? choice(command) : what(command) + place(command)
        return language.answer("do.\(key)", ["what": what, "value": command.value.map(language.text) ?? ""])
    }

    // MARK: Questions

    func asked(_ choices: [SpokenCommand]) -> String {
        if choices.count == 1, let only = choices.first {
            return language.answer("sure", ["what": choice(only), "state": state(only)])
        }
        return language.answer("which", ["choices": list(choices.map(option), "or")])
    }

    /// A choice with its level, as those of an alarm system are of one thing.
    private func option(_ command: SpokenCommand) -> String {
        guard case .level? = command.value, let level = command.value.map(language.text) else { return choice(command) }
        return "\(choice(command)): \(level)"
    }

    /// A choice with its room, as choices may have equal names.
    private func choice(_ command: SpokenCommand) -> String {
        let targets = command.targets.map { target in
            let thing = home.things.first { $0.id == target.id && $0.endpoint == target.endpoint }
            let room = thing?.roomID.flatMap { home.room($0)?.name }
            return target.name + (room.map { " (\($0))" } ?? "")
        }
        return list(unique(targets), "and")
    }

    /// The answer to a question of the speaker.
    ///
    /// - Parameter time: since 1970.
    func answer(_ command: SpokenCommand, at time: Duration) -> String {
        let (clock, date) = LocalMinute.words(time, in: parts.timeZone)
        switch command.verb {
        case .askTime: return language.answer("time", ["time": clock])
        case .askDate: return language.answer("date", ["date": date])
        case .askState, .askTemperature:
            return command.targets.map { "\($0.name): \(words(for: $0, command.verb))" }.joined(separator: "; ")
        default: return stated(command)
        }
    }

    private func words(for target: SpokenTarget, _ verb: SpokenVerb) -> String {
        guard let part = parts.part(target) else { return language.answer("unknown", ["what": target.name]) }
        if part.isOffline { return language.answer("offline", ["name": target.name]) }
        if let alarm = AlarmReading(part.part), let isArmed = alarm.isArmed {
            return words(for: alarm, isArmed: isArmed)
        }
        let state = DeviceState(DeviceReading([part.part]))
        if verb == .askTemperature {
            let fact = state.parts.flatMap(\.facts).first { $0.name == "temperature" }
            return fact?.words ?? language.answer("unknown", ["what": target.name])
        }
        return state.words ?? language.answer("unknown", ["what": target.name])
    }

    /// "armed: away", or "disarmed".
    private func words(for alarm: AlarmReading, isArmed: Bool) -> String {
        let state = language.answer(isArmed ? "state.armed" : "state.disarmed")
        guard let level = alarm.level.flatMap({ ArmLevel(rawValue: $0.rawValue) }) else { return state }
        return "\(state): \(language.text(SpokenValue.level(level)))"
    }

    private func stated(_ command: SpokenCommand) -> String {
        guard let state = command.state else { return "" }
        let known = command.targets.compactMap { target in
            parts.part(target).flatMap { part in
                part.isOffline ? nil : state.holds(for: part.part).map { (name: target.name, holds: $0) }
            }
        }
        guard !known.isEmpty else {
            return language.answer("unknown", ["what": list(unique(command.targets.map(\.name)), "and")])
        }
        let names = known.filter(\.holds).map(\.name)
        switch command.verb {
        case .askHowMany: return language.answer("count", ["count": "\(names.count)"])
        case .askWhich:
            return names.isEmpty ? language.answer("none") : language.answer("some", ["names": list(names, "and")])
        case .askAll:
            let others = known.filter { !$0.holds }.map(\.name)
            return others.isEmpty ? language.answer("yes") : language.answer("no") + ": " + list(others, "and")
        default:
            guard !names.isEmpty else { return language.answer("no") }
            return language.answer("yes") + (known.count > 1 ? ": " + list(names, "and") : "")
        }
    }

    // MARK: Misunderstandings

    func misunderstood(_ misunderstanding: Misunderstanding) -> String {
        let words = misunderstanding.words.prefix(5).map { "\"\($0)\"" }
        return language.answer("reason.\(misunderstanding.reason.rawValue)", ["words": list(Array(words), "and")])
    }

    // MARK: Lists

    private func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private func list(_ names: [String], _ word: String) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(language.answer(word)) " + last
    }
}
