// Re-exports descriptors and values to generated code, device makers and all users of traits.
@_exported public import HearthTraitDescriptors
