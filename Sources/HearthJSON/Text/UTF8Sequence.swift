extension [UInt8] {
    /// The length of the character that begins at `position` with a byte above 0x7F; nil when it is not UTF-8 (RFC
    /// 3629, section 4): no overlong forms, no surrogates, nothing above U+10FFFF. `end` must be within the array.
    func utf8Length(at position: Int, upTo end: Int) -> Int? {
        let first = self[position]
        let length: Int
        /// The range of the second byte; the others are any continuation byte.
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard length <= end &- position, second.contains(self[position &+ 1]) else { return nil }
        for index in 2..<Swift.max(length, 2) where self[position &+ index] & 0xC0 != 0x80 { return nil }
        return length
    }
}
