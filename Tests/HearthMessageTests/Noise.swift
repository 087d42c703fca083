internal import HearthMessage

/// Random numbers from a seed, which a test prints.
struct Noise: RandomNumberGenerator {
    var state: UInt64

    /// Another seed each time, printed with the test's name.
    init(of test: String) {
        state = UInt64.random(in: .min ... .max)
        print("seed of \(test): \(state)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func bytes(_ counts: Range<Int>) -> [UInt8] {
        (0..<Int.random(in: counts, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// A value half of the time, so that absent fields occur too.
    mutating func maybe<T>(_ value: (inout Noise) -> T) -> T? {
        Bool.random(using: &self) ? value(&self) : nil
    }

    /// Numbers of every length as a varint.
    mutating func number<T: FixedWidthInteger>() -> T {
        T(truncatingIfNeeded: next() >> UInt64.random(in: 0..<64, using: &self)) &* (Bool.random(using: &self) ? 1 : ~0)
    }

    mutating func text() -> String {
        String(
            (0..<Int.random(in: 0..<20, using: &self)).map { _ in
                "aZ\u{0}ü€\u{1F4A1}".randomElement(using: &self) ?? "a"
            })
    }

    mutating func list<T>(_ value: (inout Noise) -> T) -> [T] {
        guard Bool.random(using: &self) else { return [] }
        return (0..<Int.random(in: 0..<6, using: &self)).map { _ in value(&self) }
    }

    /// Changes a few bytes, and leaves much of a message intact.
    mutating func mutate(_ bytes: inout [UInt8]) {
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
            default: bytes.remove(at: place)
            }
        }
    }
}

extension UnknownFields {
    /// Fields that are unknown to all of the tests' messages.
    static func random(_ noise: inout Noise) -> UnknownFields {
        let records: [UInt8] = noise.list { [0xC0, 0x3E, $0.next() > .max / 2 ? 1 : 0x7F] }.flatMap(\.self)
        return (try? Nothing(records).unknownFields) ?? UnknownFields()
    }
}

extension Scalars {
    static func random(_ noise: inout Noise) -> Scalars {
        var message = Scalars()
        message.flag = noise.maybe { Bool.random(using: &$0) }
        message.int32 = noise.maybe { $0.number() }
        message.sint32 = noise.maybe { $0.number() }
        message.uint32 = noise.maybe { $0.number() }
        message.int64 = noise.maybe { $0.number() }
        message.sint64 = noise.maybe { $0.number() }
        message.uint64 = noise.maybe { $0.number() }
        message.fixed32 = noise.maybe { $0.number() }
        message.sfixed32 = noise.maybe { $0.number() }
        message.fixed64 = noise.maybe { $0.number() }
        message.sfixed64 = noise.maybe { $0.number() }
        message.float = noise.maybe { Float($0.number() as Int32) }
        message.double = noise.maybe { Double($0.number() as Int64) }
        message.text = noise.maybe { $0.text() }
        message.octets = noise.maybe { $0.bytes(0..<300) }
        message.choice = noise.maybe { $0.number() }
        message.unknownFields = .random(&noise)
        return message
    }
}

extension Lists {
    static func random(_ noise: inout Noise) -> Lists {
        var message = Lists()
        message.flags = noise.list { Bool.random(using: &$0) }
        message.int32s = noise.list { $0.number() }
        message.sint32s = noise.list { $0.number() }
        message.uint32s = noise.list { $0.number() }
        message.int64s = noise.list { $0.number() }
        message.sint64s = noise.list { $0.number() }
        message.uint64s = noise.list { $0.number() }
        message.fixed32s = noise.list { $0.number() }
        message.fixed64s = noise.list { $0.number() }
        message.floats = noise.list { Float($0.number() as Int32) }
        message.doubles = noise.list { Double($0.number() as Int64) }
        message.texts = noise.list { $0.text() }
        message.octets = noise.list { $0.bytes(0..<200) }
        message.items = noise.list { .random(&$0) }
        message.singly = noise.list { $0.number() }
        message.unknownFields = .random(&noise)
        return message
    }
}

extension Tree {
    static func random(_ noise: inout Noise, depth: Int = 4) -> Tree {
        var message = Tree()
        if depth > 0 {
            message.child = noise.maybe { .random(&$0, depth: depth - 1) }
            message.children = noise.list { .random(&$0, depth: depth - 2) }
        }
        switch UInt8.random(in: 0..<6, using: &noise) {
        case 0: message.content = .text(noise.text())
        case 1: message.content = .number(noise.number())
        case 2: message.content = .leaf(.random(&noise))
        case 3: message.content = .octets(noise.bytes(0..<20))
        case 4: message.content = .real(Double(noise.number() as Int32))
        default: break
        }
        for _ in 0..<Int.random(in: 0..<4, using: &noise) { message.counts[noise.text()] = noise.number() }
        message.leaf = noise.maybe { .random(&$0) }
        message.unknownFields = .random(&noise)
        return message
    }
}
