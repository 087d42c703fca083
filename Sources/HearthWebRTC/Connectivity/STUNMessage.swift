internal import HearthBase
package import HearthEventLoop
internal import HearthTLS

/// A message of STUN (RFC 8489, sections 5 and 14), as ICE needs it.
package struct STUNMessage: Hashable, Sendable {
    /// The kinds that ICE has (RFC 8445, section 7).
    package enum Kind: UInt16, Sendable {
        case bindingRequest = 0x0001
        case bindingIndication = 0x0011
        case bindingSuccess = 0x0101
        case bindingError = 0x0111
    }

    package struct Attribute: Hashable, Sendable {
        package var type: UInt16
        package var value: [UInt8]

        package init(_ type: UInt16, _ value: [UInt8]) {
            self.type = type
            self.value = value
        }
    }

    package enum AttributeType {
        package static let username: UInt16 = 0x0006
        package static let messageIntegrity: UInt16 = 0x0008
        package static let errorCode: UInt16 = 0x0009
        package static let unknownAttributes: UInt16 = 0x000A
        package static let xorMappedAddress: UInt16 = 0x0020
        package static let priority: UInt16 = 0x0024
        package static let useCandidate: UInt16 = 0x0025
        package static let fingerprint: UInt16 = 0x8028
    }

    private static let cookie: UInt32 = 0x2112_A442
    /// What the checksum is combined with (RFC 8489, section 14.7).
    private static let checksumMask: UInt32 = 0x5354_554E
    private static let headBytes = 20
    /// The most attributes of a message that is read.
    private static let mostAttributes = 32

    package var kind: Kind
    /// 12 bytes.
    package var transaction: [UInt8]
    /// Without MESSAGE-INTEGRITY, and what follows it.
    package var attributes: [Attribute]
    /// The bytes before MESSAGE-INTEGRITY, and its value; nil for a message without it.
    private var proof: (covered: [UInt8], code: [UInt8])?

    package static func == (left: STUNMessage, right: STUNMessage) -> Bool {
        (left.kind, left.transaction, left.attributes) == (right.kind, right.transaction, right.attributes)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(transaction)
    }

    package init(_ kind: Kind, transaction: [UInt8], _ attributes: [Attribute] = []) {
        self.kind = kind
        self.transaction = transaction
        self.attributes = attributes
    }

    /// Whether a datagram is one of STUN, as it shares its port with DTLS and RTP (RFC 7983).
    package static func isOne(_ datagram: [UInt8]) -> Bool { datagram.first.map { $0 < 4 } ?? false }

    // MARK: Reading

    /// Nil for what is no message of these kinds, or has a wrong checksum. A message without a checksum is taken.
    package init?(_ bytes: [UInt8]) {
        func number(_ at: Int) -> UInt16 { UInt16(networkBytes: bytes[at..<at + 2]) }
        func long(_ at: Int) -> UInt32 { UInt32(networkBytes: bytes[at..<at + 4]) }
        guard bytes.count >= Self.headBytes, let kind = Kind(rawValue: number(0)),
            Int(number(2)) == bytes.count - Self.headBytes, bytes.count.isMultiple(of: 4), long(4) == Self.cookie
        else { return nil }
        self.kind = kind
        transaction = Array(bytes[8..<20])
        attributes = []
        var position = Self.headBytes
        while position < bytes.count {
            guard attributes.count < Self.mostAttributes, bytes.count - position >= 4 else { return nil }
            let (type, length) = (number(position), Int(number(position + 2)))
            let end = position + 4 + (length + 3) / 4 * 4
            guard end <= bytes.count else { return nil }
            let value = Array(bytes[position + 4..<position + 4 + length])
            switch type {
            case AttributeType.fingerprint:
                // It is the last attribute.
                guard length == 4, end == bytes.count,
                    long(position + 4) == Self.checksum(of: bytes[..<position])
                else { return nil }
            case AttributeType.messageIntegrity:
                guard length == 20, proof == nil else { return nil }
                proof = (Array(bytes[..<position]), value)
            default:
                // What follows the proof is not covered by it, and is left out (RFC 8489, section 14.5).
                if proof == nil { attributes.append(Attribute(type, value)) }
            }
            position = end
        }
    }

    /// Whether the sender has the password (RFC 8489, section 9.1).
    package func isProven(by password: String) -> Bool {
        guard let (covered, code) = proof else { return false }
        return constantTimeEquals(Self.code(of: covered, password), code)
    }

    /// The first value of an attribute.
    package subscript(type: UInt16) -> [UInt8]? { attributes.first { $0.type == type }?.value }

    // MARK: Writing

    /// The message with MESSAGE-INTEGRITY and FINGERPRINT.
    package func encoded(password: String) -> [UInt8] {
        var bytes = kind.rawValue.networkBytes + [0, 0]
        bytes += Self.cookie.networkBytes
        bytes += transaction
        for attribute in attributes { bytes += Self.encoded(attribute.type, attribute.value) }
        bytes += Self.encoded(AttributeType.messageIntegrity, Self.code(of: bytes, password))
        Self.setLength(&bytes, bytes.count + 8)
        return bytes + Self.encoded(AttributeType.fingerprint, Self.checksum(of: bytes[...]).networkBytes)
    }

    /// The value of XOR-MAPPED-ADDRESS (RFC 8489, section 14.2).
    package static func xorMapped(_ address: DatagramAddress, transaction: [UInt8]) -> [UInt8] {
        let mask = cookie.networkBytes + transaction
        let port = address.port ^ UInt16(cookie >> 16)
        return [0, address.isIPv6 ? 2 : 1] + port.networkBytes + zip(address.host, mask).map { $0 ^ $1 }
    }

    private static func encoded(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        type.networkBytes + UInt16(truncatingIfNeeded: value.count).networkBytes + value
            + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }

    private static func setLength(_ bytes: inout [UInt8], _ total: Int) {
        bytes.replaceSubrange(2..<4, with: UInt16(truncatingIfNeeded: total - headBytes).networkBytes)
    }

    /// The code over the bytes before the attribute, with the length that the message has after it.
    private static func code(of covered: [UInt8], _ password: String) -> [UInt8] {
        var covered = covered
        setLength(&covered, covered.count + 24)
        return HMACSHA1.code(of: covered, key: Array(password.utf8))
    }

    private static func checksum(of covered: ArraySlice<UInt8>) -> UInt32 { CRC32.of(covered) ^ checksumMask }
}
