internal import HearthTraitCore

/// A snapshot of a zone: a group of rooms, such as a floor.
public struct Zone: Hashable, Identifiable, Sendable {
    let record: CachedZone
    let reference: ConnectionReference

    init(_ record: CachedZone, _ connection: HomeConnection) {
        self.record = record
        reference = ConnectionReference(connection)
    }

    /// Unique among all structures of a hub. Never changes.
    public var id: String { record.id }
    /// ID of its structure.
    public var structureID: String { record.structureID }
    /// The name that people see.
    public var name: String { record.name }
    /// Other names that people say for it.
    public var aliases: [String] { record.aliases }
    /// IDs of its rooms, in the order in which they were added.
    public var roomIDs: [String] { record.roomIDs }

    /// Renames the zone.
    ///
    /// - Returns: the renamed zone. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the zone has been removed.
    public func setName(_ name: String) async throws -> Zone {
        let connection = reference.connection
        return Zone(try await HomeModel(connection).updateZone(id, name: name), connection)
    }

    /// Gives the zone other names that people say for it, at most 8. An empty list removes them.
    ///
    /// - Returns: the zone afterwards. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid alias, `.alreadyExists` for one that is in use,
    ///   `.resourceExhausted` for more than 8, `.notFound` if the zone has been removed.
    public func setAliases(_ aliases: [String]) async throws -> Zone {
        let connection = reference.connection
        return Zone(try await HomeModel(connection).updateZone(id, aliases: aliases), connection)
    }

    /// Adds rooms and removes others by their IDs, all or none.
    ///
    /// - Returns: the zone afterwards. This value doesn't change.
    /// - Throws: `HomeError`: `.notFound` if the zone or a room has been removed, `.invalidArgument` for a room of another
    ///   structure.
    public func update(
        addingRooms added: [String] = [], removingRooms removed: [String] = []
    ) async throws -> Zone {
        let connection = reference.connection
        return Zone(try await HomeModel(connection).updateZone(id, add: added, remove: removed), connection)
    }
}

extension Home {
    /// The zones of all structures.
    public func zones() -> any Query<Zone> {
        HomeQuery(connection: connection) { connection, cache in
            Set(cache.state.zones.values.map { Zone($0, connection) })
        }
    }
}

extension Structure {
    /// Adds a zone.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the structure has been removed.
    public func createZone(name: String) async throws -> Zone {
        let connection = reference.connection
        return Zone(try await HomeModel(connection).createZone(in: id, name: name), connection)
    }

    /// Removes the zone with this ID. Its rooms stay.
    ///
    /// - Throws: `HomeError` with code `.notFound` if there is no such zone.
    public func deleteZone(id zoneID: String) async throws {
        try await HomeModel(reference.connection).deleteZone(zoneID)
    }
}
