/// What a section of an offer says of its transport. A section may leave it to another one.
struct OfferedTransport: Hashable, Sendable {
    /// The client's ICE user name fragment.
    let fragment: String?
    /// SHA-256 of the client's certificate.
    let fingerprint: [UInt8]?
    /// Who begins the DTLS handshake.
    let setup: String?

    init(_ section: [DescriptionLines.Line]) {
        func values(_ attribute: String) -> [Substring] { DescriptionLines.values(of: attribute, in: section) }
        fragment = values("ice-ufrag").first { (4...256).contains($0.utf8.count) }.map(String.init)
        fingerprint = values("fingerprint").lazy.compactMap(Self.fingerprint).first
        setup = values("setup").first.map(String.init)
    }

    /// Reads "sha-256 AB:CD:…"; nil for other hashes.
    private static func fingerprint(_ value: Substring) -> [UInt8]? {
        let words = value.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "sha-256" else { return nil }
        let bytes = words[1].split(separator: ":").compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
        return bytes.count == 32 ? bytes : nil
    }
}
