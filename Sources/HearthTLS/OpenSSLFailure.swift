internal import COpenSSL

/// The first error in the calling thread's OpenSSL queue. ``take()`` empties the queue.
struct OpenSSLFailure {
    let code: UInt
    let reason: String

    static func take() -> OpenSSLFailure {
        // The first error is the cause; later ones were added by callers up the stack.
        let code = ERR_get_error()
        ERR_clear_error()
        let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? ""
        return OpenSSLFailure(code: UInt(code), reason: reason)
    }

    /// An `SSL_R_` number; 0 if the error did not come from the TLS code.
    var sslReason: Int32 {
        guard (code >> 23) & 0xFF == UInt(ERR_LIB_SSL) else { return 0 }
        return Int32(truncatingIfNeeded: code & 0x7F_FFFF)
    }
}

extension TLSError {
    /// An error that says what failed, with OpenSSL's reason.
    static func library(_ what: String) -> TLSError {
        let reason = OpenSSLFailure.take().reason
        return TLSError(reason.isEmpty ? what : "\(what): \(reason)", reason: reason)
    }
}
