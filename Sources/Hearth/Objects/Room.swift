internal import HearthTraitCore

/// A snapshot of a room.
public struct Room: HomeObject {
    let record: CachedRoom
    let reference: ConnectionReference

    init(_ record: CachedRoom, _ connection: HomeConnection) {
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
    public var objectType: HomeObjectType { .room }

    /// Renames the room.
    ///
    /// - Returns: the renamed room. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the room has been removed.
    public func setName(_ name: String) async throws -> Room {
        let connection = reference.connection
        return Room(try await HomeModel(connection).updateRoom(id, name: name), connection)
    }

    /// Gives the room other names that people say for it, at most 8. An empty list removes them.
    ///
    /// - Returns: the room afterwards. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid alias, `.alreadyExists` for one that is in use,
    ///   `.resourceExhausted` for more than 8, `.notFound` if the room has been removed.
    public func setAliases(_ aliases: [String]) async throws -> Room {
        let connection = reference.connection
        return Room(try await HomeModel(connection).updateRoom(id, aliases: aliases), connection)
    }
}
