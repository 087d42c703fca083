public import HearthBase

/// One stream of a session. The slot is reused after the stream's end, the id never is.
public struct HTTP2Stream: Hashable, Sendable {
    /// A small number, unique among the session's open streams: an index into what the user keeps for them.
    public let slot: Int
    /// The stream's identifier on the wire.
    public let id: Int32

    /// Names a stream, for other versions of HTTP, which have one at a time.
    public init(slot: Int, id: Int32) {
        self.slot = slot
        self.id = id
    }

    /// No stream of any session.
    public static let none = HTTP2Stream(slot: -1, id: 0)
}

/// What bytes from the peer, or their sending, brought about.
public enum HTTP2Event: Sendable {
    /// A request, response or trailers. `isEnd`: nothing follows from the peer.
    case headers(HTTP2Stream, HeaderBlock, isEnd: Bool)
    /// Like `headers`, but with more fields or bytes than allowed; they are not kept.
    case headersTooLarge(HTTP2Stream)
    /// A piece of a body: a range of the bytes that were handed to `HTTP2Session.receive`.
    case data(HTTP2Stream, Range<Int>)
    /// The peer's side of the stream ends.
    case end(HTTP2Stream)
    /// So many bytes of the stream's body were taken from its queue.
    case sent(HTTP2Stream, bytes: Int)
    /// The stream is over, as both sides are done (no error) or by a reset.
    case closed(HTTP2Stream, ErrorCode)
    /// The peer will open or accept no more streams; those with a higher id than `last` it has not touched.
    case goAway(ErrorCode, last: Int32)
    /// The peer has answered a ping.
    case pong
    /// The peer's first settings are here: the connection works.
    case settings
}
