internal import HearthWire

/// A structure as it is after an edit.
public struct HubStructure: Sendable {
    /// Unique over all hubs.
    public let id: String
    /// Display name.
    public let name: String
    let message: Hearth_V1_Structure

    init(_ state: StructureState) {
        id = state.id
        name = state.name
        message = state.message
    }
}

/// A room as it is after an edit.
public struct HubRoom: Sendable {
    /// Unique over all hubs.
    public let id: String
    /// ID of its structure.
    public let structureID: String
    /// Display name.
    public let name: String
    let message: Hearth_V1_Room

    init(_ room: RoomRecord, in state: StructureState) {
        id = room.id
        structureID = state.id
        name = room.name
        message = state.message(room)
    }
}

/// A device as it is after an edit.
public struct HubDevice: Sendable {
    /// Unique in all structures of the hub.
    public let id: String
    /// ID of its structure.
    public let structureID: String
    /// ID of its room; nil if it is in none.
    public let roomID: String?
    /// Display name: the one that somebody gave it, or else the provider's.
    public let name: String
    let message: Hearth_V1_Device

    init(_ device: DeviceRecord, in state: StructureState) {
        id = device.id
        structureID = state.id
        roomID = device.roomID
        name = device.name
        message = state.message(device)
    }
}
