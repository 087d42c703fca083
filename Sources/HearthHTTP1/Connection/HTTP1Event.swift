/// An event parsed from a client's bytes.
public enum HTTP1Event: Hashable, Sendable {
    /// A request has begun; it is complete if it has no body. Answer it once.
    case request(HTTP1Request)
    /// A piece of its body; never empty.
    case body([UInt8])
    /// Its body is complete.
    case end
    /// The connection ends, because the client violates the protocol or is too slow. The client gets the error as an
    /// answer, unless an answer is in progress: that is cut off.
    case failed(HTTP1Error)
}
