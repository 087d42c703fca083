/// A session's state of one stream: its output. Reused for other streams, since allocating costs more.
final class StreamState {
    // Why exclusivity is unchecked: see `HTTP2Session`.

    let slot: Int
    @exclusivity(unchecked) var id: Int32 = 0
    /// The unsent part of the body.
    @exclusivity(unchecked) var body = BodyQueue()
    /// The number of body bytes taken; wraps around.
    @exclusivity(unchecked) var taken: UInt32 = 0
    /// Whether the body is complete.
    @exclusivity(unchecked) var isEnded = false
    /// Sent after the body; without trailers the body's end is the stream's.
    @exclusivity(unchecked) var trailers: HeaderList?
    /// Whether nghttp2 must be told when there is more to send.
    @exclusivity(unchecked) var isDeferred = false
    /// Whether to report ``HTTP2Event/sent(_:bytes:)``.
    @exclusivity(unchecked) var reportsSent = false
    /// Whether the peer's side is open.
    @exclusivity(unchecked) var isReceiving = true
    @exclusivity(unchecked) var hasHeaders = false

    init(slot: Int) { self.slot = slot }

    func begin(_ id: Int32) {
        self.id = id
        isReceiving = true
        hasHeaders = false
        reportsSent = false
        isEnded = false
        isDeferred = false
        trailers = nil
        body.removeAll()
    }

    func end() {
        id = 0
        trailers = nil
        body.removeAll()
    }

    /// The pointer that nghttp2 stores. The session retains its states, so nghttp2 need not.
    var handle: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Calls `body` with the state of a handle, without retaining it.
    @inline(__always)
    static func with<R>(_ handle: UnsafeMutableRawPointer, _ body: (StreamState) -> R) -> R {
        Unmanaged<StreamState>.fromOpaque(handle)._withUnsafeGuaranteedRef(body)
    }

    var stream: HTTP2Stream { HTTP2Stream(slot: slot, id: id) }

    /// Copies queued bytes into a frame's buffer; returns how many.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = body.take(into: buffer)
        taken &+= UInt32(truncatingIfNeeded: count)
        return count
    }
}
