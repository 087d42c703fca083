/// Limits of one translation.
public struct JSONLimits: Hashable, Sendable {
    /// The most bytes of JSON text to read. Default: 16 MiB. Reading takes up to nine times as much memory.
    public var input = 16 << 20
    /// The most bytes of JSON text to write. Default: 64 MiB.
    public var output = 64 << 20
    /// The deepest nesting of objects and arrays, in both directions. Default: 100.
    public var depth = 100

    /// The defaults above.
    public init() {}
}
