internal import HearthTraitCore
internal import HearthWire

/// A snapshot of a structure: a house or flat with its rooms and devices.
public struct Structure: HomeObject {
    let record: CachedStructure
    let reference: ConnectionReference

    init(_ record: CachedStructure, _ connection: HomeConnection) {
        self.record = record
        reference = ConnectionReference(connection)
    }

    /// Unique among all structures of a hub. Never changes.
    public var id: String { record.id }
    /// The name that people see.
    public var name: String { record.name }
    public var objectType: HomeObjectType { .structure }
    /// The structure's own traits, such as the time. They don't belong to a device.
    public var traits: any TraitController {
        StructureTraitController(structureID: id, connection: reference.connection)
    }

    /// Renames the structure.
    ///
    /// - Returns: the renamed structure. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the structure has been removed.
    public func setName(_ name: String) async throws -> Structure {
        let connection = reference.connection
        let response: Hearth_V1_UpdateStructureResponse = try await connection.change(
            Hearth_V1_HomeMethods.updateStructure,
            Hearth_V1_UpdateStructureRequest(structureID: id, name: name, options: connection.callOptions),
            "the structure's name")
        await connection.reach([response.position])
        return Structure(CachedStructure(try present(response.structure, "structure")), connection)
    }

    /// Adds a room.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the structure has been removed.
    public func createRoom(name: String) async throws -> Room {
        let connection = reference.connection
        let response: Hearth_V1_CreateRoomResponse = try await connection.change(
            Hearth_V1_HomeMethods.createRoom,
            Hearth_V1_CreateRoomRequest(structureID: id, name: name, options: connection.callOptions),
            "the new room")
        await connection.reach([response.position])
        return Room(CachedRoom(try present(response.room, "room")), connection)
    }

    /// Removes a room. Its devices stay in the structure, without a room.
    ///
    /// - Throws: `HomeError` with code `.notFound` if the room has already been removed.
    public func deleteRoom(_ room: Room) async throws {
        try await deleteRoom(id: room.id)
    }

    /// Removes the room with this ID. Its devices stay in the structure, without a room.
    ///
    /// - Throws: `HomeError` with code `.notFound` if there is no such room.
    public func deleteRoom(id roomID: String) async throws {
        let connection = reference.connection
        let response: Hearth_V1_DeleteRoomResponse = try await connection.change(
            Hearth_V1_HomeMethods.deleteRoom,
            Hearth_V1_DeleteRoomRequest(roomID: roomID, options: connection.callOptions),
            "the removal of the room")
        await connection.reach([response.position])
    }

    /// Moves a device to a room; nil removes it from its room.
    ///
    /// - Returns: the device after the move.
    /// - Throws: `HomeError` with code `.notFound` if the device or the room doesn't exist.
    @discardableResult
    public func move(device: HomeDevice, to room: Room?) async throws -> HomeDevice {
        let record = try await update(device.id, roomID: room?.id)
        return device.with(record)
    }

    /// Moves a device to a room by their IDs; nil removes it from its room.
    ///
    /// - Returns: the device after the move.
    /// - Throws: `HomeError` with code `.notFound` if the device or the room doesn't exist.
    @discardableResult
    public func move(device deviceID: String, to roomID: String?) async throws -> HomeDevice {
        let record = try await update(deviceID, roomID: roomID)
        let connection = reference.connection
        return HomeDevice(record, connectivity: connection.withCache { $0.connectivity(of: record.id) }, connection)
    }

    private func update(_ deviceID: String, roomID: String?) async throws -> CachedDevice {
        let connection = reference.connection
        return try await connection.updateDevice(
            Hearth_V1_UpdateDeviceRequest(deviceID: deviceID, roomID: roomID ?? "", options: connection.callOptions))
    }
}
