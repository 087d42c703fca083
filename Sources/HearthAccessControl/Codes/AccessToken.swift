internal import HearthBase
internal import HearthTLS

/// A bearer token: `hth_` + ID + `_` + secret + `_` + checksum. The prefix lets scanners recognise leaked tokens; the
/// checksum lets anyone detect typing errors without a lookup.
struct AccessToken {
    /// The kinds of tokens.
    enum Kind: String, CaseIterable {
        /// For a program: the token is a credential of its own.
        case program = "hth"
        /// For a page that has signed in: short-lived, and invalid after the hub's run.
        case page = "hthp"
    }

    static let idLength = 8
    /// 43 characters of 62 give 256 bits.
    static let secretLength = 43
    static let checkLength = 6

    let kind: Kind
    let id: String
    let secret: String

    /// - Parameter random: returns the given number of random bytes.
    init(_ kind: Kind = .program, id: String, random: (Int) -> [UInt8]) {
        self.kind = kind
        self.id = id
        secret = Base62.random(Self.secretLength, from: random)
    }

    /// Parses a token. Returns nil if the format or the checksum is wrong.
    init?(_ text: String) {
        // Don't parse longer input.
        guard text.utf8.count <= 4 + Self.idLength + Self.secretLength + Self.checkLength + 3 else { return nil }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, let kind = Kind(rawValue: String(parts[0])), parts[1].utf8.count == Self.idLength,
            parts[2].utf8.count == Self.secretLength, Base62.isText(parts[1]), Base62.isText(parts[2]),
            parts[3] == Self.check(kind, parts[1], parts[2])
        else { return nil }
        self.kind = kind
        id = String(parts[1])
        secret = String(parts[2])
    }

    var text: String {
        "\(kind.rawValue)_\(id)_\(secret)_\(Self.check(kind, Substring(id), Substring(secret)))"
    }

    /// The hash that the hub stores.
    var hash: [UInt8] { SHA256.hash(secret.utf8) }

    private static func check(_ kind: Kind, _ id: Substring, _ secret: Substring) -> String {
        Base62.text(CRC32.of("\(kind.rawValue)_\(id)_\(secret)".utf8), count: checkLength)
    }
}

/// A token sent with a call, `Bearer hth_…`, parsed and with its secret hashed.
struct BroughtToken: Sendable {
    let authorization: String
    let kind: AccessToken.Kind
    let id: String
    let hash: [UInt8]

    /// nil if the text is not a token.
    init?(_ authorization: String) {
        let parts = authorization.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer", let token = AccessToken(String(parts[1])) else {
            return nil
        }
        self.authorization = authorization
        kind = token.kind
        id = token.id
        hash = token.hash
    }
}
