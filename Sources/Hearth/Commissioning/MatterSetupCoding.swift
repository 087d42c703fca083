/// The encoding of bytes in the QR codes of Matter devices (Matter Core 1.4, 5.1.3).
enum Base38 {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.".utf8)

    /// The values by character; nil for other characters.
    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The bytes of a text: three for each five characters, and two or one for four or two characters at the end. Nil for
    /// another text.
    static func bytes(_ text: some Sequence<Character>) -> [UInt8]? {
        let characters = text.flatMap(\.utf8)
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: characters.count, by: 5) {
            let group = characters[start..<min(start + 5, characters.count)]
            guard let count = [5: 3, 4: 2, 2: 1][group.count] else { return nil }
            var number: UInt32 = 0
            for character in group.reversed() {
                guard let value = values[Int(character)] else { return nil }
                number = number * 38 + UInt32(value)  // in range: 38 to the power of 5 is below 1 << 27
            }
            for _ in 0..<count {
                bytes.append(UInt8(truncatingIfNeeded: number))
                number >>= 8
            }
            guard number == 0 else { return nil }
        }
        return bytes
    }
}

/// Reads numbers from bytes whose lowest bits come first.
struct LowBitsFirst {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next number of at most 32 bits; nil after the end.
    mutating func next(_ count: Int) -> UInt32? {
        guard count <= bytes.count * 8 - place else { return nil }
        var number: UInt32 = 0
        for bit in 0..<count {
            number |= UInt32(bytes[place >> 3] >> (place & 7) & 1) << bit
            place += 1
        }
        return number
    }
}

/// The check of digits by J. Verhoeff, which finds each wrong digit and each swap of two neighbours (Matter Core 1.4,
/// 5.1.4).
enum Verhoeff {
    /// What a place does to its digit; the place after repeats it.
    private static let permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

    /// Whether the last digit is the check of the others.
    static func isValid(_ digits: [UInt8]) -> Bool {
        var check = 0
        for (place, digit) in digits.reversed().enumerated() {
            var digit = Int(digit)
            for _ in 0..<place % 8 { digit = permutation[digit] }
            check = product(check, digit)
        }
        return check == 0
    }

    /// The product in the group of the turns (0 to 4) and reflections (5 to 9) of a pentagon.
    private static func product(_ one: Int, _ other: Int) -> Int {
        switch (one < 5, other < 5) {
        case (true, true): (one + other) % 5
        case (true, false): 5 + (one + other) % 5
        case (false, true): 5 + (one - other) % 5
        case (false, false): (one - other + 5) % 5
        }
    }
}
