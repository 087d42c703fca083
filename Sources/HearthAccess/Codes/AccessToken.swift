internal import HearthTLS

/// A bearer token: `hth_` + id + `_` + secret + `_` + check. The beginning lets scanners for leaked secrets know it, the
/// check lets them, and us, see a slip of the hand without looking anything up.
struct AccessToken {
    static let prefix = "hth"
    static let idLength = 8
    /// 43 of 62 characters are 256 bits.
    static let secretLength = 43
    static let checkLength = 6

    let id: String
    let secret: String

    /// - Parameter random: gives so many random bytes.
    init(id: String, random: (Int) -> [UInt8]) {
        self.id = id
        secret = Base62.random(Self.secretLength, from: random)
    }

    /// nil for what is no token, or one with a slip.
    init?(_ text: String) {
        // Nothing longer is looked at.
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

    /// What is kept of it.
    var hash: [UInt8] { SHA256.hash(secret.utf8) }

    private static func check(_ id: Substring, _ secret: Substring) -> String {
        Base62.text(CRC32.of("\(prefix)_\(id)_\(secret)".utf8), count: checkLength)
    }
}
