/// How much reading one message may take, whatever its bytes say.
public struct DecodeLimits: Hashable, Sendable {
    /// Memory as a multiple of the message's bytes, to which 64 KiB are added. A small message can stand for much: in
    /// memory a field of two bytes takes about a hundred.
    public var expansion = 64
    /// Memory at most, in bytes.
    public var memory = 256 << 20
    /// Messages within messages, where the schema itself sets no end to them.
    public var depth = 64

    /// 64 times the message's bytes and 64 KiB, 256 MiB at most, 64 messages deep.
    public init() {}

    /// What a message of so many bytes may take.
    func budget(for count: Int) -> Int {
        let (expanded, overflow) = count.multipliedReportingOverflow(by: max(expansion, 1))
        let (sum, overflowToo) = expanded.addingReportingOverflow(64 * 1024)
        return overflow || overflowToo ? max(memory, 0) : min(sum, max(memory, 0))
    }
}
