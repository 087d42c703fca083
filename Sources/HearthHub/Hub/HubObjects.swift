internal import HearthWire

/// A structure as it is after an edit.
public struct HubStructure: Sendable {
    /// Its id, unique over all hubs.
    public let id: String
    /// The name that people gave it.
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
    /// Its id, unique over all hubs.
    public let id: String
    /// The structure that it is part of.
    public let structureID: String
    /// The name that people gave it.
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
    /// Its id, unique over all structures of the hub.
    public let id: String
    /// The structure that it belongs to.
    public let structureID: String
    /// The room that it is in; nil when it is in none.
    public let roomID: String?
    /// The name that people gave it, or else its provider's.
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
