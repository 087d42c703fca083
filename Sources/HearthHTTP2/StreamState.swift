/// What a session keeps of one stream: what is to be sent. Reused for other streams, as allocating costs more.
final class StreamState {
    // Why exclusivity is unchecked: see `HTTP2Session`.

    let slot: Int
    @exclusivity(unchecked) var id: Int32 = 0
    /// What of the body is not sent.
    @exclusivity(unchecked) var body = BodyQueue()
    /// How many bytes of the body were taken; it begins again at 0 when it is full.
    @exclusivity(unchecked) var taken: UInt32 = 0
    /// No more of the body will come.
    @exclusivity(unchecked) var isEnded = false
    /// Sent behind the body; without them the body's end is the stream's.
    @exclusivity(unchecked) var trailers: HeaderList?
    /// The library waits to be told that there is more.
    @exclusivity(unchecked) var isDeferred = false
    /// Whether its user wants ``HTTP2Event/sent(_:bytes:)``.
    @exclusivity(unchecked) var reportsSent = false
    /// The peer's side is open.
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

    /// What the library keeps of it. The session holds its states as long as it lives, so the library need not.
    var handle: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Calls `body` with the state that a handle stands for, without retaining it.
    @inline(__always)
    static func with<R>(_ handle: UnsafeMutableRawPointer, _ body: (StreamState) -> R) -> R {
        Unmanaged<StreamState>.fromOpaque(handle)._withUnsafeGuaranteedRef(body)
    }

    var stream: HTTP2Stream { HTTP2Stream(slot: slot, id: id) }

    /// Copies what there is into a frame of the library; the answer is how much.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = body.take(into: buffer)
        taken &+= UInt32(truncatingIfNeeded: count)
        return count
    }
}
