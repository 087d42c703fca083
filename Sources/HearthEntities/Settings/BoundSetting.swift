internal import HearthTraitCore

/// A setting of a device, and the endpoint on which it is an attribute.
struct BoundSetting: Sendable {
    let row: AttributeSetting
    let form: AttributeSetting.Form
    let entity: Entity
    let part: String

    var place: PartTrait { PartTrait(part, row.trait) }

    /// Whether a write of the attribute is for the entity.
    var isSettable: Bool {
        switch entity.kind {
        case .number, .toggle, .choice: true
        default: false
        }
    }

    private var property: EntityProperty {
        switch entity.kind {
        case .number, .choice: .value
        default: .on
        }
    }

    /// The attribute that follows from the states; nil without one.
    func value(_ states: EntityStates) -> PlainValue? {
        let state = states.of(entity.key)
        guard state.knows(property) else { return nil }
        switch form {
        case .number(_, let scale, let words):
            if let number = state.number(.value) { return .rounded(number * scale) }
            return value(of: state.text(.value), in: words)
        case .words(let words): return value(of: state.text(.value), in: words)
        case .level(let level): return state.bool(.on).map { .integer($0 ? level : 0) }
        case .flag: return state.bool(.on).map { .bool($0) }
        case .press: return nil
        }
    }

    private func value(of text: String?, in words: [AttributeSetting.Word]) -> PlainValue? {
        guard let word = words.first(where: { $0.text == text }) else { return nil }
        return word.value.map { .integer($0) } ?? .null
    }

    /// What a write asks; nil if it does not set the attribute.
    func command(_ write: TraitWrite) throws(TraitError) -> EntityCommand? {
        guard isSettable, write.part == part, write.trait.id == row.trait.id, let value = write.value(row.attribute)
        else { return nil }
        return EntityCommand(entity: entity.key, values: [property: try wanted(value.integer, write)])
    }

    private func wanted(_ value: Int64?, _ write: TraitWrite) throws(TraitError) -> EntityValue {
        switch (form, entity.kind) {
        case (.number(_, let scale, let words), .number(let low, let high, let step, let unit, _, _, let known)):
            let own = words.filter { word in known.contains { $0.text == word.text } }
            if let word = own.first(where: { $0.value == value }) { return .text(word.text) }
            let number = value.map { Double($0) / scale }
            if let number, number >= low, number <= high {
                return .number(NumberTrait.stepped(number, from: low, to: high, by: step))
            }
            let taken = [NumberTrait.range(low, high, unit)] + own.map(\.shown)
            let refused = number.map { NumberTrait.text($0, unit) } ?? "null"
            throw write.refusal(
                row.attribute,
                "\(quoted(entity.name)) takes \(taken.joined(separator: ", ")), and not \(refused)")
        case (.words(let words), .choice(let options, _)):
            let own = words.filter { options.contains($0.text) }
            if let word = own.first(where: { $0.value == value }) { return .text(word.text) }
            throw write.refusal(
                row.attribute, "\(quoted(entity.name)) takes \(own.map(\.shown).joined(separator: ", "))")
        case (.level(let level), _) where value == 0 || value == level: return .bool(value == level)
        case (.level(let level), _):
            throw write.refusal(row.attribute, "\(quoted(entity.name)) takes 0 and \(level)")
        default: break
        }
        throw write.refusal(row.attribute, "\(quoted(entity.name)) has no such value")
    }

    /// What a command of the trait asks; nil if the entity is not for it.
    func command(_ call: TraitCall) -> EntityCommand? {
        guard call.part == part, call.trait.id == row.trait.id, call.command.name == row.command else { return nil }
        return switch entity.kind {
        case .press: EntityCommand(entity: entity.key, action: .press)
        case .toggle: EntityCommand(entity: entity.key, values: [.on: .bool(true)])
        default: nil
        }
    }

    /// Whether the trait gets the command.
    var acceptsCommand: Bool {
        switch entity.kind {
        case .press, .toggle: row.command != nil
        default: false
        }
    }
}

extension AttributeSetting.Word {
    /// The attribute's value, with the device's word for it.
    fileprivate var shown: String { "\(value.map { "\($0)" } ?? "null") (\(text))" }
}
