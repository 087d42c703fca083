internal import COpenSSL

/// MD5 (RFC 1321), for protocols that demand it, such as digest authentication (RFC 7616). Not for anything that must be
/// secure: collisions can be made.
package enum MD5 {
    /// The digest of `bytes`, 16 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { digest, count in
            // Fails only where the system's policy forbids MD5.
            count = EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, EVP_md5(), nil) == 1 ? 16 : 0
        }
    }
}
