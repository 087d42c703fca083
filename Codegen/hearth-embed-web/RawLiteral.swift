/// A text as a Swift literal of the same bytes.
///
/// The literal is raw, because the compiler reads 150 KB of it in less than a second and people can read it.
enum RawLiteral {
    static func of(_ text: String) -> String {
        let marks = String(repeating: "#", count: marks(around: text))
        var content = ""
        content.unicodeScalars.reserveCapacity(text.unicodeScalars.count)
        for scalar in text.unicodeScalars {
            if isPlain(scalar) {
                content.unicodeScalars.append(scalar)
            } else {
                content += "\\\(marks)u{\(String(scalar.value, radix: 16))}"
            }
        }
        return "\(marks)\"\"\"\n\(content)\n\"\"\"\(marks)"
    }

    /// One more than the most number signs after a quote or a backslash, so that none ends the literal or begins an
    /// escape.
    private static func marks(around text: String) -> Int {
        var most = 0
        var run: Int?
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): run = 0
            case UInt8(ascii: "#"): run = run.map { $0 + 1 }
            default: run = nil
            }
            most = max(most, run ?? 0)
        }
        return most + 1
    }

    /// Whether a character may stand unescaped: of the control characters and line ends only newline and tab, as Swift
    /// reads a carriage return as a newline.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: true
        case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF: false
        default: true
        }
    }
}
