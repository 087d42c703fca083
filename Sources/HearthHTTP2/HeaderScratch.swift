/// The memory in which sessions put header blocks together. All sessions of a thread may share one, as a block rarely
/// comes in pieces: a session keeps the beginning of one itself only from one piece to the next.
public final class HeaderScratch {
    let memory: UnsafeMutableRawBufferPointer

    /// - Parameter bytes: the most that a header block may have; see ``HTTP2Session/Options/maxHeaderListBytes``.
    public init(bytes: Int) { memory = .allocate(byteCount: max(bytes, 64), alignment: 8) }

    deinit { memory.deallocate() }
}
