internal import Foundation

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
        for character in name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) {
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
}
