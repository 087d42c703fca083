internal import COpenSSL
internal import HearthTLS
@testable internal import HearthAccessControl

/// A browser with a key, which signs as WebCrypto does. The hub itself never signs, so this calls the library.
final class TestBrowser: Sendable {
    let publicKey: [UInt8]
    private let pkcs8: [UInt8]
    let origin: String

    init(origin: String = "https://192.0.2.1:4327") throws {
        self.origin = origin
        guard let key = hearth_generate_p256() else { throw TLSError("no key could be made") }
        defer { EVP_PKEY_free(key) }
        publicKey = Self.der(key, i2d_PUBKEY)
        pkcs8 = Self.der(key, i2d_PrivateKey)
    }

    var hash: [UInt8] { SHA256.hash(publicKey) }

    /// r and s of an ECDSA signature with SHA-256.
    func sign(_ message: [UInt8]) throws -> [UInt8] {
        let key = pkcs8.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return d2i_AutoPrivateKey(nil, &position, bytes.count)
        }
        defer { EVP_PKEY_free(key) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var der = [UInt8](repeating: 0, count: 80)
        var count = der.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &der, &count, message, message.count) == 1
        else { throw TLSError("nothing could be signed") }
        let parts = der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &position, count)
        }
        defer { ECDSA_SIG_free(parts) }
        return Self.number(ECDSA_SIG_get0_r(parts)) + Self.number(ECDSA_SIG_get0_s(parts))
    }

    func claimSignature(_ code: String, hub: String = "the-hub", origin: String? = nil) throws -> [UInt8] {
        try sign(
            BrowserStatement.claim(
                hubID: hub, origin: origin ?? self.origin, codeHash: ClaimCode.hash(code) ?? []))
    }

    func signInSignature(_ challenge: [UInt8], hub: String = "the-hub", origin: String? = nil) throws -> [UInt8] {
        try sign(BrowserStatement.signIn(hubID: hub, origin: origin ?? self.origin, challenge: challenge))
    }

    private static func number(_ number: OpaquePointer?) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        BN_bn2binpad(number, &bytes, 32)
        return bytes
    }

    private static func der(
        _ key: OpaquePointer, _ write: (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8] {
        var der: UnsafeMutablePointer<UInt8>?
        let count = write(key, &der)
        defer { CRYPTO_free(der, "", 0) }
        return Array(UnsafeBufferPointer(start: der, count: Int(count)))
    }
}
