internal import CNghttp2

/// Why a connection cannot go on.
public struct HTTP2Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error code of RFC 9113 §7 that tells the peer, where there is one.
    public let code: ErrorCode
    /// What was wrong.
    public let message: String

    public init(code: ErrorCode, message: String) {
        self.code = code
        self.message = message
    }

    init(library status: Int, _ what: String) {
        code = status == Int(NGHTTP2_ERR_FLOODED.rawValue) ? .enhanceYourCalm : .protocolError
        message = "\(what): \(nghttp2_strerror(Int32(truncatingIfNeeded: status)).map { String(cString: $0) } ?? "?")."
    }

    public var description: String { message }
}

/// The error codes of RFC 9113 §7.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let noError = ErrorCode(rawValue: 0)
    public static let protocolError = ErrorCode(rawValue: 1)
    public static let internalError = ErrorCode(rawValue: 2)
    public static let flowControlError = ErrorCode(rawValue: 3)
    public static let streamClosed = ErrorCode(rawValue: 5)
    public static let frameSizeError = ErrorCode(rawValue: 6)
    public static let refusedStream = ErrorCode(rawValue: 7)
    public static let cancel = ErrorCode(rawValue: 8)
    public static let compressionError = ErrorCode(rawValue: 9)
    public static let enhanceYourCalm = ErrorCode(rawValue: 11)
}
