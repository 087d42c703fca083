// Generated code, and whoever works with traits, gets descriptors and values with the traits themselves.
@_exported public import HearthTraitModel
