internal import COpenSSL
internal import HearthBase

/// A private key and its certificate chain, leaf first. Immutable.
final class KeyPair: @unchecked Sendable {
    // Unchecked, because OpenSSL's objects are only read after `init`, and their reference counts are atomic.

    let key: OpaquePointer
    let chain: [OpaquePointer]

    var certificate: OpaquePointer? { chain.first }

    /// Takes ownership of the references.
    init(key: OpaquePointer, chain: [OpaquePointer]) {
        self.key = key
        self.chain = chain
    }

    deinit {
        EVP_PKEY_free(key)
        for certificate in chain { X509_free(certificate) }
    }

    /// SHA-256 of a certificate's public key (SubjectPublicKeyInfo, DER).
    static func publicKeySHA256(_ certificate: OpaquePointer) -> [UInt8] {
        var der: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &der)
        guard count > 0, let der else { return [] }
        defer { CRYPTO_free(der, "", 0) }
        return SHA256.hash(UnsafeBufferPointer(start: der, count: Int(count)))
    }

    static func der(_ certificate: OpaquePointer) -> [UInt8] {
        var der: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(certificate, &der)
        guard count > 0, let der else { return [] }
        defer { CRYPTO_free(der, "", 0) }
        return Array(UnsafeBufferPointer(start: der, count: Int(count)))
    }

    /// The common name of a certificate's subject; empty without one.
    static func commonName(_ certificate: OpaquePointer) -> String {
        var name = [UInt8](repeating: 0, count: 256)
        let count = name.withUnsafeMutableBytes { buffer in
            X509_NAME_get_text_by_NID(
                X509_get_subject_name(certificate), NID_commonName,
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
        }
        return String(decoding: name.prefix(max(0, Int(count))), as: UTF8.self)
    }

    /// The DNS names and IP addresses of a certificate, in its order. A name that has other characters than visible ASCII,
    /// which RFC 5280, section 4.2.1.6, forbids, is left out.
    static func names(_ certificate: OpaquePointer) -> [String] {
        guard let found = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
        let names = OpaquePointer(found)
        defer { GENERAL_NAMES_free(names) }
        return (0..<max(0, hearth_name_count(names))).compactMap { index in
            var (kind, count): (Int32, Int32) = (0, 0)
            guard let start = hearth_name(names, index, &kind, &count) else { return nil }
            let bytes = UnsafeBufferPointer(start: start, count: Int(max(0, count)))
            if kind == GEN_IPADD { return bytes.count == 4 || bytes.count == 16 ? ipText(bytes) : nil }
            return bytes.allSatisfy { 0x21...0x7E ~= $0 } ? String(decoding: bytes, as: UTF8.self) : nil
        }
    }

    /// The end of a certificate's validity, in seconds since 1970.
    static func expiry(_ certificate: OpaquePointer) -> Int64 {
        let epoch = ASN1_TIME_set(nil, 0)
        defer { ASN1_STRING_free(epoch) }
        var (days, seconds): (Int32, Int32) = (0, 0)
        guard ASN1_TIME_diff(&days, &seconds, epoch, X509_get0_notAfter(certificate)) == 1 else { return 0 }
        return Int64(days) * 86_400 + Int64(seconds)
    }
}

/// Reads and writes PEM text through OpenSSL's memory BIOs.
enum PEM {
    /// Calls `body` with a BIO that reads `text`.
    static func reading<Value>(_ text: String, _ body: (OpaquePointer) -> Value) -> Value? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { BIO_free(bio) }
            return body(bio)
        }
    }

    static func written(_ body: (OpaquePointer) -> Void) -> String {
        guard let bio = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(bio) }
        body(bio)
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = BIO_read(bio, &piece, Int32(piece.count))
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text.append(contentsOf: piece.prefix(Int(count)))
        }
    }

    /// All certificates in `text`.
    static func certificates(_ text: String) -> [OpaquePointer] {
        defer { ERR_clear_error() }
        return reading(text) { bio in
            var chain: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(bio, nil, noPassword, nil) { chain.append(certificate) }
            return chain
        } ?? []
    }

    static func key(_ text: String) -> OpaquePointer? {
        reading(text) { PEM_read_bio_PrivateKey($0, nil, noPassword, nil) } ?? nil
    }
}

/// A password callback that returns none: without it OpenSSL would prompt on the terminal.
private func noPassword(_: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?) -> Int32 {
    -1
}
