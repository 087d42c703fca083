// An app imports `Hearth` and the traits that it uses; publishers, errors and what traits are made of come along. What
// devices are made with, and the messages of the wire, don't.
@_exported public import HearthCombine
@_exported public import HearthTraitTypes
