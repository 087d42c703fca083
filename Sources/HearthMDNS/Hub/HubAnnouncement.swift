/// What a hub says of itself on the local network, in the attributes of its service. It names neither the home nor
/// people nor the machine, because any machine of the network can read it.
package struct HubAnnouncement: Hashable, Sendable {
    /// The type of the service.
    package static let serviceType = "_hearth._tcp"

    /// The hub's ID; empty if it says none.
    package var id: String
    /// The version of the program; empty if it says none.
    package var version: String
    /// The first ``fingerprintLength`` characters of the SHA-256 of the hub's public key, in Base64url; empty if it
    /// says none. Any machine can announce any fingerprint, so it is a hint and proves nothing.
    package var fingerprint: String
    /// Whether the hub has an owner; nil if it does not say.
    package var isClaimed: Bool?

    /// The number of characters of a fingerprint.
    package static let fingerprintLength = 16

    package init(id: String, version: String, fingerprint: String, isClaimed: Bool?) {
        self.id = id
        self.version = version
        self.fingerprint = String(fingerprint.prefix(Self.fingerprintLength))
        self.isClaimed = isClaimed
    }

    /// The name of the service for people, which the first four characters of the ID tell apart from other hubs.
    package var name: String { "Hearth \(id.prefix(4))" }

    private enum Key {
        /// The version of these attributes (RFC 6763, section 6.7).
        static let format = "txtvers"
        static let id = "id"
        static let version = "version"
        static let fingerprint = "fp"
        static let claimed = "claimed"
        /// How clients of other machines connect. A hub takes no clear text from them.
        static let tls = "tls"
    }

    private static let words: [(word: String, isClaimed: Bool)] = [("yes", true), ("no", false)]

    /// The attributes of the service.
    ///
    /// - Throws: ``DNSError`` for an ID or version of more than 245 bytes.
    package func attributes() throws(DNSError) -> ServiceAttributes {
        let claimed = Self.words.first { $0.isClaimed == isClaimed }?.word ?? ""
        return try ServiceAttributes([
            Key.format: "1", Key.id: id, Key.version: version, Key.fingerprint: fingerprint, Key.claimed: claimed,
            Key.tls: "required",
        ])
    }

    /// Reads the attributes of a service. Values of another form count as missing.
    package init(_ attributes: ServiceAttributes) {
        func text(_ key: String, _ lengths: ClosedRange<Int>) -> String {
            guard let bytes = attributes.bytes(key), lengths.contains(bytes.count), bytes.allSatisfy(Self.isPlain)
            else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
        id = text(Key.id, 1...64)
        version = text(Key.version, 1...32)
        fingerprint = text(Key.fingerprint, Self.fingerprintLength...Self.fingerprintLength)
        let claimed = text(Key.claimed, 1...3)
        isClaimed = Self.words.first { $0.word == claimed }?.isClaimed
    }

    /// Whether a byte is a letter, a digit, or one of the signs in IDs, versions and Base64url.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "+"): true
        default: false
        }
    }
}
