/// The frames of RFC 6455, section 5.2.
enum WebSocketFrame {
    enum Opcode: UInt8 {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        var isControl: Bool { rawValue & 0x8 != 0 }
    }

    /// The head of a frame from a server.
    struct Head: Hashable {
        var isLast: Bool
        var opcode: Opcode
        /// The length of the payload.
        var length: Int
        /// The length of the head itself.
        var size: Int
    }

    /// The longest payload of a control frame (section 5.5).
    static let longestControl = 125

    /// A frame of a client, masked as section 5.3 demands.
    ///
    /// - Parameter mask: unpredictable, another one for each frame.
    static func client(_ opcode: Opcode, _ payload: [UInt8], mask: UInt32) -> [UInt8] {
        var bytes: [UInt8] = [0x80 | opcode.rawValue]
        bytes.reserveCapacity(payload.count + 14)
        switch payload.count {
        case ...125: bytes.append(0x80 | UInt8(truncatingIfNeeded: payload.count))
        case ...0xFFFF:
            bytes.append(0x80 | 126)
            append(UInt64(payload.count), count: 2, to: &bytes)
        default:
            bytes.append(0x80 | 127)
            append(UInt64(payload.count), count: 8, to: &bytes)
        }
        append(UInt64(mask), count: 4, to: &bytes)
        let key = Array(bytes.suffix(4))
        for (index, byte) in payload.enumerated() { bytes.append(byte ^ key[index & 3]) }
        return bytes
    }

    private static func append(_ number: UInt64, count: Int, to bytes: inout [UInt8]) {
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
    }

    /// The head at the beginning of these bytes; nil if it is not complete.
    ///
    /// - Parameter most: the longest payload.
    static func head(_ bytes: ArraySlice<UInt8>, most: Int) throws(WebSocketError) -> Head? {
        guard bytes.count >= 2 else { return nil }
        let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        guard first & 0x70 == 0 else {
            throw WebSocketError(.protocolViolation, "a frame uses an extension that was not agreed on")
        }
        guard let opcode = Opcode(rawValue: first & 0xF) else {
            throw WebSocketError(.protocolViolation, "a frame has the unknown opcode \(first & 0xF)")
        }
        guard second & 0x80 == 0 else {
            throw WebSocketError(.protocolViolation, "a frame of the server is masked, which only clients do")
        }
        let isLast = first & 0x80 != 0
        let short = Int(second & 0x7F)
        guard !opcode.isControl || isLast && short <= longestControl else {
            throw WebSocketError(
                .protocolViolation, "a control frame is fragmented or longer than \(longestControl) bytes")
        }
        let count = short == 127 ? 8 : short == 126 ? 2 : 0
        guard bytes.count >= 2 + count else { return nil }
        guard count > 0 else { return Head(isLast: isLast, opcode: opcode, length: short, size: 2) }
        let number = bytes.dropFirst(2).prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Section 5.2: the shortest form, and at most 63 bits.
        guard number > (count == 2 ? 125 : 0xFFFF), number >> 63 == 0 else {
            throw WebSocketError(.protocolViolation, "the length of a frame is not in its shortest form")
        }
        guard number <= UInt64(max(most, 0)), let length = Int(exactly: number) else {
            throw WebSocketError(.tooLarge, "a frame has \(number) bytes, the most is \(most)")
        }
        return Head(isLast: isLast, opcode: opcode, length: length, size: 2 + count)
    }
}
