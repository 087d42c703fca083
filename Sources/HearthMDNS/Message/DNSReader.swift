/// Reads the parts of a message. Every read checks that the bytes are there.
struct DNSReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    /// The most pointers of one name. Each points further back, so that a name can't loop; the limit also bounds the
    /// work for a message of nothing but pointers.
    private static let mostPointers = 32
    private static let headerLength = 12

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func truncated(_ what: String) -> DNSError {
        DNSError(code: .truncated, message: "the message ends within \(what), at byte \(bytes.count)")
    }

    private func isBad(_ what: String) -> DNSError {
        DNSError(code: .badRecord, message: "\(what), at byte \(position)")
    }

    mutating func number8() throws(DNSError) -> UInt8 {
        guard position < bytes.count else { throw truncated("a number") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number16() throws(DNSError) -> UInt16 {
        UInt16(try number8()) << 8 | UInt16(try number8())
    }

    mutating func number32() throws(DNSError) -> UInt32 {
        UInt32(try number16()) << 16 | UInt32(try number16())
    }

    mutating func take(_ count: Int) throws(DNSError) -> [UInt8] {
        guard count >= 0, count <= bytes.count - position else { throw truncated("a record's data") }
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }

    /// Reads a name, which may end with a pointer to an earlier one (RFC 1035, section 4.1.4).
    mutating func name() throws(DNSError) -> DNSName {
        var wire: [UInt8] = []
        var (at, lowest, pointers) = (position, position, 0)
        var end: Int?
        while true {
            guard at < bytes.count else { throw truncated("a name") }
            let length = bytes[at]
            switch length & 0xC0 {
            case 0x00:
                let next = at + 1 + Int(length)
                guard next <= bytes.count else { throw truncated("a name") }
                guard wire.count + 1 + Int(length) + (length == 0 ? 0 : 1) <= DNSName.longest else {
                    throw DNSError(
                        code: .badName,
                        message: "the name at byte \(position) is longer than \(DNSName.longest) bytes")
                }
                wire += bytes[at..<next]
                at = next
                if length == 0 {
                    position = end ?? at
                    return DNSName(wire: wire)
                }
            case 0xC0:
                guard at + 1 < bytes.count else { throw truncated("a name") }
                let target = Int(length & 0x3F) << 8 | Int(bytes[at + 1])
                guard target < lowest, target >= Self.headerLength, pointers < Self.mostPointers else {
                    throw DNSError(
                        code: .badPointer,
                        message: "the name at byte \(position) points to byte \(target); pointers go back, behind the "
                            + "header, and are at most \(Self.mostPointers) in a name")
                }
                if end == nil { end = at + 2 }
                (at, lowest, pointers) = (target, target, pointers + 1)
            default:
                throw DNSError(
                    code: .badName, message: "the name at byte \(position) has a label of a reserved kind")
            }
        }
    }

    mutating func question() throws(DNSError) -> DNSQuestion {
        var question = DNSQuestion(try name(), DNSType(rawValue: try number16()))
        let bits = try number16()
        question.questionClass = bits & 0x7FFF
        question.wantsUnicast = bits & 0x8000 != 0
        return question
    }

    mutating func record() throws(DNSError) -> DNSRecord {
        let name = try name()
        let type = DNSType(rawValue: try number16())
        let bits = try number16()
        let lifetime = try number32()
        let length = Int(try number16())
        guard length <= bytes.count - position else { throw truncated("a record's data") }
        let end = position + length
        var record = DNSRecord(
            name, try data(type, end), lifetime: lifetime, flushesCache: bits & 0x8000 != 0)
        record.recordClass = bits & 0x7FFF
        guard position == end else { throw isBad("a record's data does not have the \(length) bytes that it says") }
        return record
    }

    private mutating func data(_ type: DNSType, _ end: Int) throws(DNSError) -> DNSRecordData {
        switch type {
        case .a, .aaaa:
            guard let address = IPAddress(try take(end - position)), address.isIPv4 == (type == .a) else {
                throw isBad("an address has the wrong length")
            }
            return type == .a ? .a(address) : .aaaa(address)
        case .ptr: return .ptr(try name())
        case .srv:
            return .srv(
                priority: try number16(), weight: try number16(), port: try number16(), target: try name())
        case .txt:
            var strings: [[UInt8]] = []
            while position < end { strings.append(try take(Int(try number8()))) }
            // Data without a string means an empty one (RFC 6763, section 6.1).
            return .txt(strings.isEmpty ? [[]] : strings)
        case .nsec:
            let next = try name()
            var types: [DNSType] = []
            var last: UInt16?
            while position < end {
                let window = UInt16(try number8())
                // In ascending order, each once (RFC 4034, section 4.1.2).
                guard last.map({ $0 < window }) ?? true else { throw isBad("the maps of types are out of order") }
                last = window
                let bitmap = try take(Int(try number8()))
                guard !bitmap.isEmpty, bitmap.count <= 32 else { throw isBad("a map of types has the wrong length") }
                for (index, byte) in bitmap.enumerated() {
                    for bit in 0..<8 where byte & 0x80 >> UInt8(bit) != 0 {
                        types.append(DNSType(rawValue: window << 8 | UInt16(index * 8 + bit)))
                    }
                }
            }
            return .nsec(next: next, types: types)
        default: return .other(type: type, bytes: try take(end - position))
        }
    }
}
