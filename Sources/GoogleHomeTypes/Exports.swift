// For apps that are ported: `import GoogleHomeTypes` stays as it is, and means Hearth's traits and device types.
@_exported public import HearthTraits
public import HearthTraitCore

/// The protocol of all generated enums, by its name in Google's SDK.
public typealias Enum = TraitEnum
