internal import CNghttp2

/// The reason why a connection must end.
public struct HTTP2Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error code that is sent to the peer (RFC 9113, section 7).
    public let code: ErrorCode
    /// The error as text.
    public let message: String

    /// Creates an error.
    public init(code: ErrorCode, message: String) {
        self.code = code
        self.message = message
    }

    init(library status: Int, _ what: String) {
        code = status == Int(NGHTTP2_ERR_FLOODED.rawValue) ? .enhanceYourCalm : .protocolError
        message = "\(what): \(nghttp2_strerror(Int32(truncatingIfNeeded: status)).map { String(cString: $0) } ?? "?")"
    }

    public var description: String { message }
}

/// The error codes of RFC 9113, section 7.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// NO_ERROR: a graceful end.
    public static let noError = ErrorCode(rawValue: 0)
    /// PROTOCOL_ERROR: the peer violated the protocol.
    public static let protocolError = ErrorCode(rawValue: 1)
    /// INTERNAL_ERROR: this side failed.
    public static let internalError = ErrorCode(rawValue: 2)
    /// FLOW_CONTROL_ERROR: the peer exceeded a window.
    public static let flowControlError = ErrorCode(rawValue: 3)
    /// STREAM_CLOSED: a frame for a closed stream.
    public static let streamClosed = ErrorCode(rawValue: 5)
    /// FRAME_SIZE_ERROR: a frame has an invalid size.
    public static let frameSizeError = ErrorCode(rawValue: 6)
    /// REFUSED_STREAM: the stream was not processed at all, so that it may be retried.
    public static let refusedStream = ErrorCode(rawValue: 7)
    /// CANCEL: the stream is not needed any more.
    public static let cancel = ErrorCode(rawValue: 8)
    /// COMPRESSION_ERROR: headers can't be decompressed.
    public static let compressionError = ErrorCode(rawValue: 9)
    /// ENHANCE_YOUR_CALM: the peer causes excessive load.
    public static let enhanceYourCalm = ErrorCode(rawValue: 11)
}
