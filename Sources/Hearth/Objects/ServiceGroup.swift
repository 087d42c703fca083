internal import HearthTraitCore

/// A service of a device, as HomeKit divides devices: the member of a ``ServiceGroup``.
public struct ServiceReference: Hashable, Sendable {
    /// ID of the device.
    public let deviceID: String
    /// Number of the endpoint.
    public let endpoint: UInt16
    /// UUID of the service's type, short for standard types.
    public let type: String
    /// Distinguishes services of one type on one endpoint.
    public let part: UInt32

    /// Creates a reference.
    public init(deviceID: String, endpoint: UInt16, type: String, part: UInt32 = 0) {
        self.deviceID = deviceID
        self.endpoint = endpoint
        self.type = type
        self.part = part
    }
}

/// A snapshot of a group of services that people use together, such as all lamps of a hall.
public struct ServiceGroup: Hashable, Identifiable, Sendable {
    let record: CachedServiceGroup
    let reference: ConnectionReference

    init(_ record: CachedServiceGroup, _ connection: HomeConnection) {
        self.record = record
        reference = ConnectionReference(connection)
    }

    /// Unique among all structures of a hub. Never changes.
    public var id: String { record.id }
    /// ID of its structure.
    public var structureID: String { record.structureID }
    /// The name that people see.
    public var name: String { record.name }
    /// Its services, in the order in which they were added.
    public var services: [ServiceReference] { record.services }

    /// Renames the group.
    ///
    /// - Returns: the renamed group. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the group has been removed.
    public func setName(_ name: String) async throws -> ServiceGroup {
        let connection = reference.connection
        return ServiceGroup(try await HomeModel(connection).updateGroup(id, name: name), connection)
    }

    /// Adds services and removes others, all or none.
    ///
    /// - Returns: the group afterwards. This value doesn't change.
    /// - Throws: `HomeError`: `.notFound` if the group or a service has been removed, `.invalidArgument` for a service of
    ///   another structure.
    public func update(
        adding added: [ServiceReference] = [], removing removed: [ServiceReference] = []
    ) async throws -> ServiceGroup {
        let connection = reference.connection
        return ServiceGroup(try await HomeModel(connection).updateGroup(id, add: added, remove: removed), connection)
    }
}

extension Home {
    /// The service groups of all structures.
    public func serviceGroups() -> any Query<ServiceGroup> {
        HomeQuery(connection: connection) { connection, cache in
            Set(cache.state.groups.values.map { ServiceGroup($0, connection) })
        }
    }
}

extension Structure {
    /// Adds a service group.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the structure has been removed.
    public func createServiceGroup(name: String) async throws -> ServiceGroup {
        let connection = reference.connection
        return ServiceGroup(try await HomeModel(connection).createGroup(in: id, name: name), connection)
    }

    /// Removes the service group with this ID. Its devices stay.
    ///
    /// - Throws: `HomeError` with code `.notFound` if there is no such group.
    public func deleteServiceGroup(id groupID: String) async throws {
        try await HomeModel(reference.connection).deleteGroup(groupID)
    }
}
