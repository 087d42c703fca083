internal import HearthRPC
public import HearthWire

/// A member of a structure.
public struct StoredPerson: Hashable, Sendable {
    /// Unique ID of the membership.
    public var id: String
    /// ID of the structure.
    public var structureID: String
    /// The identity of the person: the same in all structures, and for all of the person's credentials. Never sent to
    /// anyone.
    public var identity: String
    /// The name that people see.
    public var name: String
    /// The raw value of the role: 1 for owner, 3 for administrator, 4 for guest.
    public var role: Int64
    /// An encoded `hearth.v1.Grant`, for guests; otherwise empty.
    public var grant: [UInt8]

    /// Creates a member.
    public init(id: String, structureID: String, identity: String, name: String, role: Int64, grant: [UInt8] = []) {
        self.id = id
        self.structureID = structureID
        self.identity = identity
        self.name = name
        self.role = role
        self.grant = grant
    }
}

/// A role in a structure that an invitation grants.
public struct StoredOffer: Hashable, Sendable {
    /// ID of the structure.
    public var structureID: String
    /// As in ``StoredPerson``.
    public var role: Int64
    /// As in ``StoredPerson``.
    public var grant: [UInt8]

    /// Creates an offer.
    public init(structureID: String, role: Int64, grant: [UInt8] = []) {
        self.structureID = structureID
        self.role = role
        self.grant = grant
    }
}

extension StoredOffer {
    /// Decodes ``content(of:)``.
    ///
    /// - Returns: the offers, and the lifetime of the invitation in seconds.
    /// - Throws: ``StoreError`` with code `damaged`.
    package static func offers(in content: [UInt8]) throws(StoreError) -> (offers: [StoredOffer], life: Int64) {
        guard let message: Hearth_V1_CreateInvitationRequest = message(of: content) else {
            throw StoreError(.damaged, "the offers of an invitation can't be read; restore a backup")
        }
        return (message.offers.map(StoredOffer.init), message.validFor?.seconds ?? StoredInvitation.formerLife)
    }

    /// The offers and the lifetime of an invitation in their stored form, an encoded
    /// `hearth.v1.CreateInvitationRequest`.
    package static func content(of invitation: StoredInvitation) -> [UInt8] {
        let isFormer = invitation.life == StoredInvitation.formerLife
        return bytes(
            of: Hearth_V1_CreateInvitationRequest(
                offers: invitation.offers.map(\.message),
                validFor: isFormer ? nil : Google_Protobuf_Duration(seconds: invitation.life)))
    }

    private static func message<Message: RPCMessage>(of bytes: [UInt8]) -> Message? {
        try? Message(serialized: bytes.span.bytes)
    }

    private static func bytes(of message: some RPCMessage) -> [UInt8] { message.serialized(reserving: 0) }

    /// Creates an offer from its message.
    public init(_ offer: Hearth_V1_Offer) {
        self.init(
            structureID: offer.structureID, role: Int64(offer.role.rawValue),
            grant: offer.grant.map { Self.bytes(of: $0) } ?? [])
    }

    /// The offer as a message. An unreadable grant is left out.
    public var message: Hearth_V1_Offer {
        Hearth_V1_Offer(
            structureID: structureID, role: Hearth_V1_Role(rawValue: Int32(clamping: role)),
            grant: grant.isEmpty ? nil : Self.message(of: grant))
    }
}
