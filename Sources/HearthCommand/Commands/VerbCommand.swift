internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HearthWords

/// `hearth on|off|toggle|dim|open|close|lock|unlock|set-temperature DEVICE…|ROOM…|all [VALUE]`
enum VerbCommand {
    static let commands: [Command] = DeviceVerb.allCases.map { verb in
        let (summary, example, meaning) = texts(verb)
        let value = valueWord(verb)
        return Command(
            name: verb.rawValue, words: ["DEVICE…|ROOM…|all"] + (value.map { [$0] } ?? []), kinds: [.deviceOrRoom],
            summary: summary,
            detail:
                "Of a room, or of all, those that can do it are told; it waits two seconds at most for what comes of it.",
            options: [Help.hub, Help.json],
            examples: [
                (example, meaning), ("hearth \(verb.rawValue) all\(value == nil ? "" : sample(verb))", "Everywhere."),
            ],
            run: { arguments async throws(CommandError) in try await run(verb, arguments) })
    }

    private static func texts(_ verb: DeviceVerb) -> (String, String, String) {
        switch verb {
        case .on: ("Switches on: lights, outlets, players, fans.", "hearth on \"Floor Lamp\"", "One lamp.")
        case .off: ("Switches off.", "hearth off Kitchen Bathroom", "All that is on in two rooms.")
        case .toggle: ("Switches on what is off, and off what is on.", "hearth toggle \"Floor Lamp\"", "One lamp.")
        case .dim: ("Makes lights so bright.", "hearth dim \"Living Room\" 40%", "The lights of a room.")
        case .open: ("Opens blinds and valves, or so far.", "hearth open \"South Blind\" 30%", "A third.")
        case .close: ("Closes blinds and valves.", "hearth close \"South Blind\"", "One blind.")
        case .lock: ("Locks doors.", "hearth lock \"Front Door\"", "One door.")
        case .unlock:
            ("Unlocks doors, asking for the PIN where one is wanted.", "hearth unlock \"Front Door\"", "One door.")
        case .setTemperature:
            ("Sets what heating, cooling or a cabinet is to reach.", "hearth set-temperature Thermostat 21.5C", "One.")
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
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let targets = try targets(words, in: house, verb, number)
        let watch = try await DeviceWatch(targets.map(\.device), at: hub)
        var items: [(device: House.Device, action: DeviceAction)] = []
        var pin: String?
        for target in targets {
            for action in target.actions {
                if action.needsPIN, pin == nil { pin = try SecretInput.read("PIN") }
                items.append((target.device, pin.map { action.with(pin: $0) } ?? action))
            }
        }
        let expected = items.map { ($0.device.id, ActionGoal($0.action, before: watch.reading(of: $0.device.id))) }
        let results = try await hub.batch(items)
        let sent = zip(expected, results).filter { $0.1.code == 0 && !$0.1.ignored }.map(\.0)
        let moving = await watch.settle(sent.map { (device: $0.0, goal: $0.1) })
        try report(
            targets.map(\.device), items, results, expected.map(\.1), watch, moving, asJSON: arguments.has("json"))
    }

    /// Takes the value off the end of the words.
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
                throw CommandError(.usage, "\(quoted(word)) is no temperature, as 21.5C or 70F")
            }
            return Int(centidegrees)
        }
        guard let percent = DeviceVerb.percent(word) else {
            throw CommandError(.usage, "\(quoted(word)) is not a percentage of 0% to 100%")
        }
        return percent
    }

    private typealias Target = (device: House.Device, actions: [DeviceAction])

    /// The devices that were named, and those of rooms that can do it.
    private static func targets(
        _ words: [String], in house: House, _ verb: DeviceVerb, _ number: Int?
    ) throws(CommandError) -> [Target] {
        var found: [Target] = []
        func add(_ device: House.Device) -> Bool {
            let actions = verb.actions(on: device.reading, number)
            guard !actions.isEmpty else { return false }
            if !found.contains(where: { $0.device.id == device.id }) { found.append((device, actions)) }
            return true
        }
        for word in words {
            let devices: [House.Device]
            let name: String
            if word == "all" {
                (devices, name) = (house.devices, "the home")
            } else {
                let item = try house.deviceOrRoom(word)
                (devices, name) = (house.devices(in: item), item.name)
            }
            // Of a room, what is offline can't do it either, and is no reason to fail.
            let able = devices.filter { (devices.count == 1 || $0.state != .offline) && add($0) }
            guard able.isEmpty else { continue }
            let doing = DeviceVerb.allCases.filter { verb in
                devices.contains { !verb.actions(on: $0.reading, 0).isEmpty }
            }
            let can =
                doing.isEmpty
                ? "none of these words is for it" : "it takes \(doing.map(\.rawValue).joined(separator: ", "))"
            throw CommandError(.refused, "\(quoted(name)) has nothing to \(verb.rawValue); \(can)")
        }
        return found
    }

    private static func report(
        _ devices: [House.Device], _ items: [(device: House.Device, action: DeviceAction)],
        _ results: [Hearth_V1_BatchResult], _ goals: [ActionGoal], _ watch: DeviceWatch, _ moving: Set<String>,
        asJSON: Bool
    ) throws(CommandError) {
        var refusals: [String] = []
        for device in devices {
            let mine = zip(items, results).filter { $0.0.device.id == device.id }
            let own = mine.map(\.1)
            let refusal = mine.lazy.compactMap { item, result in
                result.error.map { CommandError($0, changing: device.name, by: item.action).message }
            }.first
            let outcome = Outcome(
                device: device, state: DeviceState(watch.reading(of: device.id)),
                isMoving: moving.contains(device.id), isIgnored: !own.isEmpty && own.allSatisfy(\.ignored),
                isConfirmed: zip(items, goals).allSatisfy { item, goal in
                    item.device.id != device.id || watch.isConfirmed(goal, on: device.id)
                })
            if let refusal { refusals.append(refusal.contains(device.name) ? refusal : "\(device.name): \(refusal)") }
            if asJSON {
                let error: [(String, JSON)] = refusal.map { [("error", .string($0))] } ?? []
                try printLine(JSON.object([("device", .string(device.id))] + outcome.json + error).text)
            } else if refusal == nil {
                try printLine("\(device.name): \(outcome.words)")
            }
        }
        guard refusals.isEmpty else { throw CommandError(.refused, refusals.joined(separator: "\nhearth: ")) }
    }
}

extension HubClient {
    /// Sends actions in one call. Returns a result for each, in their order.
    func batch(
        _ items: [(device: House.Device, action: DeviceAction)]
    ) async throws(CommandError) -> [Hearth_V1_BatchResult] {
        let wire = items.map { device, action in
            var item = Hearth_V1_BatchItem(
                target: Hearth_V1_Target(TraitTarget(deviceID: device.id, endpoint: action.endpoint)),
                traitID: action.trait.id)
            switch action.content {
            case .command(let command, let arguments):
                item.action = .command(
                    Hearth_V1_BatchCommand(
                        commandID: command.id,
                        arguments: action.trait.encodeArguments(of: command, arguments)))
            case .update(let values):
                item.action = .update(Hearth_V1_BatchUpdate(attributes: action.trait.encodeAttributes(values)))
            }
            return item
        }
        let request = Hearth_V1_SendBatchRequest(items: wire, options: options)
        let response: Hearth_V1_SendBatchResponse = try await call(
            Hearth_V1_HomeMethods.sendBatch, request, changing: "the home", timeout: .seconds(10))
        return response.results
    }
}
