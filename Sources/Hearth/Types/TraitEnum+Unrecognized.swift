public import HearthTraitCore

extension TraitEnum {
    /// An unknown value, for code that needs a case: `mode ?? .unrecognized_`. Unknown values from devices keep their
    /// number in the case of the same name. Devices refuse this one.
    public static var unrecognized_: Self { Self(rawValue: .max) }

    /// The same as ``unrecognized_``, with the name from Google's enums.
    public static func unrecognizedCase() -> Self { unrecognized_ }
}
