internal import COpenSSL
internal import HearthBase

/// Turns OpenSSL's errors into messages that say what to do.
enum TLSFailure {
    static func wrongPin(expected: [UInt8], found: [UInt8]) -> TLSError {
        TLSError(
            "the server's key is not the pinned one: expected SHA-256 \(hex(expected)), found \(hex(found)); either "
                + "another server answers at this address, or the hub has a new key and must be paired again",
            reason: pinMismatch)
    }

    static let pinMismatch = "pin mismatch"

    static func error(_ failure: OpenSSLFailure, isServer: Bool, name: String, verification: Int) -> TLSError {
        let peer = isServer ? "the client" : "the server"
        let message: String
        switch failure.sslReason {
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            message = refusal(verification, peer, name)
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST:
            message = "\(peer) does not speak TLS at this address; connect in clear text, or to its TLS port"
        case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
            message = "the client presented no certificate, but one is required"
        case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
            message = "the server requires a client certificate; give an identity that it knows"
        case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
            message = "\(peer) refuses our certificate because it has expired; renew it"
        case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
            message = "\(peer) does not trust the issuer of our certificate"
        case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE, SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN,
            SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED, SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE,
            SSL_R_TLSV1_ALERT_ACCESS_DENIED:
            message = "\(peer) refuses our certificate"
        case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE, SSL_R_NO_SHARED_CIPHER:
            message =
                "\(peer) and we have no TLS settings in common, or it requires a certificate that we did not present"
        case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION, SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW,
            SSL_R_NO_PROTOCOLS_AVAILABLE:
            message = "\(peer) supports neither TLS 1.2 nor 1.3"
        case SSL_R_NO_APPLICATION_PROTOCOL, SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
            message = "\(peer) does not speak HTTP/2 over TLS (ALPN h2)"
        default:
            message = failure.reason.isEmpty ? "the TLS connection broke" : "TLS failed: \(failure.reason)"
        }
        return TLSError(message, reason: failure.reason)
    }

    /// The error for a rejected certificate.
    private static func refusal(_ verification: Int, _ peer: String, _ name: String) -> String {
        switch Int32(truncatingIfNeeded: verification) {
        case X509_V_ERR_CERT_HAS_EXPIRED: "\(peer)'s certificate has expired; it must be renewed"
        case X509_V_ERR_CERT_NOT_YET_VALID:
            "\(peer)'s certificate is not valid yet; is the clock of this machine right?"
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            "\(peer)'s certificate is not for \"\(name)\"; connect by a name that is in it, or set the server's name"
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            "\(peer)'s certificate is not from a trusted authority; trust its authority, or pin its key"
        case X509_V_ERR_INVALID_PURPOSE: "\(peer)'s certificate is not meant for this end of a connection"
        default:
            "\(peer)'s certificate is refused: "
                + (X509_verify_cert_error_string(verification).map { String(cString: $0) } ?? "unknown reason")
        }
    }
}

extension TLSError {
    /// Whether the server's key is not the pinned one.
    package var isOfPin: Bool { reason == TLSFailure.pinMismatch }
}
