internal import HearthTLS

/// A bearer token: `hth_` + ID + `_` + secret + `_` + checksum. The prefix lets scanners recognise leaked tokens; the
/// checksum lets anyone detect typing errors without a lookup.
struct AccessToken {
    static let prefix = "hth"
    static let idLength = 8
    /// 43 characters of 62 give 256 bits.
    static let secretLength = 43
    static let checkLength = 6

    let id: String
    let secret: String

    /// - Parameter random: returns the given number of random bytes.
    init(id: String, random: (Int) -> [UInt8]) {
        self.id = id
        secret = Base62.random(Self.secretLength, from: random)
    }

    /// Parses a token. Returns nil if the format or the checksum is wrong.
    init?(_ text: String) {
        // Don't parse longer input.
        guard text.utf8.count == Self.prefix.utf8.count + Self.idLength + Self.secretLength + Self.checkLength + 3
        else {
            return nil
        }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == Self.prefix, parts[1].utf8.count == Self.idLength,
            parts[2].utf8.count == Self.secretLength, Base62.isText(parts[1]), Base62.isText(parts[2]),
            parts[3] == Self.check(parts[1], parts[2])
        else { return nil }
        id = String(parts[1])
        secret = String(parts[2])
    }

    var text: String {
        "\(Self.prefix)_\(id)_\(secret)_\(Self.check(Substring(id), Substring(secret)))"
    }

    /// What the hub stores.
    var hash: [UInt8] { SHA256.hash(secret.utf8) }

    private static func check(_ id: Substring, _ secret: Substring) -> String {
        Base62.text(CRC32.of("\(prefix)_\(id)_\(secret)".utf8), count: checkLength)
    }
}

/// A token as a call brings it, `Bearer hth_…`, read and with its secret hashed.
struct BroughtToken: Sendable {
    let authorization: String
    let id: String
    let hash: [UInt8]

    /// nil for what is no token.
    init?(_ authorization: String) {
        let parts = authorization.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer", let token = AccessToken(String(parts[1])) else {
            return nil
        }
        self.authorization = authorization
        id = token.id
        hash = token.hash
    }
}
