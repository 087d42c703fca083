// An app imports `Hearth` and the traits that it uses. This re-exports publishers, errors and the types of traits, but
// not the modules for devices and for wire messages.
@_exported public import HearthCombine
@_exported public import HearthTraitTypes
// Foundation also has an `Expression`. A type that is imported by name takes precedence, so that files which import
// both need not qualify it.
@_exported public import protocol HearthTraitTypes.Expression
