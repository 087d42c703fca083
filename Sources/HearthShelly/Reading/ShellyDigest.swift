internal import HearthBase
package import HearthJSON
internal import HearthTLS

/// The proof that a client knows the password of a device (Shelly's documentation, "Authentication"; RFC 7616 with
/// SHA-256).
package struct ShellyDigest: Hashable, Sendable {
    private let realm: String
    /// As the device wrote it: a number or text.
    private let nonce: JSONValue
    private var count: Int
    /// Whether the device refused a proof only because its challenge was too old (since firmware 2.0).
    package let isStale: Bool

    /// Reads a challenge: the message of an error with the code 401. Nil for one of another kind.
    package init?(challenge: String) {
        guard let value = try? JSONValue([UInt8](challenge.utf8), bytes: 4_096), value["auth_type"]?.string == "digest",
            let realm = value["realm"]?.string, let nonce = value["nonce"], Self.text(nonce) != nil,
            value["algorithm"]?.string ?? "SHA-256" == "SHA-256"
        else { return nil }
        self.realm = realm
        self.nonce = nonce
        isStale = value["stale"]?.bool ?? false
        // The Wall Display writes it as text.
        let number = value["nc"]?.integer ?? value["nc"]?.string.flatMap { Int($0) } ?? 1
        count = min(max(number, 1), 1 << 30)
    }

    /// The `auth` of the next request.
    ///
    /// - Parameter clientNonce: random text, another one each time.
    package mutating func proof(password: String, clientNonce: String) -> JSONValue {
        let secret = Self.digest("admin:\(realm):\(password)")
        let method = Self.digest("dummy_method:dummy_uri")
        let answer = Self.digest("\(secret):\(Self.text(nonce) ?? ""):\(count):\(clientNonce):auth:\(method)")
        defer { count += 1 }  // in range: 2^30 at first
        return .object([
            "realm": .string(realm), "username": .string("admin"), "nonce": nonce, "cnonce": .string(clientNonce),
            "nc": .number(Double(count)), "response": .string(answer), "algorithm": .string("SHA-256"),
        ])
    }

    private static func text(_ nonce: JSONValue) -> String? { nonce.string ?? nonce.integer.map { "\($0)" } }

    private static func digest(_ text: String) -> String { hex(SHA256.hash(Array(text.utf8))) }
}
