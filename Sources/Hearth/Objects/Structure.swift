internal import HearthTraitCore

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
        return Structure(try await HomeModel(connection).renameStructure(id, name), connection)
    }

    /// Adds a room.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the structure has been removed.
    public func createRoom(name: String) async throws -> Room {
        let connection = reference.connection
        return Room(try await HomeModel(connection).createRoom(in: id, name: name), connection)
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
        try await HomeModel(reference.connection).deleteRoom(roomID)
    }

    /// Moves a device to a room; nil removes it from its room.
    ///
    /// - Returns: the device after the move.
    /// - Throws: `HomeError` with code `.notFound` if the device or the room doesn't exist.
    @discardableResult
    public func move(device: HomeDevice, to room: Room?) async throws -> HomeDevice {
        device.with(try await HomeModel(reference.connection).updateDevice(device.id, roomID: room?.id ?? ""))
    }

    /// Moves a device to a room by their IDs; nil removes it from its room.
    ///
    /// - Returns: the device after the move.
    /// - Throws: `HomeError` with code `.notFound` if the device or the room doesn't exist.
    @discardableResult
    public func move(device deviceID: String, to roomID: String?) async throws -> HomeDevice {
        let connection = reference.connection
        let record = try await HomeModel(connection).updateDevice(deviceID, roomID: roomID ?? "")
        return HomeDevice(record, connectivity: connection.withCache { $0.connectivity(of: record.id) }, connection)
    }
}
