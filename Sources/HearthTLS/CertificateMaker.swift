internal import COpenSSL

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Makes certificates.
enum CertificateMaker {
    /// The content of a certificate other than its key.
    struct Content {
        /// The common name.
        let subject: String
        /// The validity period, in seconds since 1970.
        let validity: ClosedRange<Int64>
        /// Extensions in OpenSSL's text syntax; the subject key identifier is added.
        let extensions: [(id: Int32, value: String)]
    }

    /// A hub's certificate, signed with its own key.
    ///
    /// - Parameter key: owned by this function, even when it throws.
    static func pair(_ key: OpaquePointer, names: [String], validFor: Duration) throws(TLSError) -> KeyPair {
        let seconds = validFor.components.seconds
        let content: Content
        do throws(TLSError) {
            guard seconds > 0, seconds <= 100 * 366 * 86_400 else {
                throw TLSError("a certificate is valid for between a second and a hundred years")
            }
            let names = names.isEmpty ? ["localhost"] : names
            let now = Int64(time(nil))
            content = Content(
                // A common name has at most 64 characters. Clients check the alternative names anyway.
                subject: names.first { $0.utf8.count <= 64 } ?? "hearth", validity: now - 86_400...now + seconds,
                extensions: [
                    (NID_subject_alt_name, try alternatives(names)), (NID_basic_constraints, "critical,CA:FALSE"),
                    (NID_key_usage, "critical,digitalSignature"), (NID_ext_key_usage, "serverAuth,clientAuth"),
                ])
        } catch {
            EVP_PKEY_free(key)
            throw error
        }
        return try pair(key, content, issuer: nil)
    }

    /// - Parameters:
    ///   - key: the certificate's key; owned by this function, even when it throws.
    ///   - issuer: the signing pair; nil for self-signed.
    static func pair(_ key: OpaquePointer, _ content: Content, issuer: KeyPair?) throws(TLSError) -> KeyPair {
        guard let certificate = X509_new() else {
            EVP_PKEY_free(key)
            throw .library("a certificate cannot be made")
        }
        let pair = KeyPair(key: key, chain: [certificate])
        var serial = SecureRandom.bytes(16)
        // The serial number must be positive (RFC 5280, section 4.1.2.2).
        serial[0] = serial[0] & 0x7F | 0x40
        let number = BN_bin2bn(serial, Int32(serial.count), nil)
        defer { BN_free(number) }
        BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate))
        X509_set_version(certificate, 2)
        ASN1_TIME_set(X509_getm_notBefore(certificate), time_t(content.validity.lowerBound))
        ASN1_TIME_set(X509_getm_notAfter(certificate), time_t(content.validity.upperBound))
        X509_set_pubkey(certificate, key)
        let subject = X509_get_subject_name(certificate)
        let common = Array(content.subject.utf8)
        X509_NAME_add_entry_by_NID(subject, NID_commonName, MBSTRING_UTF8, common, Int32(common.count), -1, 0)
        let signer = issuer?.certificate ?? certificate
        X509_set_issuer_name(certificate, X509_get_subject_name(signer))
        for (id, value) in content.extensions + [(NID_subject_key_identifier, "hash")] {
            try add(id, value, to: certificate, by: signer)
        }
        if issuer != nil { try add(NID_authority_key_identifier, "keyid:always", to: certificate, by: signer) }
        guard X509_sign(certificate, issuer?.key ?? key, EVP_sha256()) > 0 else {
            throw .library("a certificate cannot be signed")
        }
        return pair
    }

    private static func add(
        _ id: Int32, _ value: String, to certificate: OpaquePointer, by signer: OpaquePointer
    ) throws(TLSError) {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, signer, certificate, nil, nil, 0)
        guard let entry = X509V3_EXT_conf_nid(nil, &context, id, value) else {
            throw .library("OpenSSL refused the certificate extension \(value)")
        }
        defer { X509_EXTENSION_free(entry) }
        X509_add_ext(certificate, entry, -1)
    }

    /// Names and addresses in the syntax of the extension `subjectAltName`.
    static func alternatives(_ names: [String]) throws(TLSError) -> String {
        var entries: [String] = []
        for name in names {
            if isAddress(name) {
                entries.append("IP:\(name)")
            } else {
                // Other characters have a special meaning in OpenSSL's extension syntax.
                let isName =
                    !name.isEmpty && name.utf8.count <= 253
                    && name.utf8.allSatisfy {
                        switch $0 {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                            UInt8(ascii: "_"), UInt8(ascii: "*"):
                            true
                        default: false
                        }
                    }
                guard isName else {
                    throw TLSError(
                        "\"\(name)\" is neither a DNS name nor an IP address; a certificate can only name these")
                }
                entries.append("DNS:\(name)")
            }
        }
        return entries.joined(separator: ",")
    }
}

/// Whether `name` is an IP address. Certificates store addresses and DNS names in different fields.
func isAddress(_ name: String) -> Bool { addressBytes(name) != nil }

/// The 4 or 16 bytes of an IP address; nil for any other text.
func addressBytes(_ name: String) -> [UInt8]? {
    guard let address = a2i_IPADDRESS(name) else {
        ERR_clear_error()
        return nil
    }
    defer { ASN1_STRING_free(address) }
    return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(address), count: Int(ASN1_STRING_length(address))))
}
