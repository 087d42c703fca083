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

    /// The digest of bytes that come in pieces, 32 bytes.
    ///
    /// - Parameter next: the next piece; nil at the end.
    public static func hash(pieces next: () throws -> [UInt8]?) rethrows -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
        while let piece = try next() { EVP_DigestUpdate(context, piece, piece.count) }
        return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            EVP_DigestFinal_ex(context, digest.baseAddress, nil)
            count = 32
        }
    }
}
