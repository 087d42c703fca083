/// The memory in which sessions assemble header blocks. All sessions of a thread may share one, since a block rarely
/// arrives in pieces: between two pieces a session stores the beginning itself.
public final class HeaderScratch {
    let memory: UnsafeMutableRawBufferPointer

    /// - Parameter bytes: the largest header block; see ``HTTP2Session/Options/maxHeaderListBytes``.
    public init(bytes: Int) { memory = .allocate(byteCount: max(bytes, 64), alignment: 8) }

    deinit { memory.deallocate() }
}
