internal import COpenSSL

/// SHA-1 (FIPS 180-4), for protocols that demand it, such as the handshake of WebSockets (RFC 6455, section 4.2.2). Not
/// for anything that must be secure: collisions can be made.
package enum SHA1 {
    /// The digest of `bytes`, 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
            COpenSSL.SHA1(bytes, bytes.count, digest.baseAddress)
            count = 20
        }
    }
}
