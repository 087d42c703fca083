/// A room as the hub holds it.
struct RoomRecord: Hashable, Sendable {
    let id: String
    var name: String
}

extension RoomRecord {
    var object: NamedObject { NamedObject(kind: .room, id: id) }
}

extension ZoneRecord {
    var object: NamedObject { NamedObject(kind: .zone, id: id) }
}

extension ServiceGroupRecord {
    var object: NamedObject { NamedObject(kind: .serviceGroup, id: id) }
}

extension DeviceRecord {
    var object: NamedObject { NamedObject(kind: .device, id: id) }
}
