internal import COpenSSL

/// HMAC with SHA-1 (RFC 2104), for protocols that demand it, such as STUN (RFC 8489) and SRTP (RFC 3711).
package enum HMACSHA1 {
    /// The code of `bytes` under `key`, 20 bytes. Empty if the library has no HMAC; that equals no code.
    package static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 20) { code, count in
            var length: UInt32 = 0
            let made = HMAC(
                EVP_sha1(), key, Int32(clamping: key.count), bytes, bytes.count, code.baseAddress, &length)
            count = made == nil ? 0 : min(Int(length), 20)
            if made == nil { ERR_clear_error() }
        }
    }
}
