/// A version of a Debian package, ordered as dpkg orders it (Debian Policy Manual, section 5.6.12).
struct DebianVersion: Comparable, Sendable {
    private let epoch: Int
    private let upstream: [UInt8]
    private let revision: [UInt8]

    /// - Returns: nil for an empty text, and for an epoch that is no number.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return nil }
        var rest = bytes[...]
        var epoch = 0
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            guard let number = Int(String(decoding: bytes[..<colon], as: UTF8.self)), number >= 0 else { return nil }
            epoch = number
            rest = bytes[(colon + 1)...]
        }
        self.epoch = epoch
        if let dash = rest.lastIndex(of: UInt8(ascii: "-")) {
            upstream = Array(rest[..<dash])
            revision = Array(rest[(dash + 1)...])
        } else {
            upstream = Array(rest)
            revision = []
        }
    }

    static func == (left: DebianVersion, right: DebianVersion) -> Bool { !(left < right) && !(right < left) }

    static func < (left: DebianVersion, right: DebianVersion) -> Bool {
        if left.epoch != right.epoch { return left.epoch < right.epoch }
        let order = compare(left.upstream[...], right.upstream[...])
        return (order == 0 ? compare(left.revision[...], right.revision[...]) : order) < 0
    }

    /// Compares parts without digits and numbers in turn.
    private static func compare(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        var (left, right) = (left, right)
        while !left.isEmpty || !right.isEmpty {
            let words = (left.prefix { !isDigit($0) }, right.prefix { !isDigit($0) })
            for index in 0..<max(words.0.count, words.1.count) {
                let order = weight(words.0.dropFirst(index).first) - weight(words.1.dropFirst(index).first)
                if order != 0 { return order }
            }
            (left, right) = (left.dropFirst(words.0.count), right.dropFirst(words.1.count))
            let numbers = (left.prefix(while: isDigit), right.prefix(while: isDigit))
            let digits = (numbers.0.drop { $0 == UInt8(ascii: "0") }, numbers.1.drop { $0 == UInt8(ascii: "0") })
            if digits.0.count != digits.1.count { return digits.0.count - digits.1.count }
            for (one, other) in zip(digits.0, digits.1) where one != other { return Int(one) - Int(other) }
            (left, right) = (left.dropFirst(numbers.0.count), right.dropFirst(numbers.1.count))
        }
        return 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// A tilde comes before the end, which comes before letters; other characters follow.
    private static func weight(_ byte: UInt8?) -> Int {
        guard let byte else { return 0 }
        if byte == UInt8(ascii: "~") { return -1 }
        let lower = byte | 0x20
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower)
        return isLetter ? Int(byte) : Int(byte) + 256
    }
}
