internal import HearthTraitCore
internal import HearthWords

/// Values as they are printed beside their names.
enum Values {
    /// A value in its unit, and the raw number where that is another one: "21.50 °C (raw 2150)".
    static func text(_ value: TraitValue, _ field: FieldDescriptor, of trait: TraitDescriptor) -> String {
        let raw = trait.text(value, field)
        guard !field.isList, let meaning = Quantity.text(value, field) else { return raw }
        return meaning.hasPrefix(raw + " ") ? meaning : "\(meaning) (raw \(raw))"
    }
}
