internal import Foundation

/// The order in which people look for names: by letters without regard to case and accents, and by numbers as they
/// count, so that "Lamp 9" comes before "Lamp 10".
public enum NaturalOrder {
    /// A text that sorts as the name should. Names that differ only in case, accents or leading zeros have the same one.
    public static func key(_ name: String) -> String {
        var key = ""
        var digits = ""
        func flush() {
            guard !digits.isEmpty else { return }
            let number = digits.drop { $0 == "0" }
            // A longer number is a larger one.
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
