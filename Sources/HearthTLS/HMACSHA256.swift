internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
    /// The code of `bytes` under `key`, 32 bytes. Empty if the library has no HMAC; that equals no code.
    public static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { code, count in
            let made = EVP_Q_mac(
                nil, "HMAC", nil, "SHA256", nil, key, key.count, bytes, bytes.count, code.baseAddress, 32, &count)
            if made == nil {
                count = 0
                ERR_clear_error()
            }
        }
    }
}
