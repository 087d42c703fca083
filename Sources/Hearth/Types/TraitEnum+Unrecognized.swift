public import HearthTraitCore

extension TraitEnum {
    /// A value that is none of the known ones, for code that needs one: `mode ?? .unrecognized_`. What a device has
    /// sent keeps its number, in the case of the same name; no device takes this one.
    public static var unrecognized_: Self { Self(rawValue: .max) }
}
