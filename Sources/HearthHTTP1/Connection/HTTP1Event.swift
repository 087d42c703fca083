/// What the bytes of a client mean.
public enum HTTP1Event: Hashable, Sendable {
    /// A request has begun, and is whole if it has no body. It is to be answered once.
    case request(HTTP1Request)
    /// A piece of its body; never empty.
    case body([UInt8])
    /// Its body is whole.
    case end
    /// The connection ends, as the client breaks the rules or is too slow. The client is told why, unless its request is
    /// being answered: that answer is cut off.
    case failed(HTTP1Error)
}
