internal import HearthTraitCore
internal import HearthWire

extension CachedZone {
    init(_ message: Hearth_V1_Zone) {
        self.init(
            id: message.id, structureID: message.structureID, name: message.name, roomIDs: message.roomIDs,
            aliases: message.aliases)
    }
}

extension ServiceReference {
    /// nil if the endpoint number is out of range.
    init?(_ message: Hearth_V1_ServiceReference) {
        guard let endpoint = UInt16(exactly: message.endpoint) else { return nil }
        self.init(deviceID: message.deviceID, endpoint: endpoint, type: message.type, part: message.part)
    }
}

extension Hearth_V1_ServiceReference {
    init(_ reference: ServiceReference) {
        self.init(
            deviceID: reference.deviceID, endpoint: UInt32(reference.endpoint), type: reference.type,
            part: reference.part)
    }
}

extension CachedServiceGroup {
    init(_ message: Hearth_V1_ServiceGroup) {
        self.init(
            id: message.id, structureID: message.structureID, name: message.name,
            services: message.services.compactMap { ServiceReference($0) })
    }
}

extension CachedServiceSetting {
    /// nil if the endpoint number is out of range.
    init?(_ message: Hearth_V1_ServiceSetting) {
        guard let endpoint = UInt16(exactly: message.endpoint) else { return nil }
        self.init(
            endpoint: endpoint, type: message.type, part: message.part,
            name: message.name.isEmpty ? nil : message.name,
            associatedType: message.associatedType.isEmpty ? nil : message.associatedType)
    }
}

extension StructureMember {
    /// nil for a role that does not apply to structures.
    init?(_ message: Hearth_V1_Person) {
        guard let role = StructureRole(message.role) else { return nil }
        self.init(
            id: message.id, structureID: message.structureID, name: message.name, role: role,
            grant: message.grant.map { GuestGrant($0) })
    }
}

extension StructureRole {
    /// The role; nil for a role that does not apply to structures.
    init?(_ message: Hearth_V1_Role) {
        switch message {
        case .owner: self = .owner
        case .administrator: self = .administrator
        case .guest: self = .guest
        case .unrecognized: self = .unknown
        case .unspecified, .provider, .member: return nil
        }
    }
}

extension Hearth_V1_Role {
    init(_ role: StructureRole) {
        self =
            switch role {
            case .owner: .owner
            case .administrator: .administrator
            case .guest: .guest
            case .unknown: .unspecified
            }
    }
}

extension CachedCaller {
    init(_ message: Hearth_V1_Caller) {
        for membership in message.memberships {
            guard let role = StructureRole(membership.role) else { continue }
            memberships[membership.structureID] = CachedMembership(
                personID: membership.personID, role: role,
                sharesPresence: [.atHome, .away, .unknown].contains(membership.presence))
        }
        primaryStructureID = message.primaryStructureID.isEmpty ? nil : message.primaryStructureID
    }
}
