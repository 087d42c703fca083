/// A message of DNS (RFC 1035, section 4).
package struct DNSMessage: Hashable, Sendable {
    /// The number that an answer repeats; 0 in multicast DNS (RFC 6762, section 18.1).
    package var id: UInt16 = 0
    /// The bits of the header as they are.
    package var flags: UInt16 = 0
    package var questions: [DNSQuestion] = []
    /// Answers; in a query those that the asker knows already (RFC 6762, section 7.1).
    package var answers: [DNSRecord] = []
    /// In a probe the records that the prober wants to own (RFC 6762, section 8.2).
    package var authorities: [DNSRecord] = []
    package var additionals: [DNSRecord] = []

    /// The most bytes of a message of multicast DNS (RFC 6762, section 17).
    package static let longest = 9000

    package init() {}

    private static let responseFlag: UInt16 = 0x8000
    private static let authoritativeFlag: UInt16 = 0x0400
    static let truncatedFlag: UInt16 = 0x0200
    /// The bits of operation and error; messages with any are ignored (RFC 6762, sections 18.3 and 18.11).
    private static let operationFlags: UInt16 = 0x780F

    /// Creates a query.
    package static func query(
        _ questions: [DNSQuestion], known: [DNSRecord] = [], authorities: [DNSRecord] = []
    ) -> DNSMessage {
        var message = DNSMessage()
        message.questions = questions
        message.answers = known
        message.authorities = authorities
        return message
    }

    /// Creates an authoritative response.
    package static func response(_ answers: [DNSRecord], additionals: [DNSRecord] = []) -> DNSMessage {
        var message = DNSMessage()
        message.flags = responseFlag | authoritativeFlag
        message.answers = answers
        message.additionals = additionals
        return message
    }

    package var isResponse: Bool { flags & Self.responseFlag != 0 }
    /// Whether another message with known answers follows (RFC 6762, section 7.2).
    package var isTruncated: Bool { flags & Self.truncatedFlag != 0 }
    /// Whether it is a standard query or response without an error.
    package var isStandard: Bool { flags & Self.operationFlags == 0 }
}

extension DNSMessage {
    /// Reads a message. Anything malformed refuses the whole message.
    package init(_ bytes: [UInt8]) throws(DNSError) {
        guard bytes.count <= Self.longest else {
            throw DNSError(
                code: .tooLong, message: "a message has \(bytes.count) bytes, more than the \(Self.longest) allowed")
        }
        var reader = DNSReader(bytes)
        id = try reader.number16()
        flags = try reader.number16()
        let counts = (
            try reader.number16(), try reader.number16(), try reader.number16(), try reader.number16()
        )
        for _ in 0..<counts.0 { questions.append(try reader.question()) }
        for _ in 0..<counts.1 { answers.append(try reader.record()) }
        for _ in 0..<counts.2 { authorities.append(try reader.record()) }
        for _ in 0..<counts.3 { additionals.append(try reader.record()) }
    }

    /// The message in packets of at most `limit` bytes; a single record that is longer has its own, of at most
    /// ``longest`` bytes.
    ///
    /// Answers that do not fit follow in further packets. Those of a query say so by the flag "truncated" of all but
    /// the last (RFC 6762, section 7.2). Questions and authorities stay together. Additional records that do not fit
    /// are left out.
    package func packets(limit: Int = 1440) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var writer = DNSWriter(id: id, flags: flags)
        for question in questions { _ = writer.add(question, limit: Self.longest) }
        for record in answers {
            if writer.add(record, to: .answers, limit: limit) { continue }
            if !writer.isEmpty {
                packets.append(writer.finished(isTruncated: !isResponse))
                writer = DNSWriter(id: id, flags: flags)
            }
            _ = writer.add(record, to: .answers, limit: Self.longest)
        }
        for record in authorities { _ = writer.add(record, to: .authorities, limit: Self.longest) }
        for record in additionals where !writer.add(record, to: .additionals, limit: limit) { break }
        if !writer.isEmpty { packets.append(writer.finished(isTruncated: false)) }
        return packets
    }
}
