package import HearthTraitModel

/// What an expression comes to: a value, or that it can't be known, with the reason (AU-42).
package enum Evaluated: Hashable, Sendable {
    case known(TraitValue)
    case unknown(Unknown)

    /// Why a value can't be known.
    package enum Unknown: Hashable, Sendable {
        /// Neither the attribute nor the event's field is there.
        case missing(FieldReference)
        /// The device says that it does not know.
        case null(FieldReference)
        /// Nothing was assigned yet.
        case unset(variable: String)
        /// The result fits no number.
        case overflow
        case divisionByZero
        /// The list has no such item.
        case noItem
        /// The operands are not of a kind that this can be done with.
        case mismatch
        /// The expression is of a newer version.
        case unsupported
    }

    /// True, false, or nil where that can't be known.
    package var truth: Bool? {
        if case .known(.bool(let value)) = self { value } else { nil }
    }

    /// The value, as far as it is known.
    package var value: TraitValue? {
        if case .known(let value) = self { value } else { nil }
    }
}
