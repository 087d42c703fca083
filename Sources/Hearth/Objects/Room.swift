internal import HearthTraitCore
internal import HearthWire

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
    public var objectType: HomeObjectType { .room }

    /// Renames the room.
    ///
    /// - Returns: the renamed room. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the room has been removed.
    public func setName(_ name: String) async throws -> Room {
        let connection = reference.connection
        let response: Hearth_V1_UpdateRoomResponse = try await connection.change(
            Hearth_V1_HomeMethods.updateRoom,
            Hearth_V1_UpdateRoomRequest(roomID: id, name: name, options: connection.callOptions),
            "the room's name")
        await connection.reach([response.position])
        return Room(CachedRoom(try present(response.room, "room")), connection)
    }
}
