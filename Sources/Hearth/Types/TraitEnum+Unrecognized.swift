public import HearthTraitCore

extension TraitEnum {
    /// A value that isn't a known case, for code that needs one: `mode ?? .unrecognized_`. Values sent by devices keep
    /// their number in the case of the same name; devices refuse this one.
    public static var unrecognized_: Self { Self(rawValue: .max) }

    /// The same as ``unrecognized_``, under the name that Google's enums have for it.
    public static func unrecognizedCase() -> Self { unrecognized_ }
}
