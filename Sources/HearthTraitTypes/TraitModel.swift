// Re-exports descriptors and values to generated code and all users of traits.
@_exported public import HearthTraitModel
