internal import HearthBase

/// The address that a request goes to: an `http` or `https` URL (RFC 3986).
package struct WebAddress: Hashable, Sendable {
    package let isSecure: Bool
    /// A name or an IP address, without brackets.
    package let host: String
    package let port: UInt16
    /// The path with its query, which begins with `/`.
    package let target: String
    /// The user and the password before `@`, percent-decoded, as `user:password`. Secret. Empty for none.
    let login: [UInt8]

    /// The longest URL in bytes.
    static let mostBytes = 2_048

    /// Reads a URL.
    ///
    /// - Throws: ``PostError`` with ``PostError/Code/address``. No part of the URL is in it, as it may be a secret.
    package init(_ text: String) throws(PostError) {
        func wrong(_ what: String) -> PostError { PostError(.address, "the address \(what)", wayOut: "correct it") }
        guard text.utf8.count <= Self.mostBytes else { throw wrong("has more than \(Self.mostBytes) bytes") }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw wrong("has a space or a character beyond ASCII, which has to be percent-encoded")
        }
        let lower = text.lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else {
            throw wrong("does not begin with https:// or http://")
        }
        isSecure = lower.hasPrefix("https://")
        let rest = text.dropFirst(isSecure ? 8 : 7)
        let whole = rest.prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(whole.count).prefix { $0 != "#" }
        let user = whole.lastIndex(of: "@").map { whole[..<$0] }
        let authority = user.map { whole.dropFirst($0.count + 1) } ?? whole
        guard let login = Self.decoded(user ?? "") else {
            throw wrong("has a % before @ that two hexadecimal digits do not follow")
        }
        // RFC 7617, section 2.
        self.login = user == nil || login.contains(0x3A) ? login : login + [0x3A]
        target = path.hasPrefix("/") ? String(path) : "/" + path
        var name = authority[...]
        var digits: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw wrong("has no valid host") }
            name = authority[authority.index(after: authority.startIndex)..<end]
            let after = authority[authority.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else { throw wrong("has no valid host") }
            digits = after.isEmpty ? nil : after.dropFirst()
        } else if let colon = authority.lastIndex(of: ":") {
            name = authority[..<colon]
            digits = authority[authority.index(after: colon)...]
        }
        guard !name.isEmpty, name.utf8.count <= 253, !name.contains("["), !name.contains("]"),
            authority.hasPrefix("[") || !name.contains(":")
        else { throw wrong("has no valid host") }
        let usual: UInt16 = isSecure ? 443 : 80
        guard let port = digits.map({ UInt16($0) }) ?? usual, port > 0 else {
            throw wrong("has a port that is not a number from 1 to 65535")
        }
        host = String(name)
        self.port = port
    }

    /// The bytes of a percent-encoded text (RFC 3986, section 2.1); nil for a text that is not well-formed.
    private static func decoded(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let first = rest.popFirst() {
            guard first == 0x25 else {
                bytes.append(first)
                continue
            }
            guard let high = rest.popFirst().flatMap({ hexValue($0) }),
                let low = rest.popFirst().flatMap({ hexValue($0) })
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The host as in a URL, with its port unless that is the usual one: the value of `Host`.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Scheme and authority (RFC 6454, section 6.2).
    package var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }
}
