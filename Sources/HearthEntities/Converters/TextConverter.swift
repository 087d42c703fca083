internal import HearthTraitCatalog
internal import HearthTraitCore

/// A text that the device says, or that people give it.
struct TextConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let name: String
    private let lengths: ClosedRange<Int>
    private let isSecret: Bool
    private let isSettable: Bool
    let parts: [EntityPart]

    init(_ entity: Entity, minimumLength: Int, maximumLength: Int, isSecret: Bool, isSettable: Bool) {
        key = entity.key
        name = entity.name
        let low = min(max(minimumLength, 0), 1024)
        lengths = low...min(max(maximumLength, low), 1024)
        self.isSecret = isSecret
        self.isSettable = isSettable
        let draft = TraitDraft(
            T.hearthProjectTextValue,
            [
                "value": nil, "minimumLength": .integer(Int64(low)),
                "maximumLength": .integer(Int64(lengths.upperBound)), "isSecret": .bool(isSecret),
                "isSettable": .bool(isSettable),
            ])
        parts = [EntityPart(key: key, name: entity.name, types: [T.hearthTextValueDeviceType], traits: [draft])]
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        guard !isSecret, state.knows(.value) else { return [:] }
        let text = state.text(.value).map { PlainValue.text($0.prefix(bytes: 1024)) }
        return [PartTrait(key, T.hearthProjectTextValue): ["value": text ?? .null]]
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard isSettable else {
            try write.expect()
            return []
        }
        try write.expect("value")
        guard let text = write.value("value")?.string else {
            throw write.refusal("value", "\(quoted(name)) takes a text, not null")
        }
        guard lengths.contains(text.unicodeScalars.count) else {
            throw write.refusal(
                "value",
                "\(quoted(name)) takes \(lengths.lowerBound) to \(lengths.upperBound) characters, and not "
                    + "\(text.unicodeScalars.count)")
        }
        return [EntityCommand(entity: key, values: [.value: .text(text)])]
    }
}
