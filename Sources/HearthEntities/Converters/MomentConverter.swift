internal import HearthTraitCatalog
internal import HearthTraitCore

/// A date, a time of day, or both.
struct MomentConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let name: String
    private let hasDate: Bool
    private let hasTime: Bool
    private let isSettable: Bool
    let parts: [EntityPart]

    init(_ entity: Entity, hasDate: Bool, hasTime: Bool, isSettable: Bool) {
        key = entity.key
        name = entity.name
        self.hasDate = hasDate
        self.hasTime = hasTime
        self.isSettable = isSettable
        let draft = TraitDraft(
            T.hearthProjectMoment,
            [
                "value": nil, "hasDate": .bool(hasDate), "hasTime": .bool(hasTime), "isSettable": .bool(isSettable),
            ])
        parts = [EntityPart(key: key, name: entity.name, types: [T.hearthMomentDeviceType], traits: [draft])]
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        guard state.knows(.value) else { return [:] }
        let text = state.text(.value).map { PlainValue.text($0.prefix(bytes: 32)) }
        return [PartTrait(key, T.hearthProjectMoment): ["value": text ?? .null]]
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard isSettable else {
            try write.expect()
            return []
        }
        try write.expect("value")
        guard let text = write.value("value")?.string, Self.isMoment(text, hasDate: hasDate, hasTime: hasTime) else {
            let form = hasDate ? hasTime ? "2026-11-29T07:30:00" : "2026-11-29" : "07:30:00"
            throw write.refusal("value", "\(quoted(name)) takes a moment as in \(form)")
        }
        return [EntityCommand(entity: key, values: [.value: .text(text)])]
    }

    /// Whether a text has the form of ISO 8601 and numbers in their ranges.
    static func isMoment(_ text: String, hasDate: Bool, hasTime: Bool) -> Bool {
        var rest = Substring(text)
        func number(_ digits: Int, _ range: ClosedRange<Int>, then separator: Character?) -> Bool {
            let part = rest.prefix(digits)
            guard part.count == digits, part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(part),
                range.contains(number)
            else { return false }
            rest = rest.dropFirst(digits)
            guard let separator else { return true }
            guard rest.first == separator else { return false }
            rest = rest.dropFirst()
            return true
        }
        if hasDate {
            guard number(4, 1...9999, then: "-"), number(2, 1...12, then: "-"),
                number(2, 1...31, then: hasTime ? "T" : nil)
            else { return false }
        }
        if hasTime {
            guard number(2, 0...23, then: ":"), number(2, 0...59, then: ":"), number(2, 0...59, then: nil) else {
                return false
            }
        }
        return rest.isEmpty && (hasDate || hasTime)
    }
}
