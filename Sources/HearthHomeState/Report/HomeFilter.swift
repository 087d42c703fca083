package import HearthWire

extension WatchView {
    /// A filter of `HomeService.Watch`; sets that are empty let everything pass.
    package struct HomeFilter: Hashable, Sendable {
        var structures: Set<String> = []
        var devices: Set<String> = []
        var rooms: Set<String> = []
        var deviceTypes: Set<UInt32> = []
        var traits: Set<UInt32> = []
        /// The attributes that pass, by trait; all attributes of other traits pass.
        var attributes: [UInt32: Set<UInt32>] = [:]
        /// The events that pass, by trait; all events of other traits pass.
        var events: [UInt32: Set<UInt32>] = [:]
        var objectsOnly = false
        /// The devices of a structure that ``rooms`` and ``deviceTypes`` select; nil before they are resolved, and if
        /// these are empty.
        var members: Set<String>?

        package init() {}

        package init(_ filter: Hearth_V1_WatchFilter) {
            structures = Set(filter.structureIDs)
            devices = Set(filter.deviceIDs)
            rooms = Set(filter.roomIDs)
            deviceTypes = Set(filter.deviceTypeIDs)
            traits = Set(filter.traitIDs)
            for entry in filter.attributes { attributes[entry.traitID, default: []].formUnion(entry.attributeIDs) }
            for entry in filter.events { events[entry.traitID, default: []].formUnion(entry.eventIDs) }
            objectsOnly = filter.objectsOnly
        }

        var isOpen: Bool { self == HomeFilter() }

        /// Whether the devices that pass depend on their present rooms and types.
        package var selectsDevices: Bool { !rooms.isEmpty || !deviceTypes.isEmpty }

        func passes(device id: String) -> Bool {
            (devices.isEmpty || devices.contains(id)) && members?.contains(id) ?? true
        }

        /// The devices to which it is limited; nil if it is not limited.
        var shownDevices: Set<String>? {
            guard let members else { return devices.isEmpty ? nil : devices }
            return devices.isEmpty ? members : members.intersection(devices)
        }

        package func selects(room: String?, types: some Sequence<UInt32>) -> Bool {
            (rooms.isEmpty || room.map { rooms.contains($0) } ?? false)
                && (deviceTypes.isEmpty || types.contains { deviceTypes.contains($0) })
        }
    }
}
