extension Unicode.Scalar {
    /// Whether it is a control character that affects the text around it: C0 and C1 control characters, which can
    /// control terminals, line and paragraph separators, and bidirectional formatting characters (Unicode Standard
    /// Annex 9, section 2).
    public var controlsText: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension StringProtocol {
    /// Whether it contains control characters.
    public var controlsText: Bool { unicodeScalars.contains { $0.controlsText } }
}

/// The text in a form that is safe for a terminal: control characters are escaped as in Swift (`\u{1B}`), except line
/// feeds and tabs.
package func printable(_ text: String) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.controlsText && scalar != "\n" && scalar != "\t" }
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if isEscaped(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}
