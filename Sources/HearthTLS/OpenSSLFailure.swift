internal import COpenSSL

/// What the library's error queue of this thread says. Reading it clears it.
struct OpenSSLFailure {
    let code: UInt
    let reason: String

    static func take() -> OpenSSLFailure {
        // The first error is the cause; later ones say who was told of it.
        let code = ERR_get_error()
        ERR_clear_error()
        let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? ""
        return OpenSSLFailure(code: UInt(code), reason: reason)
    }

    /// One of the library's `SSL_R_` numbers; 0 where the error is not TLS's own.
    var sslReason: Int32 {
        guard (code >> 23) & 0xFF == UInt(ERR_LIB_SSL) else { return 0 }
        return Int32(truncatingIfNeeded: code & 0x7F_FFFF)
    }
}

extension TLSError {
    /// What failed, with the library's reason behind it.
    static func library(_ what: String) -> TLSError {
        let reason = OpenSSLFailure.take().reason
        return TLSError(reason.isEmpty ? "\(what)." : "\(what): \(reason).", reason: reason)
    }
}
