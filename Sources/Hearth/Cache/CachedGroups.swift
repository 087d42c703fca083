/// The hub's description of a zone: a group of rooms.
package struct CachedZone: Hashable, Sendable {
    package let id: String
    package var structureID: String
    package var name: String
    /// Its rooms, in the order in which they were added.
    package var roomIDs: [String]
    package var aliases: [String] = []
}

/// The hub's description of a group of services.
package struct CachedServiceGroup: Hashable, Sendable {
    package let id: String
    package var structureID: String
    package var name: String
    /// Its services, in the order in which they were added.
    package var services: [ServiceReference]
}

/// The settings that people made for a service of a device.
package struct CachedServiceSetting: Hashable, Sendable {
    package let endpoint: UInt16
    /// As in ``ServiceReference``.
    package let type: String
    package let part: UInt32
    /// nil if it has no name.
    package var name: String?
    /// UUID of the type of service that is plugged in or watched; nil if not set.
    package var associatedType: String?
}

/// The memberships of this client's person.
package struct CachedCaller: Hashable, Sendable {
    /// The memberships by the structure's ID.
    package var memberships: [String: CachedMembership] = [:]
    /// ID of the person's primary structure; nil if it has none.
    package var primaryStructureID: String?
}

/// The membership of this client's person in a structure.
package struct CachedMembership: Hashable, Sendable {
    /// ``StructureMember/id`` of the person.
    package var personID: String
    package var role: StructureRole
    /// Whether the person shares its presence.
    package var sharesPresence = false
}
