// Where the system has Combine, this module is Combine, and `SourcePublisher` beside it. Elsewhere the files below give
// the part of it that apps need, under the same names.
#if canImport(Combine)
    @_exported public import Combine
#endif
