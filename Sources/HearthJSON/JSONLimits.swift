/// How much one translation may take, whatever it is given.
public struct JSONLimits: Hashable, Sendable {
    /// Bytes of JSON text that is read. Default: 16 MiB. Reading takes up to nine times as much.
    public var input = 16 << 20
    /// Bytes of JSON text that is written. Default: 64 MiB.
    public var output = 64 << 20
    /// Objects and arrays in each other, in both directions. Default: 100 (WEB-09).
    public var depth = 100

    /// The defaults above.
    public init() {}
}
