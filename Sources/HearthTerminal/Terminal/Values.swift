package import HearthTraitCore
internal import HearthPhrases

/// Values for printing beside their names.
package enum Values {
    /// A value in its unit. The raw number follows if it differs, or if the printed number is rounded so that typing it
    /// gives another value: "21.50 °C (raw 2150)", "1 % (raw 1)" of 254 steps.
    package static func text(_ value: TraitValue, _ field: FieldDescriptor, of trait: TraitDescriptor) -> String {
        let raw = trait.text(value, field)
        guard !field.isList, let meaning = Quantity.text(value, field) else { return raw }
        let isExact = meaning.hasPrefix(raw + " ") && (try? trait.value(of: field, typed: meaning)) == value
        return isExact ? meaning : "\(meaning) (raw \(raw))"
    }
}
