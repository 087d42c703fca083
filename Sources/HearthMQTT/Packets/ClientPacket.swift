/// A packet that a client sends.
package enum ClientPacket: Hashable, Sendable {
    case connect(ConnectPacket)
    case publish(PublishPacket)
    /// PUBACK, PUBREC, PUBREL or PUBCOMP.
    case acknowledgement(Acknowledgement)
    /// SUBSCRIBE. The identifier, of MQTT 5.0, comes back with each message for these subscriptions.
    case subscribe(id: UInt16, [MQTTFilter], identifier: UInt32? = nil)
    case unsubscribe(id: UInt16, [String])
    /// PINGREQ.
    case ping
    /// DISCONNECT. The reason and the expiry of the session, in seconds, are of MQTT 5.0; nil leaves the expiry as
    /// CONNECT stated it.
    case disconnect(MQTTReason, sessionExpiry: UInt32?)

    /// The packet's bytes. Texts of more than 65,535 bytes were refused before.
    package func encoded(for version: MQTTVersion) -> [UInt8] {
        var writer = PacketWriter()
        switch self {
        case .connect(let packet): return packet.encoded()
        case .publish(let packet):
            return packet.encoded(for: version)
        case .acknowledgement(let answer):
            writer.two(answer.id)
            // Section 3.4.2.1: success is left out.
            if version == .v5, answer.reason != .success { writer.byte(answer.reason.rawValue) }
            let type = PacketType(rawValue: answer.step.rawValue) ?? .publishAnswer
            return writer.packet(type.firstByte)
        case .subscribe(let id, let filters, let identifier):
            writer.two(id)
            if version == .v5 { writer.properties(Self.properties(identifier)) }
            for filter in filters {
                writer.text(filter.text)
                // Section 3.8.3.1; Retain Handling 0 asks for the kept messages each time.
                writer.byte(version == .v5 && filter.isNoLocal ? filter.qos | 0b0100 : filter.qos)
            }
            return writer.packet(PacketType.subscribe.firstByte)
        case .unsubscribe(let id, let filters):
            writer.two(id)
            if version == .v5 { writer.variable(0) }
            for filter in filters { writer.text(filter) }
            return writer.packet(PacketType.unsubscribe.firstByte)
        case .ping: return writer.packet(PacketType.ping.firstByte)
        case .disconnect(let reason, let expiry):
            guard version == .v5 else { return writer.packet(PacketType.disconnect.firstByte) }
            // Section 3.14.2.1: without properties a normal disconnection has no reason.
            if let expiry {
                writer.byte(reason.rawValue)
                writer.variable(5)
                writer.byte(PacketProperties.Name.sessionExpiry.rawValue)
                writer.four(expiry)
            } else if reason != .success {
                writer.byte(reason.rawValue)
            }
            return writer.packet(PacketType.disconnect.firstByte)
        }
    }

    /// The properties of a SUBSCRIBE (section 3.8.2.1).
    private static func properties(_ identifier: UInt32?) -> PacketWriter {
        var writer = PacketWriter()
        if let identifier {
            writer.byte(PacketProperties.Name.subscriptionIdentifier.rawValue)
            writer.variable(Int(identifier))
        }
        return writer
    }
}

extension PublishPacket {
    /// The most bytes of a packet after its length (section 1.5.5).
    private static let mostLength = 268_435_455

    /// The size of the packet in bytes; nil if no packet can be as long.
    func size(for version: MQTTVersion) -> Int? {
        let length =
            2 + message.topic.utf8.count + (message.qos > 0 ? 2 : 0) + (version == .v5 ? 1 : 0)
            + message.payload.count
        guard length <= Self.mostLength else { return nil }
        return 1 + PacketWriter.size(ofVariable: length) + length
    }

    func encoded(for version: MQTTVersion) -> [UInt8] {
        var writer = PacketWriter()
        writer.text(message.topic)
        if message.qos > 0 { writer.two(id) }
        if version == .v5 { writer.variable(0) }
        writer.raw(message.payload)
        let flags = message.qos << 1 | (message.isRetained ? 1 : 0) | (isDuplicate ? 0b1000 : 0)
        return writer.packet(PacketType.publish.firstByte | flags)
    }
}

/// A CONNECT (section 3.1).
package struct ConnectPacket: Hashable, Sendable {
    package var version: MQTTVersion
    package var clientID: String
    /// Whether the broker forgets the session of this client id.
    package var isCleanStart = true
    /// In seconds.
    package var keepAlive: UInt16 = 60
    package var user: String?
    package var password: [UInt8]?
    package var will: MQTTMessage?
    /// How long the broker keeps the session after the connection, in seconds. Of MQTT 5.0.
    package var sessionExpiry: UInt32 = 0
    /// Receive Maximum of MQTT 5.0: how many messages of QoS 1 and 2 may be in flight to the client.
    package var receiveMaximum = UInt16.max
    /// The most bytes of a packet that the client takes. Of MQTT 5.0.
    package var mostPacketBytes: UInt32?

    package init(version: MQTTVersion, clientID: String) {
        self.version = version
        self.clientID = clientID
    }

    func encoded() -> [UInt8] {
        var writer = PacketWriter()
        writer.text("MQTT")
        writer.byte(version.rawValue)
        // Section 3.1.2.3.
        var flags: UInt8 = isCleanStart ? 0b10 : 0
        if let will { flags |= 0b100 | will.qos << 3 | (will.isRetained ? 0b10_0000 : 0) }
        if password != nil { flags |= 0b100_0000 }
        if user != nil { flags |= 0b1000_0000 }
        writer.byte(flags)
        writer.two(keepAlive)
        if version == .v5 { writer.properties(properties) }
        writer.text(clientID)
        if let will {
            if version == .v5 { writer.variable(0) }
            writer.text(will.topic)
            writer.binary(will.payload)
        }
        if let user { writer.text(user) }
        if let password { writer.binary(password) }
        return writer.packet(PacketType.connect.firstByte)
    }

    /// Section 3.1.2.11; defaults are left out.
    private var properties: PacketWriter {
        var writer = PacketWriter()
        if sessionExpiry != 0 {
            writer.byte(PacketProperties.Name.sessionExpiry.rawValue)
            writer.four(sessionExpiry)
        }
        if receiveMaximum != .max {
            writer.byte(PacketProperties.Name.receiveMaximum.rawValue)
            writer.two(receiveMaximum)
        }
        if let mostPacketBytes {
            writer.byte(PacketProperties.Name.maximumPacketSize.rawValue)
            writer.four(mostPacketBytes)
        }
        return writer
    }
}
