internal import HearthTraitCatalog
internal import HearthTraitCore

/// A word of some options, as an endpoint: ModeSelect if people may choose and its limits allow, else Choice.
struct OptionTrait: Sendable {
    private typealias T = StandardTraits

    let part: String
    private let entity: String
    private let property: EntityProperty
    private let options: [String]
    /// The option of a property without a word.
    private let none: String?
    private let isMode: Bool
    private let isSettable: Bool
    private let name: String

    /// - Parameter none: the first option, for a property that may have no word.
    init(
        _ part: String, name: String, entity: String, _ property: EntityProperty, options: [String],
        none: String? = nil, isSettable: Bool = true
    ) {
        self.part = part
        self.name = name
        self.entity = entity
        self.property = property
        self.isSettable = isSettable
        self.none = none
        var known: Set<String> = []
        var all = options.filter { known.insert($0).inserted }
        if let none, !all.contains(none) { all.insert(none, at: 0) }
        self.options = all
        // The limits of ModeSelect (Matter Application Clusters 1.4, section 1.9.6).
        isMode = isSettable && !all.isEmpty && all.count <= 255 && all.allSatisfy { (1...64).contains($0.utf8.count) }
    }

    var endpoint: EntityPart {
        guard isMode else {
            let shown = options.prefix(1024).map { PlainValue.text($0.prefix(bytes: 255)) }
            let draft = TraitDraft(
                T.hearthProjectChoice,
                ["value": nil, "options": .list(shown), "isSettable": .bool(isSettable)])
            return EntityPart(key: part, name: name, types: [T.hearthChoiceDeviceType], traits: [draft])
        }
        let modes = options.enumerated().map { index, option in
            PlainValue.structure(["label": .text(option), "mode": .integer(Int64(index)), "semanticTags": []])
        }
        let draft = TraitDraft(
            T.matterModeSelect,
            [
                "description": .text(name.prefix(bytes: 64)), "standardNamespace": nil,
                "supportedModes": .list(modes), "currentMode": 0,
            ])
        return EntityPart(key: part, name: name, types: [T.modeSelectDeviceType], traits: [draft])
    }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(entity)
        guard state.knows(property) else { return [:] }
        let word = state.text(property) ?? none
        guard isMode else {
            return [
                PartTrait(part, T.hearthProjectChoice): ["value": word.map { .text($0.prefix(bytes: 255)) } ?? .null]
            ]
        }
        guard let index = word.flatMap({ options.firstIndex(of: $0) }) else { return [:] }
        return [PartTrait(part, T.matterModeSelect): ["currentMode": .integer(Int64(index))]]
    }

    /// The word that a command chooses; nil if the command is for another endpoint.
    func word(_ call: TraitCall) throws(TraitError) -> String? {
        guard call.part == part, call.command.name == "ChangeToMode", let mode = call.integer("newMode") else {
            return nil
        }
        guard let index = Int(exactly: mode), options.indices.contains(index) else {
            throw TraitError(
                .constraintError, "\(quoted(name)) has no mode \(mode); it has 0 to \(options.count - 1)",
                element: .command(call.command.id), field: "newMode")
        }
        return options[index]
    }

    /// The word that a write sets; nil if the write is for another endpoint.
    func word(_ write: TraitWrite) throws(TraitError) -> String? {
        guard write.part == part else { return nil }
        guard isSettable else {
            try write.expect()
            return nil
        }
        try write.expect("value")
        guard let word = write.value("value")?.string else {
            throw write.refusal("value", "\(quoted(name)) takes one of its options, not null")
        }
        guard options.isEmpty || options.contains(word) else {
            throw write.refusal("value", "\(quoted(name)) has no option \(quotedBeginning(word)); see options")
        }
        return word
    }

    func commands(_ call: TraitCall) throws(TraitError) -> [EntityCommand]? {
        try word(call).map { [EntityCommand(entity: entity, values: [property: .text($0)])] }
    }

    func commands(_ write: TraitWrite) throws(TraitError) -> [EntityCommand]? {
        try word(write).map { [EntityCommand(entity: entity, values: [property: .text($0)])] }
    }
}

/// One of some words.
struct ChoiceConverter: EntityConverter {
    private let option: OptionTrait
    let entities: [String]

    init(_ entity: Entity, options: [String], isSettable: Bool) {
        entities = [entity.key]
        option = OptionTrait(
            entity.key, name: entity.name, entity: entity.key, .value, options: options, isSettable: isSettable)
    }

    var parts: [EntityPart] { [option.endpoint] }

    func values(_ states: EntityStates) -> PartValues { option.values(states) }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard let commands = try option.commands(call) else { throw call.unsupported }
        return commands
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        try option.commands(write) ?? []
    }
}
