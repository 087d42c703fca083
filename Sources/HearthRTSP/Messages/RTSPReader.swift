/// Reads what a camera sends on a connection: responses, requests, and packets between them that begin with a dollar
/// sign (RFC 2326, section 10.12). In pieces of any size.
///
/// Cameras send packets that are longer or shorter than they say. The reader then skips bytes up to the next message or
/// packet of a known channel.
struct RTSPReader: Sendable {
    enum Event: Hashable, Sendable {
        case response(RTSPResponse)
        /// A request of the camera, with the value of its field `CSeq`.
        case request(method: String, sequence: String?)
        /// The content of a packet.
        case packet(channel: UInt8, [UInt8])
    }

    /// The longest head of a message, in bytes.
    static let mostHead = 16 << 10
    /// The longest body of a message, in bytes.
    static let mostBody = 16 << 10
    /// The most bytes that are skipped before packets are in order again.
    static let mostSkipped = 64 << 10
    /// The packets in a row after which skipped bytes are forgotten.
    private static let mendedAfter = 8
    /// The longest word with which a message begins.
    private static let longestWord = 24

    /// The channels that packets may have.
    var channels: Set<UInt8> = []

    private var input: [UInt8] = []
    /// The message whose body is not complete.
    private var head: RTSPHead?
    private var skipped = 0
    private var inOrder = 0

    /// Takes bytes of the camera.
    ///
    /// - Throws: ``RTSPError`` `.malformed`; the connection must then be closed.
    mutating func received(_ bytes: [UInt8]) throws(RTSPError) -> [Event] {
        input.append(contentsOf: bytes)
        var events: [Event] = []
        var position = 0
        while position < input.count {
            guard try read(at: &position, &events) else { break }
        }
        input.removeFirst(position)
        return events
    }

    /// - Returns: whether something was read; false if more bytes are needed.
    private mutating func read(at position: inout Int, _ events: inout [Event]) throws(RTSPError) -> Bool {
        if let head {
            guard input.count - position >= head.bodyBytes else { return false }
            self.head = nil
            let end = position + head.bodyBytes
            if let event = Self.event(head, Array(input[position..<end])) { events.append(event) }
            position = end
            return true
        }
        // In range: checked by the caller.
        let first = input[position]
        if first == UInt8(ascii: "$") { return try readPacket(at: &position, &events) }
        if first == UInt8(ascii: "\r") || first == UInt8(ascii: "\n") {
            position += 1
            return true
        }
        switch beginsMessage(at: position) {
        case nil: return false
        case false?: try skip(&position)
        case true?:
            guard let end = headEnd(from: position) else {
                guard input.count - position <= Self.mostHead else {
                    throw RTSPError(
                        .malformed, "the camera's answer has a head longer than \(Self.mostHead) bytes",
                        wayOut: "try again")
                }
                return false
            }
            let head = try RTSPHead(input[position..<end], mostBody: Self.mostBody)
            position = end
            if head.bodyBytes > 0 {
                self.head = head
            } else if let event = Self.event(head, []) {
                events.append(event)
            }
        }
        return true
    }

    private mutating func readPacket(at position: inout Int, _ events: inout [Event]) throws(RTSPError) -> Bool {
        guard input.count - position >= 4 else { return false }
        let channel = input[position + 1]
        let length = Int(input[position + 2]) << 8 | Int(input[position + 3])
        guard channels.contains(channel) else {
            try skip(&position)
            return true
        }
        guard input.count - position - 4 >= length else { return false }
        let start = position + 4
        position = start + length
        events.append(.packet(channel: channel, Array(input[start..<position])))
        inOrder += 1
        if inOrder >= Self.mendedAfter { (inOrder, skipped) = (0, 0) }
        return true
    }

    private mutating func skip(_ position: inout Int) throws(RTSPError) {
        position += 1
        skipped += 1
        inOrder = 0
        guard skipped <= Self.mostSkipped else {
            throw RTSPError(.malformed, "the camera sends bytes that are no packets", wayOut: "try again")
        }
    }

    /// Whether a message begins with a word and a space at a position; nil if more bytes are needed.
    private func beginsMessage(at position: Int) -> Bool? {
        for (offset, byte) in input[position...].prefix(Self.longestWord).enumerated() {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): continue
            // The version of a response.
            case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard offset >= 4, input[position...].starts(with: "RTSP".utf8) else { return false }
            case UInt8(ascii: " "): return offset >= 3
            default: return false
            }
        }
        return input.count - position >= Self.longestWord ? false : nil
    }

    /// The position after the empty line that ends a head.
    private func headEnd(from position: Int) -> Int? {
        var isLineEmpty = false
        for index in position..<min(input.count, position + Self.mostHead) {
            switch input[index] {
            case UInt8(ascii: "\n"):
                if isLineEmpty { return index + 1 }
                isLineEmpty = true
            case UInt8(ascii: "\r"): break
            default: isLineEmpty = false
            }
        }
        return nil
    }

    private static func event(_ head: RTSPHead, _ body: [UInt8]) -> Event? {
        if let status = head.status {
            return .response(
                RTSPResponse(status: status.code, reason: status.reason, fields: head.fields, body: body))
        }
        guard let method = head.firstLine.split(separator: " ").first, !method.hasPrefix("RTSP/") else { return nil }
        return .request(method: String(method), sequence: head.fields.first { $0.name == "cseq" }?.value)
    }
}
