public import HearthTraitCore

extension TraitEnum {
    /// A value that isn't a known case, for code that needs one: `mode ?? .unrecognized_`. Values sent by devices keep
    /// their number in the case of the same name; devices refuse this one.
    public static var unrecognized_: Self { Self(rawValue: .max) }
}
