internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// An action for a part of a device, with the part's name.
struct VerbItem {
    let device: HomeListing.Device
    var action: DeviceAction
    /// The part's own name; nil where the device is meant as a whole.
    var label: String?

    /// "Power Strip Monitor", or the device's name.
    var name: String { label.map { "\(device.name) \($0)" } ?? device.name }
}

/// The devices and parts that some words name, and the verb's action for each.
struct VerbTargets {
    private(set) var items: [VerbItem] = []
    /// Offline devices of the named rooms to which the verb would apply.
    private(set) var unreached: [HomeListing.Device] = []
    private let verb: DeviceVerb
    private let number: Int?

    /// - Throws: ``CommandError`` for an unknown word, and for an object to which the verb does not apply.
    init(_ words: [String], in listing: HomeListing, _ verb: DeviceVerb, _ number: Int?) throws(CommandError) {
        self.verb = verb
        self.number = number
        for word in words {
            let item = try listing.meansAll(word) ? nil : listing.deviceOrRoom(word)
            let devices = item.map { listing.devices(in: $0) } ?? listing.devices
            let scope: DeviceVerb.Scope =
                switch item {
                case .device?, .part?: .named
                case .room?, .zone?, .serviceGroup?, .structure?, nil: .among
                }
            var isAbleAny = false
            for device in devices {
                let actions = verb.actions(on: device.reading, number, scope: scope)
                guard !actions.isEmpty else { continue }
                isAbleAny = true
                guard scope == .named || device.state != .offline else {
                    if !unreached.contains(where: { $0.id == device.id }) { unreached.append(device) }
                    continue
                }
                add(actions, to: listing.devices.first { $0.id == device.id } ?? device, item)
            }
            guard isAbleAny else { throw nothing(to: item, word, devices, scope) }
        }
    }

    private mutating func add(_ actions: [DeviceAction], to device: HomeListing.Device, _ item: HomeListing.Item?) {
        let labels = device.deviceState.parts
        for action in actions {
            let known = items.contains { $0.device.id == device.id && $0.action.endpoint == action.endpoint }
            guard !known else { continue }
            let label = labels.first { $0.endpoint == action.endpoint }?.label
            var isPart = actions.count > 1
            if case .part? = item { isPart = true }
            items.append(VerbItem(device: device, action: action, label: isPart ? label : nil))
        }
    }

    private func nothing(
        to item: HomeListing.Item?, _ word: String, _ devices: [HomeListing.Device], _ scope: DeviceVerb.Scope
    ) -> CommandError {
        let name = item?.name ?? "the home"
        let byName = scope == .named ? [] : devices.filter { !verb.actions(on: $0.reading, number).isEmpty }
        if let first = byName.first {
            return CommandError(
                .refused,
                "\(quoted(name)) has no devices to which \(verb.rawValue) applies as a whole; name one, as in "
                    + "hearth \(verb.rawValue) \(quoted(first.name))")
        }
        let doing = DeviceVerb.allCases.filter { verb in
            devices.contains { !verb.actions(on: $0.reading, 0, scope: scope).isEmpty }
        }
        let can =
            doing.isEmpty
            ? "no verb applies to it" : "it takes \(doing.map(\.rawValue).joined(separator: ", "))"
        return CommandError(.refused, "\(quoted(name)) has nothing to \(verb.rawValue); \(can)")
    }
}

extension HomeListing {
    /// Whether a word means the whole home.
    ///
    /// - Throws: ``CommandError`` if an object of the home also has this name.
    func meansAll(_ word: String) throws(CommandError) -> Bool {
        guard ObjectName.key(word) == Self.all else { return false }
        var named: [any NamedObject] = rooms
        named += devices as [any NamedObject]
        named += zones as [any NamedObject]
        named += serviceGroups as [any NamedObject]
        named += parts as [any NamedObject]
        guard let other = named.first(where: { ObjectName.key($0.name) == Self.all }) else { return true }
        let home = structures.first.map { "\(quoted($0.name)) for the home" } ?? "hearth devices for the home"
        throw CommandError(
            .refused,
            "\(quoted(word)) could be the whole home or the \(other.kind) \(quoted(other.name)); say \(home), or "
                + "\(other.id) for the \(other.kind)")
    }

    private static let all = "all"
}

/// The result of one action of a verb.
struct VerbOutcome {
    let name: String
    /// Why the action failed; nil if it succeeded.
    let refusal: String?
    private let outcome: Outcome
    private let label: String?
    private let endpoint: UInt16

    init(_ item: VerbItem, goal: ActionGoal, result: Result<ActionResponse, ActionFailure>, _ watch: EffectWatch) {
        name = item.name
        label = item.label
        endpoint = item.action.endpoint
        var isIgnored = false
        switch result {
        case .success(let response):
            isIgnored = response.isIgnored
            refusal = nil
        case .failure(let failure):
            let message = CommandError(failure.error, failure.refusal, changing: item.name, by: item.action).message
            refusal = message.contains(name) ? message : "\(name): \(message)"
        }
        let reading = watch.reading(of: item.device)
        let own = label == nil ? reading : DeviceReading(reading.parts.filter { $0.endpoint == item.action.endpoint })
        outcome = Outcome(
            device: item.device, state: DeviceState(own),
            isMoving: refusal == nil && !isIgnored && goal.progress(in: reading) == .underWay,
            isIgnored: isIgnored, isConfirmed: watch.isConfirmed(goal, on: item.device))
    }

    /// The result in words, with a cabinet's target temperature, which the words for its state leave out.
    var words: String {
        let facts = outcome.state.parts.first { $0.endpoint == endpoint }?.facts ?? []
        let set = facts.first { $0.name == "targetTemperature" && $0.words == nil }
        guard case .number(let degrees)? = set?.value else { return outcome.words }
        return "\(outcome.words), set to \(Phrase.decimal(degrees, digits: 1)) °C"
    }

    var json: JSON {
        var members: [(String, JSON)] = [("device", .string(outcome.device.id))]
        if let label { members += [("part", .string(label)), ("endpoint", .number(endpoint))] }
        return .object(members + outcome.json + (refusal.map { [("error", .string($0))] } ?? []))
    }
}
