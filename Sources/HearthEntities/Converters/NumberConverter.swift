internal import HearthTraitCatalog
internal import HearthTraitCore

/// A number that people set, as an endpoint of its own.
struct NumberTrait: Sendable {
    private typealias T = StandardTraits

    let part: String
    let name: String
    let entity: String
    let property: EntityProperty
    var minimum: Double
    var maximum: Double
    var step = 0.0
    var unit = ""
    var deviceClass = ""
    var mode = EntityKind.NumberMode.auto
    var words: [EntityKind.NumberWord] = []
    /// The number of the endpoint for 1 of the property.
    var scale = 1.0

    var endpoint: EntityPart {
        let low = minimum.isFinite ? minimum : 0
        let high = maximum.isFinite && maximum >= low ? maximum : low
        let draft = TraitDraft(
            T.hearthProjectNumberSetting,
            [
                "value": nil, "minimum": .real(low), "maximum": .real(high),
                "step": .real(step.isFinite && step > 0 ? step : 0), "unit": .text(unit.prefix(bytes: 32)),
                "deviceClass": .text(deviceClass.prefix(bytes: 64)), "mode": .integer(Int64(mode.rawValue)),
            ])
        return EntityPart(key: part, name: name, types: [T.hearthNumberSettingDeviceType], traits: [draft])
    }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(entity)
        guard state.knows(property) else { return [:] }
        return [
            PartTrait(part, T.hearthProjectNumberSetting): [
                "value": (state.number(property) ?? number(of: state.text(property))).map { .real($0 * scale) } ?? .null
            ]
        ]
    }

    /// The number that stands for a word; nil if none does.
    private func number(of text: String?) -> Double? { words.first { $0.text == text }?.number }

    /// The entity command for a write; nil if the write is for another endpoint.
    func commands(_ write: TraitWrite) throws(TraitError) -> [EntityCommand]? {
        try number(write).map { [EntityCommand(entity: entity, values: [property: .number($0 / scale)])] }
    }

    /// The number that a write sets; nil if the write is for another endpoint.
    func number(_ write: TraitWrite) throws(TraitError) -> Double? {
        guard write.part == part else { return nil }
        try write.expect("value")
        guard case .double(let number) = write.value("value"), number.isFinite else {
            throw write.refusal("value", "\(quoted(name)) takes a number, not null")
        }
        guard number >= minimum, number <= maximum else {
            throw write.refusal(
                "value",
                "\(quoted(name)) takes \(Self.range(minimum, maximum, unit)), and not \(Self.text(number, unit))")
        }
        return Self.stepped(number, from: minimum, to: maximum, by: step)
    }

    /// A number with its unit, for people.
    static func text(_ number: Double, _ unit: String) -> String {
        let text = Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        return unit.isEmpty ? text : "\(text) \(unit)"
    }

    /// A range of numbers with their unit, for people.
    static func range(_ low: Double, _ high: Double, _ unit: String) -> String {
        "\(text(low, "")) to \(text(high, unit))"
    }

    /// The nearest step within the limits. A device that rounds by itself would never report the number in between.
    static func stepped(_ number: Double, from minimum: Double, to maximum: Double, by step: Double) -> Double {
        guard step.isFinite, step >= 1e-9 else { return number }
        let steps = ((number - minimum) / step).rounded(.toNearestOrAwayFromZero)
        // At the decimal places of the step and three more, so that 0.3 is not 0.30000000000000004.
        var places = 1.0
        while places * step < 1000 { places *= 10 }
        let rounded = ((minimum + steps * step) * places).rounded() / places
        return rounded.isFinite ? min(max(rounded, minimum), maximum) : number
    }
}

/// A number that people set.
struct NumberConverter: EntityConverter {
    private let number: NumberTrait
    let parts: [EntityPart]

    init(
        _ entity: Entity, _ range: (minimum: Double, maximum: Double, step: Double), unit: String, deviceClass: String,
        mode: EntityKind.NumberMode, words: [EntityKind.NumberWord]
    ) {
        number = NumberTrait(
            part: entity.key, name: entity.name, entity: entity.key, property: .value, minimum: range.minimum,
            maximum: range.maximum, step: range.step, unit: unit, deviceClass: deviceClass, mode: mode, words: words)
        parts = [number.endpoint]
    }

    var entities: [String] { [number.entity] }

    func values(_ states: EntityStates) -> PartValues { number.values(states) }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        try number.commands(write) ?? []
    }
}
