internal import HearthTraitCore
internal import HearthWords

/// Values as they are printed beside their names.
enum Values {
    /// A value in its unit, and the raw number where that is another one, or where the printed number is rounded so that
    /// reading it gives another value: "21.50 °C (raw 2150)", "1 % (raw 1)" of 254 steps.
    static func text(_ value: TraitValue, _ field: FieldDescriptor, of trait: TraitDescriptor) -> String {
        let raw = trait.text(value, field)
        guard !field.isList, let meaning = Quantity.text(value, field) else { return raw }
        let isExact = meaning.hasPrefix(raw + " ") && (try? trait.value(of: field, typed: meaning)) == value
        return isExact ? meaning : "\(meaning) (raw \(raw))"
    }
}
