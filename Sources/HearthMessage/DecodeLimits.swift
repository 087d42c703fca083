/// Limits of decoding one message, whatever its bytes are.
public struct DecodeLimits: Hashable, Sendable {
    /// Maximum memory as a multiple of the message's size, plus 64 KiB. A small message can need much memory: a field
    /// of two bytes takes about a hundred.
    public var expansion = 64
    /// Maximum memory in bytes.
    public var memory = 256 << 20
    /// Maximum depth of nested messages, if the schema itself sets none.
    public var depth = 64

    /// Creates limits of 64 times the message's size plus 64 KiB, at most 256 MiB, and a depth of 64.
    public init() {}

    /// The memory limit for a message of this size.
    func budget(for count: Int) -> Int {
        let (expanded, overflow) = count.multipliedReportingOverflow(by: max(expansion, 1))
        let (sum, overflowToo) = expanded.addingReportingOverflow(64 * 1024)
        return overflow || overflowToo ? max(memory, 0) : min(sum, max(memory, 0))
    }
}
