internal import HearthTraitCore
internal import HearthWire

extension HubRole {
    /// nil for a role that does not apply to the hub, or that this version does not know.
    init?(_ message: Hearth_V1_Role) {
        switch message {
        case .owner: self = .owner
        case .member: self = .member
        case .provider: self = .provider
        case .unspecified, .administrator, .guest, .unrecognized: return nil
        }
    }
}

extension Hearth_V1_Role {
    init(_ role: HubRole) {
        self =
            switch role {
            case .owner: .owner
            case .member: .member
            case .provider: .provider
            }
    }
}

extension HubCaller {
    init(_ message: Hearth_V1_Caller) {
        self.init(
            credentialID: message.credentialID.nonempty, role: HubRole(message.role),
            memberships: message.memberships.compactMap { Membership($0) },
            primaryStructureID: message.primaryStructureID.nonempty)
    }
}

extension HubCaller.Membership {
    /// nil for a role that does not apply to structures.
    fileprivate init?(_ message: Hearth_V1_Membership) {
        guard let role = StructureRole(message.role) else { return nil }
        self.init(
            structureID: message.structureID, personID: message.personID, role: role,
            grant: message.grant.map { GuestGrant($0) }, isOutsideHours: message.isOutsideHours)
    }
}

extension MembershipOffer {
    /// nil for a role that does not apply to structures.
    fileprivate init?(_ message: Hearth_V1_Offer) {
        guard let role = StructureRole(message.role) else { return nil }
        self.init(structureID: message.structureID, role: role, grant: message.grant.map { GuestGrant($0) })
    }
}

extension Hearth_V1_Offer {
    init(_ offer: MembershipOffer) throws(HomeError) {
        try self.init(
            structureID: offer.structureID, role: Hearth_V1_Role(offer.role),
            grant: offer.grant.map { grant throws(HomeError) in try Hearth_V1_Grant(grant) })
    }
}

extension NewInvitation {
    init(_ message: Hearth_V1_CreateInvitationResponse) {
        let link = HubLink(
            address: message.address, publicKeySHA256: message.publicKeySha256, code: message.code)
        self.init(
            id: message.invitationID, code: message.code, link: message.address.isEmpty ? nil : link,
            expiresAt: Double(message.expiresAt?.seconds ?? 0))
    }
}

extension OpenInvitation {
    init(_ message: Hearth_V1_Invitation) {
        self.init(
            id: message.id, role: HubRole(message.role), name: message.name.nonempty,
            offers: message.offers.compactMap { MembershipOffer($0) },
            expiresAt: Double(message.expiresAt?.seconds ?? 0))
    }
}

extension AuditEntry {
    init(_ message: Hearth_V1_AuditEntry) {
        self.init(
            number: message.number, time: message.time.map { Double($0.seconds) }, action: Action(message.action),
            actor: message.actor, personID: message.personID.nonempty, credentialID: message.credentialID.nonempty,
            structureID: message.structureID.nonempty, objectID: message.objectID.nonempty, summary: message.what,
            address: message.address)
    }
}

extension AuditEntry.Action {
    fileprivate init(_ message: Hearth_V1_AuditEntry.Action) {
        self =
            switch message {
            case .claim: .claim
            case .invitation: .invitation
            case .token: .token
            case .revocation: .revocation
            case .personAdded: .personAdded
            case .personChanged: .personChanged
            case .personRemoved: .personRemoved
            case .sensitiveCommand: .sensitiveCommand
            case .removal: .removal
            case .refusal: .refusal
            case .structureCreated: .structureCreated
            case .integration: .integration
            case .words: .words
            case .unspecified, .unrecognized: .unknown
            }
    }
}

extension Hearth_V1_Presence {
    init(_ presence: MemberPresence) {
        self =
            switch presence {
            case .atHome: .atHome
            case .away: .away
            case .notShared: .notShared
            }
    }
}

extension HubCredential {
    init(_ message: Hearth_V1_Credential) {
        self.init(
            id: message.id, kind: Kind(message.kind), role: HubRole(message.role), name: message.name,
            createdAt: message.createdAt.map { Double($0.seconds) },
            expiresAt: message.expiresAt.map { Double($0.seconds) },
            lastUsedAt: message.lastUsedAt.map { Double($0.seconds) },
            revokedAt: message.revokedAt.map { Double($0.seconds) }, creatorID: message.createdBy.nonempty)
    }
}

extension HubCredential.Kind {
    fileprivate init(_ message: Hearth_V1_Credential.Kind) {
        self =
            switch message {
            case .clientKey: .clientKey
            case .browserKey: .browserKey
            case .token: .token
            case .unspecified, .unrecognized: .unknown
            }
    }
}

extension String {
    /// nil for an empty text, which in messages means that a value is absent.
    fileprivate var nonempty: String? { isEmpty ? nil : self }
}
