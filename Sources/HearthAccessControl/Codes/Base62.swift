/// Base62 text (digits, capitals, small letters), which needs no quoting in shells and URLs.
enum Base62 {
    static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// Uniformly distributed random characters.
    ///
    /// - Parameter random: returns the given number of random bytes.
    static func random(_ count: Int, from random: (Int) -> [UInt8]) -> String {
        var text: [UInt8] = []
        while text.count < count {
            // 248 is four times 62: larger bytes would favour some characters.
            for byte in random(count) where byte < 248 && text.count < count { text.append(alphabet[Int(byte) % 62]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A number with a fixed count of digits; higher digits are cut off.
    static func text(_ number: UInt32, count: Int) -> String {
        var (rest, text) = (number, [UInt8](repeating: alphabet[0], count: count))
        for index in text.indices.reversed() {
            text[index] = alphabet[Int(rest % 62)]
            rest /= 62
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func isText(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: false
            }
        }
    }
}
