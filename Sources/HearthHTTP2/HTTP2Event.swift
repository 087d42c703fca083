public import HearthBase

/// One stream of a session. The slot is reused after the stream's end, the id never is.
public struct HTTP2Stream: Hashable, Sendable {
    /// A small number, unique among the session's open streams: an index for per-stream state.
    public let slot: Int
    /// The stream's identifier on the wire.
    public let id: Int32

    /// Creates a stream for other versions of HTTP, which have one at a time.
    public init(slot: Int, id: Int32) {
        self.slot = slot
        self.id = id
    }

    /// No stream of any session.
    public static let none = HTTP2Stream(slot: -1, id: 0)
}

/// An event caused by received or sent bytes.
public enum HTTP2Event: Sendable {
    /// A request, a response or trailers. `isEnd`: the peer sends nothing more on the stream.
    case headers(HTTP2Stream, HeaderBlock, isEnd: Bool)
    /// Like `headers`, but with more fields or bytes than allowed; they are discarded.
    case headersTooLarge(HTTP2Stream)
    /// A piece of a body: a range of the bytes passed to `HTTP2Session.receive`.
    case data(HTTP2Stream, Range<Int>)
    /// The peer's side of the stream has ended.
    case end(HTTP2Stream)
    /// This number of bytes of the stream's body left its queue.
    case sent(HTTP2Stream, bytes: Int)
    /// The stream is closed: both sides ended it (no error), or one reset it.
    case closed(HTTP2Stream, ErrorCode)
    /// The peer accepts and opens no more streams; it has not processed those with a higher id than `last`.
    case goAway(ErrorCode, last: Int32)
    /// The peer has answered a ping.
    case pong
    /// The peer's first settings arrived: the connection is established.
    case settings
}
