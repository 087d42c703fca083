/// Reads base64 of both alphabets, with or without padding (RFC 4648 sections 4 and 5).
enum Base64Reader {
    /// nil for what is no base64.
    static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var text = text
        let whole = text.count
        while text.last == UInt8(ascii: "="), whole - text.count < 2 { text.removeLast() }
        // Padding is none or all that is missing.
        guard text.count == whole || whole % 4 == 0, text.count % 4 != 1 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3 + 2)
        var (sum, count) = (UInt32(0), 0)
        for letter in text {
            guard let six = bits(letter) else { return nil }
            sum = sum << 6 | UInt32(six)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            result.append(UInt8(truncatingIfNeeded: sum >> UInt32(truncatingIfNeeded: count)))
        }
        return result
    }

    /// Six bits.
    private static func bits(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
