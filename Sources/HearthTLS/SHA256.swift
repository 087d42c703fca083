internal import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The digest of `bytes`, 32 bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            COpenSSL.SHA256(bytes, bytes.count, digest.baseAddress)
            count = 32
        }
    }
}
