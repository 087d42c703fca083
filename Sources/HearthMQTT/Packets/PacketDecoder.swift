/// Splits a broker's bytes into packets and decodes them, whatever the pieces in which they arrive. Holds no more than
/// the bytes that have arrived, and at most one packet beyond the last ``append(_:)``.
package struct PacketDecoder: Sendable {
    /// The version that the connection speaks.
    package let version: MQTTVersion
    /// The most bytes of a packet.
    package let mostBytes: Int
    private var buffer: [UInt8] = []
    private var start = 0
    /// The capacity that stays allocated when nothing is waiting.
    private static let keptCapacity = 128 << 10

    package init(version: MQTTVersion, mostBytes: Int) {
        self.version = version
        self.mostBytes = mostBytes
    }

    /// The bytes that wait for the rest of their packet.
    package var waitingBytes: Int { buffer.count - start }

    /// Adds bytes from the broker. Take all packets with ``next()`` before the next call.
    package mutating func append(_ bytes: [UInt8]) {
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
            start = 0
        } else if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += bytes
    }

    /// The next complete packet; nil until more bytes have arrived. After an error the connection can't be read
    /// further.
    ///
    /// A packet's first byte and length are checked as soon as they are there, not only when it is complete.
    package mutating func next() throws(ProtocolViolation) -> ServerPacket? {
        guard start < buffer.count else { return nil }
        let type = try self.type(buffer[start])
        var (length, position, shift) = (0, start + 1, 0)
        while true {
            guard shift <= 21 else { throw .malformed("a packet's length has more than four bytes") }
            guard position < buffer.count else { return nil }
            let byte = buffer[position]
            length |= Int(byte & 0x7F) << shift
            position += 1
            shift += 7
            guard byte < 0x80 else { continue }
            guard version == .v3 || byte != 0 || shift == 7 else {
                throw .malformed("a packet's length has more bytes than it needs")
            }
            break
        }
        guard position - start + length <= mostBytes else {
            throw ProtocolViolation(
                .packetTooLarge, "a packet has \(position - start + length) bytes, the limit is \(mostBytes)")
        }
        guard buffer.count - position >= length else { return nil }
        var reader = PacketReader(buffer, in: position..<position + length)
        let packet = try decode(type, flags: buffer[start] & 0x0F, &reader)
        guard reader.isAtEnd else { throw .malformed("a packet is longer than its fields") }
        start = position + length
        return packet
    }

    /// Checks a first byte (section 2.1.3).
    private func type(_ first: UInt8) throws(ProtocolViolation) -> PacketType {
        guard let type = PacketType(rawValue: first >> 4) else { throw .malformed("a packet's type is 0") }
        switch type {
        case .publish:
            guard first & 0b0110 != 0b0110 else { throw .malformed("a message has the QoS 3") }
        case .connect, .subscribe, .unsubscribe, .ping, .authentication:
            // AUTH: this client uses no enhanced authentication (section 4.12).
            throw ProtocolViolation(.protocolError, "a broker does not send packets of type \(first >> 4)")
        case .disconnect where version == .v3:
            throw ProtocolViolation(.protocolError, "a broker sends no DISCONNECT in MQTT 3.1.1")
        default:
            guard first == type.firstByte else { throw .malformed("a reserved flag is set") }
        }
        return type
    }

    private func decode(
        _ type: PacketType, flags: UInt8, _ reader: inout PacketReader
    ) throws(ProtocolViolation) -> ServerPacket {
        switch type {
        case .connectAnswer: return .connected(try connectAnswer(&reader))
        case .publish: return .publish(try publish(flags, &reader))
        case .subscribeAnswer: return try subscribeAnswer(&reader)
        case .unsubscribeAnswer: return try unsubscribeAnswer(&reader)
        case .disconnect: return try disconnect(&reader)
        case .pong: return .pong
        default:
            guard let step = Acknowledgement.Step(rawValue: type.rawValue) else {
                throw ProtocolViolation(.protocolError, "a broker does not send packets of type \(type.rawValue)")
            }
            return .acknowledgement(try acknowledgement(step, &reader))
        }
    }

    // MARK: Packets

    /// Section 3.2. A broker of MQTT 3.1.1 answers a CONNECT of MQTT 5.0 in the form of 3.1.1: two bytes.
    private func connectAnswer(_ reader: inout PacketReader) throws(ProtocolViolation) -> ConnectAnswer {
        let isShort = version == .v3 || reader.remaining == 2
        let flags = try reader.byte()
        guard flags <= 1 else { throw .malformed("a reserved flag of CONNACK is set") }
        var answer = ConnectAnswer()
        answer.isSessionPresent = flags == 1
        let code = try reader.byte()
        if isShort {
            answer.reason = MQTTReason(returnCode: code)
            guard version == .v3 || answer.reason.isFailure else {
                throw .malformed("a CONNACK of MQTT 5.0 has no properties")
            }
        } else {
            answer.reason = MQTTReason(rawValue: code)
            guard code == 0 || answer.reason.isFailure else { throw .malformed("CONNACK has an unknown reason") }
            answer.obey(try PacketProperties(&reader, of: .connectAnswer))
        }
        guard !answer.reason.isFailure || !answer.isSessionPresent else {
            throw .malformed("a refusing CONNACK speaks of a session")
        }
        return answer
    }

    /// Section 3.3.
    private func publish(_ flags: UInt8, _ reader: inout PacketReader) throws(ProtocolViolation) -> PublishPacket {
        let qos = flags >> 1 & 0b11
        let topic = try reader.text()
        guard topic.isEmpty || MQTTTopic.problem(ofName: topic) == nil else {
            throw .malformed("a message's topic has a wildcard")
        }
        let id = qos > 0 ? try reader.identifier() : 0
        let properties = version == .v5 ? try PacketProperties(&reader, of: .publish) : PacketProperties()
        // CONNECT states no Topic Alias Maximum, which means 0 (section 3.1.2.11.5).
        guard properties.number(.topicAlias) == nil else {
            throw ProtocolViolation(
                .topicAliasInvalid, "a message has a topic alias, which this client does not accept")
        }
        guard !topic.isEmpty else { throw ProtocolViolation(.protocolError, "a message has no topic") }
        let message = MQTTMessage(
            topic: topic, payload: reader.rest(), qos: qos, isRetained: flags & 0b0001 != 0)
        return PublishPacket(
            message, id: id, isDuplicate: flags & 0b1000 != 0, subscriptions: properties.subscriptions)
    }

    /// Sections 3.4 to 3.7: the reason and the properties may be missing.
    private func acknowledgement(
        _ step: Acknowledgement.Step, _ reader: inout PacketReader
    ) throws(ProtocolViolation) -> Acknowledgement {
        var answer = Acknowledgement(step, id: try reader.identifier())
        guard version == .v5, !reader.isAtEnd else { return answer }
        answer.reason = MQTTReason(rawValue: try reader.byte())
        if !reader.isAtEnd { answer.text = try PacketProperties(&reader, of: .acknowledgement).explanation }
        return answer
    }

    /// Section 3.9.
    private func subscribeAnswer(_ reader: inout PacketReader) throws(ProtocolViolation) -> ServerPacket {
        let id = try reader.identifier()
        if version == .v5 { _ = try PacketProperties(&reader, of: .subscribeAnswer) }
        let reasons = reader.rest().map { MQTTReason(rawValue: $0) }
        guard reasons.allSatisfy({ $0.rawValue <= 2 || $0.isFailure }) else {
            throw .malformed("SUBACK has an unknown reason")
        }
        return .subscribed(id: id, reasons)
    }

    /// Section 3.11.
    private func unsubscribeAnswer(_ reader: inout PacketReader) throws(ProtocolViolation) -> ServerPacket {
        let id = try reader.identifier()
        guard version == .v5 else { return .unsubscribed(id: id, []) }
        _ = try PacketProperties(&reader, of: .subscribeAnswer)
        return .unsubscribed(id: id, reader.rest().map { MQTTReason(rawValue: $0) })
    }

    /// Section 3.14.
    private func disconnect(_ reader: inout PacketReader) throws(ProtocolViolation) -> ServerPacket {
        guard !reader.isAtEnd else { return .disconnect(.success, text: "") }
        let reason = MQTTReason(rawValue: try reader.byte())
        guard !reader.isAtEnd else { return .disconnect(reason, text: "") }
        return .disconnect(reason, text: try PacketProperties(&reader, of: .disconnect).explanation)
    }
}

extension ConnectAnswer {
    fileprivate mutating func obey(_ properties: PacketProperties) {
        text = properties.explanation
        if let number = properties.number(.receiveMaximum) { receiveMaximum = UInt16(clamping: number) }
        if let number = properties.number(.maximumQoS) { maximumQoS = UInt8(clamping: number) }
        isRetainAvailable = properties.number(.retainAvailable) != 0
        areWildcardsAvailable = properties.number(.wildcardAvailable) != 0
        areIdentifiersAvailable = properties.number(.subscriptionIdentifierAvailable) != 0
        mostPacketBytes = properties.number(.maximumPacketSize)
        assignedClientID = properties.text(.assignedClientID)
        keepAlive = properties.number(.serverKeepAlive).map { UInt16(clamping: $0) }
    }
}
