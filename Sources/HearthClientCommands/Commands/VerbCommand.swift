internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// `hearth on|off|toggle|dim|open|close|lock|unlock|set-temperature DEVICE…|ROOM…|all [VALUE]`
package enum VerbCommand {
    package static let commands: [Command] = DeviceVerb.allCases.map { verb in
        let (summary, example, meaning) = texts(verb)
        let value = valueWord(verb)
        return Command(
            name: verb.rawValue, words: ["DEVICE…|ROOM…|all"] + (value.map { [$0] } ?? []), kinds: [.deviceOrRoom],
            summary: summary,
            detail: """
                In a room, or with all, it applies to: \(meant(verb)). Other devices, or their parts, must be named. It \
                waits for at most two seconds, and prints a line for each part. The exit code is 2 where only a part was \
                done.
                """,
            options: [.hub, .json],
            examples: [
                (example, meaning), ("hearth \(verb.rawValue) all\(value == nil ? "" : sample(verb))", "Everywhere."),
            ],
            run: { arguments async throws(CommandError) in try await run(verb, arguments) })
    }

    private static func texts(_ verb: DeviceVerb) -> (String, String, String) {
        switch verb {
        case .on: ("Switches on: lights, outlets, players, fans.", "hearth on \"Floor Lamp\"", "One lamp.")
        case .off: ("Switches off.", "hearth off Kitchen Bathroom", "Everything in two rooms.")
        case .toggle:
            ("Switches between on and off.", "hearth toggle Monitor", "One socket of a power strip.")
        case .dim: ("Sets the brightness of lights.", "hearth dim \"Living Room\" 40%", "The lights of a room.")
        case .open: ("Opens blinds and valves, fully or in part.", "hearth open \"South Blind\" 30%", "A third.")
        case .close: ("Closes blinds and valves.", "hearth close \"South Blind\"", "One blind.")
        case .lock: ("Locks doors.", "hearth lock \"Front Door\"", "One door.")
        case .unlock:
            ("Unlocks doors; asks for the PIN if one is required.", "hearth unlock \"Front Door\"", "One door.")
        case .setTemperature:
            (
                "Sets the temperature of heating, cooling or refrigerators.", "hearth set-temperature Thermostat 21.5C",
                "One."
            )
        }
    }

    /// The devices of a room that the verb applies to.
    private static func meant(_ verb: DeviceVerb) -> String {
        switch verb {
        case .on, .toggle: "lights, outlets, players, fans; no household appliances"
        case .off: "lights, outlets, players, fans, stoves; no cooling, heating, washers or pumps"
        case .dim: "lights"
        case .open, .close: "blinds; no valves"
        case .lock, .unlock: "locks"
        case .setTemperature: "heating and cooling; no refrigerators"
        }
    }

    private static func valueWord(_ verb: DeviceVerb) -> String? {
        switch verb.operand {
        case .none: nil
        case .optionalPercent: "[PERCENT]"
        case .percent: "PERCENT"
        case .temperature: "TEMPERATURE"
        }
    }

    private static func sample(_ verb: DeviceVerb) -> String { verb.operand == .temperature ? " 20C" : " 50%" }

    // MARK: Doing it

    private static func run(_ verb: DeviceVerb, _ arguments: Arguments) async throws(CommandError) {
        var words = arguments.positional
        let number = try operand(of: verb, &words)
        guard !words.isEmpty else { throw CommandError(.usage, "say which DEVICE, which ROOM, or all") }
        let listing = try await Connection.open(arguments).listing()
        let targets = try VerbTargets(words, in: listing, verb, number)
        guard !targets.items.isEmpty else {
            return try report([], unreached: targets.unreached, asJSON: arguments.has("json"))
        }
        let watch = EffectWatch(listing, of: targets.items.map(\.device))
        let watching = watch.start()
        defer { watching.cancel() }
        var items = targets.items
        var pin: String?
        for index in items.indices where items[index].action.needsPIN {
            if pin == nil { pin = try SecretInput.read("PIN") }
            items[index].action = pin.map { items[index].action.with(pin: $0) } ?? items[index].action
        }
        let goals = items.map { ActionGoal($0.action, before: watch.reading(of: $0.device)) }
        let actions = items.map { (device: $0.device.object, action: $0.action) }
        let results = try await CommandError.ofHome(changing: "the home") {
            try await listing.home.send(actions, timeout: .seconds(10))
        }
        let sent = zip(items, zip(goals, results)).filter { (try? $0.1.1.get().isIgnored) == false }
        _ = await watch.settle(sent.map { (device: $0.0.device, goal: $0.1.0) })
        let outcomes = zip(items, zip(goals, results)).map { item, rest in
            VerbOutcome(item, goal: rest.0, result: rest.1, watch)
        }
        try report(outcomes, unreached: targets.unreached, asJSON: arguments.has("json"))
    }

    /// Removes the value from the end of the words.
    private static func operand(of verb: DeviceVerb, _ words: inout [String]) throws(CommandError) -> Int? {
        let word = words.last ?? ""
        switch verb.operand {
        case .none: return nil
        case .optionalPercent where words.count > 1 && word.first?.isNumber == true: break
        case .optionalPercent: return nil
        case .percent, .temperature:
            guard words.count > 1 else {
                throw CommandError(.usage, "the value is missing, as in hearth \(verb.rawValue) DEVICE\(sample(verb))")
            }
        }
        words.removeLast()
        if verb.operand == .temperature {
            guard let centidegrees = DeviceVerb.centidegrees(word) else {
                throw CommandError(.usage, "\(quoted(word)) is not a temperature; one is written as 21.5C or 70F")
            }
            return Int(centidegrees)
        }
        guard let percent = DeviceVerb.percent(word) else {
            throw CommandError(.usage, "\(quoted(word)) is not a percentage of 0% to 100%")
        }
        return percent
    }

    /// Prints a line for each part that got a command, and for each that was unreachable.
    ///
    /// - Throws: ``CommandError`` with ``CommandError/Code/inPart`` when some of it was done.
    private static func report(
        _ outcomes: [VerbOutcome], unreached: [HomeListing.Device], asJSON: Bool
    ) throws(CommandError) {
        for outcome in outcomes {
            if asJSON {
                try printLine(outcome.json.text)
            } else if outcome.refusal == nil {
                try printLine("\(outcome.name): \(outcome.words)")
            }
        }
        for device in unreached where asJSON {
            try printLine(JSON.object([("device", .string(device.id)), ("error", .string("offline"))]).text)
        }
        let failures = outcomes.compactMap(\.refusal) + unreached.map { "\($0.name): it is offline" }
        guard !failures.isEmpty else { return }
        let isSomeDone = outcomes.contains { $0.refusal == nil }
        throw CommandError(isSomeDone ? .inPart : .refused, failures.joined(separator: "\nhearth: "))
    }
}
