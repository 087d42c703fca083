/// A host with or without a port, as in Host, `:authority` and Origin (RFC 3986, section 3.2): an IPv4 address, an IPv6
/// address in brackets, or a name of ASCII letters, digits, hyphens, dots and underscores. User info, zones, other
/// characters and invalid ports are rejected.
struct WebHost: Hashable, Sendable {
    /// In lower case; an IPv6 address in its shortest form, without brackets. A trailing dot is kept, since browsers
    /// treat that name as a different one.
    let name: String
    /// nil for the scheme's default.
    let port: UInt16?

    /// Reads `host` or `host:port`; nil for anything else.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")),
                let address = IPv6Address(bytes[1..<bracket])
            else { return nil }
            name = address.description
            end = bracket + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            guard end > 0, end <= 253, bytes[..<end].allSatisfy(Self.isOfName) else { return nil }
            name = String(decoding: bytes[..<end].map { Self.isUpperCase($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        guard end < bytes.count else {
            port = nil
            return
        }
        guard bytes[end] == UInt8(ascii: ":"), let port = Self.port(bytes[(end + 1)...]) else { return nil }
        self.port = port
    }

    /// Reads a host from the configuration: an IPv6 address needs no brackets there.
    static func named(_ text: String) -> WebHost? {
        WebHost(text) ?? WebHost("[\(text)]")
    }

    /// Whether it names this machine on every machine; only these names count as loopback.
    var isLoopback: Bool { name == "localhost" || name == "127.0.0.1" || name == "::1" }

    private static func isUpperCase(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
        let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        return isLetter || isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }

    /// One to five digits without leading zeros.
    private static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 5 else { return nil }
        var port = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            port = port * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return UInt16(exactly: port)
    }
}
