// Re-exports traits, device types, descriptors and values to generated code and device makers.
@_exported public import HearthTraitTypes
