public import HearthTraitCore
internal import HearthWire

/// A room of a structure.
public struct Room: HomeObject {
    let record: RoomRecord
    let reference: ConnectionReference

    init(_ record: RoomRecord, _ connection: HomeConnection) {
        self.record = record
        reference = ConnectionReference(connection)
    }

    /// Unique over all structures of a hub.
    public var id: String { record.id }
    /// The structure that it belongs to.
    public var structureID: String { record.structureID }
    /// The name that people gave it.
    public var name: String { record.name }
    public var objectType: HomeObjectType { .room }

    /// Renames the room. This value stays as it is; the new one is given back.
    ///
    /// - Throws: `HomeError`.
    public func setName(_ name: String) async throws(HomeError) -> Room {
        let connection = reference.connection
        let response: Hearth_V1_UpdateRoomResponse = try await connection.change(
            Hearth_V1_HomeMethods.updateRoom,
            Hearth_V1_UpdateRoomRequest(roomID: id, name: name, options: connection.callOptions),
            "the room's name")
        await connection.reach([response.position])
        return Room(RoomRecord(try present(response.room, "room")), connection)
    }
}
