/// A challenge of a server: a scheme with parameters (RFC 9110, section 11.6.1).
struct HTTPChallenge: Hashable, Sendable {
    /// In lower case.
    var scheme: String
    /// By names in lower case.
    var parameters: [String: String] = [:]

    /// The longest value of a `WWW-Authenticate` field that is read, in bytes.
    static let mostBytes = 4_096
    /// The most parameters of a challenge.
    private static let mostParameters = 32

    /// Reads the challenges of one field. Text that is no challenge is left out.
    static func list(_ text: String) -> [HTTPChallenge] {
        guard text.utf8.count <= mostBytes else { return [] }
        var scanner = Scanner(rest: Array(text.utf8)[...])
        var challenges: [HTTPChallenge] = []
        while let word = scanner.word() {
            if let value = scanner.value() {
                guard let last = challenges.indices.last, challenges[last].parameters.count < mostParameters else {
                    continue
                }
                challenges[last].parameters[word.lowercased()] = value
            } else {
                challenges.append(HTTPChallenge(scheme: word.lowercased()))
            }
        }
        return challenges
    }

    /// Reads words and their values.
    private struct Scanner {
        var rest: ArraySlice<UInt8>

        /// The next word; separators before it are skipped. Nil at the end.
        mutating func word() -> String? {
            rest = rest.drop { !Self.isOfToken($0) }
            let word = rest.prefix(while: Self.isOfToken)
            rest = rest.dropFirst(word.count)
            return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
        }

        /// The value after an equals sign; nil if none follows.
        mutating func value() -> String? {
            let after = rest.drop { $0 == UInt8(ascii: " ") }
            guard after.first == UInt8(ascii: "=") else { return nil }
            rest = after.dropFirst().drop { $0 == UInt8(ascii: " ") }
            guard rest.first == UInt8(ascii: "\"") else { return word(until: UInt8(ascii: ",")) }
            rest = rest.dropFirst()
            var text: [UInt8] = []
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                    text.append(escaped)
                } else {
                    text.append(byte)
                }
            }
            return String(decoding: text, as: UTF8.self)
        }

        private mutating func word(until end: UInt8) -> String {
            let word = rest.prefix { $0 != end && $0 != UInt8(ascii: " ") }
            rest = rest.dropFirst(word.count)
            return String(decoding: word, as: UTF8.self)
        }

        /// Whether a byte is one of a token (RFC 9110, section 5.6.2).
        private static func isOfToken(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
    }
}
