package import HearthTraitDescriptors

/// The result of an expression: a value, or the reason why it is unknown.
package enum Evaluated: Hashable, Sendable {
    case known(TraitValue)
    case unknown(Unknown)

    /// Why a value is unknown.
    package enum Unknown: Hashable, Sendable {
        /// The attribute or event field is missing.
        case missing(FieldReference)
        /// The device reports null: it does not know the value.
        case null(FieldReference)
        /// The variable has not been assigned yet.
        case unset(variable: String)
        /// The result is out of range.
        case overflow
        case divisionByZero
        /// The list has no item at this index.
        case noItem
        /// The operands' types do not suit the operation.
        case mismatch
        /// The expression was made by a newer version.
        case unsupported
    }

    /// True, false, or nil if unknown or not Boolean.
    package var truth: Bool? {
        if case .known(.bool(let value)) = self { value } else { nil }
    }

    /// The value; nil if unknown.
    package var value: TraitValue? {
        if case .known(let value) = self { value } else { nil }
    }
}
