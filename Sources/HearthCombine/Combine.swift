// On systems with Combine, this module re-exports it and adds `SourcePublisher`. Elsewhere it implements the part of
// Combine that apps need, under the same names.
#if canImport(Darwin)
    @_exported public import Combine
#endif
