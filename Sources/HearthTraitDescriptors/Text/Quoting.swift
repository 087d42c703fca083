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

/// Text from outside, in quotes, with JSON's escapes for all control characters: for messages and JSON.
package func quoted(_ text: String) -> String {
    inQuotes(text) { scalar in
        guard scalar.controlsText else { return nil }
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

/// Text from outside, in quotes, as ``quoted(_:)`` gives it, cut to the first 64 scalars. A single character may have
/// millions of them.
package func quotedBeginning(_ text: String) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))
    return quoted(start.utf8.count < text.utf8.count ? start + "…" : start)
}

/// Text in quotes, with the escapes that JSON, Swift, TypeScript, `.proto`, `.matter`, the text of automations and curl
/// have in common.
///
/// - Parameter other: the form of a scalar that needs no common escape; nil for the scalar itself.
package func inQuotes(_ text: String, other: (Unicode.Scalar) -> String? = { _ in nil }) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default:
            if let form = other(scalar) { result += form } else { result.unicodeScalars.append(scalar) }
        }
    }
    return result + "\""
}
