/// The field Accept-Encoding (RFC 9110, section 12.5.3).
package enum AcceptEncoding {
    /// Whether gzip is preferred to, or as good as, identity. Without the field, identity is sent.
    package static func prefersGzip(_ value: String?) -> Bool {
        guard let value else { return false }
        var gzip: Int?
        var identity: Int?
        var others: Int?
        for element in value.utf8.split(separator: UInt8(ascii: ",")) {
            var parts = element.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
            guard let name = parts.popFirst(), let weight = weight(parts) else { continue }
            switch lowerCase(name) {
            case "gzip", "x-gzip": gzip = max(gzip ?? 0, weight)
            case "identity": identity = weight
            case "*": others = weight
            default: break
            }
        }
        let wanted = gzip ?? others ?? 0
        return wanted > 0 && wanted >= identity ?? 0
    }

    /// The weight in thousandths; nil if it is malformed, and its coding is then ignored.
    private static func weight(_ parameters: ArraySlice<Substring.UTF8View>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        let text = lowerCase(parameter)
        guard parameters.count == 1, text.hasPrefix("q=") else { return nil }
        let digits = text.dropFirst(2).utf8
        guard let first = digits.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
        let rest = digits.dropFirst()
        guard rest.isEmpty || rest.first == UInt8(ascii: "."), rest.count <= 4 else { return nil }
        var weight = Int(first &- UInt8(ascii: "0"))
        let fraction = Array(rest.dropFirst())
        for place in 0..<3 {
            let digit = place < fraction.count ? fraction[place] : UInt8(ascii: "0")
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            weight = weight * 10 + Int(digit &- UInt8(ascii: "0"))
        }
        return weight <= 1000 ? weight : nil
    }

    /// The text in lower case, without surrounding spaces.
    private static func lowerCase(_ text: Substring.UTF8View) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let bytes = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(
            decoding: bytes.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
