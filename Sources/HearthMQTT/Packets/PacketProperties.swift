/// The properties of a packet from a broker (MQTT 5.0, section 2.2.2).
struct PacketProperties {
    /// The packets that the client reads properties of.
    enum Owner { case connectAnswer, publish, acknowledgement, subscribeAnswer, disconnect }

    /// A property's identifier (table 2-4).
    enum Name: UInt8 {
        case payloadFormat = 0x01
        case messageExpiry = 0x02
        case contentType = 0x03
        case responseTopic = 0x08
        case correlationData = 0x09
        case subscriptionIdentifier = 0x0B
        case sessionExpiry = 0x11
        case assignedClientID = 0x12
        case serverKeepAlive = 0x13
        case authenticationMethod = 0x15
        case authenticationData = 0x16
        case responseInformation = 0x1A
        case serverReference = 0x1C
        case reasonText = 0x1F
        case receiveMaximum = 0x21
        case topicAliasMaximum = 0x22
        case topicAlias = 0x23
        case maximumQoS = 0x24
        case retainAvailable = 0x25
        case userProperty = 0x26
        case maximumPacketSize = 0x27
        case wildcardAvailable = 0x28
        case subscriptionIdentifierAvailable = 0x29
        case sharedAvailable = 0x2A

        /// Whether a broker may send it in a packet.
        func belongs(to owner: Owner) -> Bool {
            switch self {
            case .userProperty: true
            case .reasonText: owner != .publish
            case .serverReference: owner == .connectAnswer || owner == .disconnect
            case .payloadFormat, .messageExpiry, .contentType, .responseTopic, .correlationData,
                .subscriptionIdentifier, .topicAlias:
                owner == .publish
            default: owner == .connectAnswer
            }
        }

        /// Whether a packet may have it several times.
        var isRepeatable: Bool { self == .userProperty || self == .subscriptionIdentifier }
    }

    private var numbers: [Name: UInt32] = [:]
    private var texts: [Name: String] = [:]
    /// The identifiers of the subscriptions that a message came for. Further ones are left out.
    private(set) var subscriptions: [UInt32] = []
    private static let mostSubscriptions = 256

    /// None.
    init() {}

    /// Reads the length of the properties, and them.
    init(_ reader: inout PacketReader, of owner: Owner) throws(ProtocolViolation) {
        let length = try reader.variable()
        guard length > 0 else { return }
        var part = try reader.part(length)
        var seen: Set<Name> = []
        while !part.isAtEnd {
            let id = try part.variable()
            guard let name = UInt8(exactly: id).flatMap(Name.init), name.belongs(to: owner) else {
                throw .malformed("property 0x\(String(id, radix: 16)) does not belong to this packet")
            }
            guard seen.insert(name).inserted || name.isRepeatable else {
                throw ProtocolViolation(.protocolError, "property 0x\(String(id, radix: 16)) occurs twice")
            }
            try read(name, &part)
        }
    }

    private mutating func read(_ name: Name, _ part: inout PacketReader) throws(ProtocolViolation) {
        switch name {
        case .payloadFormat, .maximumQoS, .retainAvailable, .wildcardAvailable, .subscriptionIdentifierAvailable,
            .sharedAvailable:
            numbers[name] = UInt32(try part.byte())
            guard numbers[name, default: 0] <= 1 else { throw Self.outOfRange(name) }
        case .serverKeepAlive, .topicAliasMaximum: numbers[name] = UInt32(try part.two())
        case .messageExpiry, .sessionExpiry: numbers[name] = try part.four()
        case .receiveMaximum, .topicAlias:
            numbers[name] = UInt32(try part.two())
            guard numbers[name] != 0 else { throw Self.outOfRange(name) }
        case .maximumPacketSize:
            numbers[name] = try part.four()
            guard numbers[name] != 0 else { throw Self.outOfRange(name) }
        case .subscriptionIdentifier:
            let identifier = try part.variable()
            guard identifier != 0 else { throw Self.outOfRange(name) }
            if subscriptions.count < Self.mostSubscriptions { subscriptions.append(identifier) }
        case .correlationData, .authenticationData: _ = try part.binary()
        case .userProperty:
            _ = try part.text()
            _ = try part.text()
        case .contentType, .responseTopic, .assignedClientID, .authenticationMethod, .responseInformation,
            .serverReference, .reasonText:
            texts[name] = try part.text()
        }
    }

    private static func outOfRange(_ name: Name) -> ProtocolViolation {
        let reason: MQTTReason = name == .topicAlias ? .topicAliasInvalid : .protocolError
        return ProtocolViolation(
            reason, "property 0x\(String(name.rawValue, radix: 16)) has a value that MQTT does not allow")
    }

    func number(_ name: Name) -> UInt32? { numbers[name] }
    func text(_ name: Name) -> String? { texts[name] }

    /// The broker's words about a reason: its text, and the broker that it names instead.
    var explanation: String {
        [texts[.reasonText], texts[.serverReference].map { "use \($0)" }].compactMap { $0 }.joined(separator: "; ")
    }
}
