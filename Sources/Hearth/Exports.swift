// An app imports `Hearth` and the traits that it uses; publishers, errors and what traits are made of come along. What
// devices are made with, and the messages of the wire, don't.
@_exported public import HearthCombine
@_exported public import HearthTraitTypes
// Foundation has an Expression as well. A type that is imported by its name goes first, so that files which import both
// need not say which one they mean.
@_exported public import protocol HearthTraitTypes.Expression
