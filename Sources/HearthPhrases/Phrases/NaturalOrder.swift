internal import HearthUnicode

/// The order of names that people expect: letters without regard to case and accents, numbers by value, so that "Lamp
/// 9" comes before "Lamp 10".
public enum NaturalOrder {
    /// A sort key. Names that differ only in case, accents or leading zeros have the same key.
    public static func key(_ name: String) -> String {
        var key = ""
        var digits = ""
        func flush() {
            guard !digits.isEmpty else { return }
            let number = digits.drop { $0 == "0" }
            // Prefix the length, so that longer numbers sort after shorter ones.
            let length = String(min(number.count, 99))
            key += (length.count < 2 ? "0" : "") + length + number
            digits = ""
        }
        for character in plain(name) {
            if let digit = character.wholeNumberValue, (0...9).contains(digit) {
                digits += String(digit)
            } else {
                flush()
                key.append(character)
            }
        }
        flush()
        return key
    }

    /// A name without upper case, and without the marks of the block Combining Diacritical Marks, which letters of the
    /// Latin, Greek and Cyrillic scripts have. The marks of other scripts make another letter, such as が of か.
    private static func plain(_ name: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in name.inFormD.unicodeScalars where !(0x300...0x36F).contains(scalar.value) { kept.append(scalar) }
        return String(kept).withFoldedCase
    }
}
