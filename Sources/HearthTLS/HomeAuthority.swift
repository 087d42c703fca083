internal import COpenSSL

/// The certificate authority of one home: browsers that trust it open the hub without a warning.
///
/// Critical name constraints limit what it can sign for: `local`, `home.arpa` and `localhost` with their subdomains,
/// and addresses of private networks and of the machine itself (RFC 1918, `fd00::/8`, loopback). It cannot sign for
/// public sites, other authorities, mail or programs. Its key stays with the hub.
public struct HomeAuthority: Sendable {
    let pair: KeyPair

    init(_ pair: KeyPair) { self.pair = pair }

    /// Its validity: ten years.
    static let life: Int64 = 3650 * 86_400
    /// The validity of a hub's certificate, first and last second included: 397 days, the longest that browsers accept.
    static let leafLife: Int64 = 397 * 86_400
    /// Certificates become valid a day before they are made, for clocks that are late.
    static let backdating: Int64 = 86_400

    private static let names = ["local", "home.arpa", "localhost"]
    /// Ranges of addresses, with their masks.
    private static let ranges = [
        ("10.0.0.0", "255.0.0.0"), ("172.16.0.0", "255.240.0.0"), ("192.168.0.0", "255.255.0.0"),
        ("127.0.0.0", "255.0.0.0"), ("fd00::", "ff00::"), ("::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ]

    /// Creates an authority with a new P-256 key.
    ///
    /// - Parameters:
    ///   - home: the name of the home or its machine; it becomes a part of the authority's name, which is limited to 64
    ///     bytes.
    ///   - now: seconds since 1970.
    public static func make(home: String, at now: Int64) throws(TLSError) -> HomeAuthority {
        guard let key = hearth_generate_p256() else { throw .library("a key cannot be made") }
        let permitted =
            names.map { "permitted;DNS:\($0)" } + ranges.map { "permitted;IP:\($0.0)/\($0.1)" }
        let content = CertificateMaker.Content(
            subject: "Hearth home CA, \(home)".trimmed(to: 64), validity: now - backdating...now + life,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_name_constraints, "critical," + permitted.joined(separator: ",")),
            ])
        return HomeAuthority(try CertificateMaker.pair(key, content, issuer: nil))
    }

    /// Whether the authority can sign for a DNS name or an IP address.
    public static func covers(_ name: String) -> Bool {
        if let address = addressBytes(name) {
            return ranges.contains { range in
                guard let start = addressBytes(range.0), let mask = addressBytes(range.1), start.count == address.count
                else { return false }
                return zip(zip(address, mask), start).allSatisfy { $0.0 & $0.1 == $1 }
            }
        }
        let name = name.lowercased()
        return names.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// Issues a certificate for a hub's key, with those names that the authority can sign for.
    ///
    /// - Parameters:
    ///   - identity: the hub's identity, whose key the certificate is for.
    ///   - names: DNS names and IP addresses of the hub.
    ///   - now: seconds since 1970.
    /// - Throws: also if the authority has expired.
    public func certificate(
        for identity: TLSIdentity, names: [String], at now: Int64
    ) throws(TLSError) -> HomeCertificate {
        guard expiry > now else {
            throw TLSError(
                "\(name) has expired; run hearth tls home-ca --remove, then hearth tls home-ca, and install it")
        }
        let covered = names.filter(Self.covers)
        let ofCertificate = covered.isEmpty ? ["localhost"] : covered
        let start = now - Self.backdating
        let content = CertificateMaker.Content(
            subject: ofCertificate.first { !["localhost", "127.0.0.1", "::1"].contains($0) && $0.utf8.count <= 64 }
                ?? "localhost",
            validity: start...min(start + Self.leafLife, expiry),
            extensions: [
                (NID_subject_alt_name, try CertificateMaker.alternatives(ofCertificate)),
                (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
            ])
        EVP_PKEY_up_ref(identity.pair.key)
        let made = TLSIdentity(try CertificateMaker.pair(identity.pair.key, content, issuer: pair))
        return HomeCertificate(identity: made, names: names, madeAt: now, authority: fingerprint, end: expiry)
    }

    /// Its common name, as browsers list it.
    public var name: String { pair.certificate.map(KeyPair.commonName) ?? "" }

    /// SHA-256 of its certificate in DER, 32 bytes, for comparison before it is trusted.
    public var fingerprint: [UInt8] { SHA256.hash(certificateDER) }

    /// Its certificate, DER.
    public var certificateDER: [UInt8] { TLSIdentity(pair).certificateDER }

    /// Its certificate, PEM.
    public var certificatePEM: String { TLSIdentity(pair).certificatePEM }

    /// When it expires, in seconds since 1970.
    public var expiry: Int64 { TLSIdentity(pair).expiry }
}

extension String {
    /// The longest prefix of at most this number of bytes.
    fileprivate func trimmed(to bytes: Int) -> String {
        var text = self[...]
        while text.utf8.count > bytes { text = text.dropLast() }
        return String(text)
    }
}
