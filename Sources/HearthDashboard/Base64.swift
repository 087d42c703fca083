/// RFC 4648 section 4.
enum Base64 {
    /// The bytes of a text, in which lines may end anywhere; nil of any other text.
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (group, count, padding) = (UInt32(0), 0, 0)
        for letter in text where letter != UInt8(ascii: "\n") {
            if letter == UInt8(ascii: "=") {
                padding += 1
            } else {
                guard let value = value(of: letter), padding == 0 else { return nil }
                group |= UInt32(truncatingIfNeeded: value)
            }
            count += 1
            guard count == 4 else {
                group <<= 6
                continue
            }
            guard padding <= 2 else { return nil }
            bytes += [16, 8, 0].dropLast(padding).map { UInt8(truncatingIfNeeded: group >> $0) }
            (group, count) = (0, 0)
        }
        return count == 0 ? bytes : nil
    }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
