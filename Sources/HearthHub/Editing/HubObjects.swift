internal import HearthHomeState
public import HearthStore
internal import HearthWire

/// A structure as it is after an edit.
public struct HubStructure: Sendable {
    /// Unique over all hubs.
    public let id: String
    /// Display name.
    public let name: String
    /// Name of its time zone in the IANA database; empty for the hub's.
    public let timeZone: String
    /// Where it is; nil while that is not known.
    public let location: StoredLocation?
    let message: Hearth_V1_Structure

    init(_ state: StructureState) {
        id = state.id
        name = state.name
        timeZone = state.place.timeZone
        location = state.place.location.map { StoredLocation($0) }
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

/// A zone as it is after an edit.
public struct HubZone: Sendable {
    /// Unique over all hubs.
    public let id: String
    /// ID of its structure.
    public let structureID: String
    /// Display name.
    public let name: String
    /// IDs of its rooms, in the order in which they were added.
    public let roomIDs: [String]
    let message: Hearth_V1_Zone

    init(_ zone: ZoneRecord, in state: StructureState) {
        id = zone.id
        structureID = state.id
        name = zone.name
        roomIDs = zone.roomIDs
        message = state.message(zone)
    }
}

/// A service group as it is after an edit.
struct HubServiceGroup: Sendable {
    let message: Hearth_V1_ServiceGroup

    init(_ group: ServiceGroupRecord, in state: StructureState) { message = state.message(group) }
}

/// A device as it is after an edit.
public struct HubDevice: Sendable {
    /// Unique in all structures of the hub.
    public let id: String
    /// ID of its structure.
    public let structureID: String
    /// ID of its room; nil if it is in none.
    public let roomID: String?
    /// Display name: the one that a person gave it, or else the provider's.
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
