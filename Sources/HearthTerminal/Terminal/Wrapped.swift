/// Text in lines for a terminal.
package enum Wrapped {
    /// Breaks text at blanks into lines of at most `columns`. Words that are longer stay whole.
    package static func lines(_ text: String, indent: Int, columns: Int = 80) -> [String] {
        let margin = String(repeating: " ", count: indent)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, indent + columnCount(line) + 1 + columnCount(word) > columns {
                    lines.append(margin + line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            return lines + [line.isEmpty ? "" : margin + line]
        }
    }
}

/// The columns of text on a terminal: two for wide East Asian characters and emoji, none for combining characters.
package func columnCount(_ text: some StringProtocol) -> Int {
    text.reduce(0) { count, character in
        guard let scalar = character.unicodeScalars.first else { return count }
        if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .format {
            return count
        }
        return count + (isWide(scalar) || character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1)
    }
}

/// The blocks of wide characters in Unicode Standard Annex 11.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
        0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        true
    default: false
    }
}

/// Cuts text to a number of columns; "…" marks the missing part.
package func cut(_ text: String, to columns: Int) -> String {
    guard columnCount(text) > columns else { return text }
    var result = ""
    var count = 0
    for character in text {
        let width = columnCount(String(character))
        guard count + width < columns else { break }
        result.append(character)
        count += width
    }
    return columns > 0 ? result + "…" : ""
}
