/// A room as the hub holds it.
package struct RoomRecord: Hashable, Sendable {
    package let id: String
    package var name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

extension RoomRecord {
    var object: NamedObject { NamedObject(kind: .room, id: id) }
}

extension ZoneRecord {
    package var object: NamedObject { NamedObject(kind: .zone, id: id) }
}

extension ServiceGroupRecord {
    package var object: NamedObject { NamedObject(kind: .serviceGroup, id: id) }
}

extension DeviceRecord {
    package var object: NamedObject { NamedObject(kind: .device, id: id) }
}
