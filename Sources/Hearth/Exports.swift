// An app imports `Hearth` and the traits that it uses; publishers, errors and what traits are made of come along.
@_exported public import HearthCombine
@_exported public import HearthTraitCore
