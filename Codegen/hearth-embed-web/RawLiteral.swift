/// A text as a literal of Swift that means the same bytes.
///
/// Raw, as the compiler reads 150 KB of that in less than a second, and so that the file can be read by people.
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

    /// One more than ever stand after a quote, which would end the literal, or a backslash, which would be an escape.
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

    /// Of what controls a terminal or ends a line, Swift takes only the newline and the tab as they are: it makes a newline
    /// of a carriage return.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: true
        case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF: false
        default: true
        }
    }
}
