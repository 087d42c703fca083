internal import HearthBase
internal import HearthTraitCore
internal import HearthWire

/// What a structure is at a moment, without what it remembers: cheap to copy, and to hold while the structure goes on.
struct StructureObjects: Sendable {
    let position: StructurePosition
    let name: String
    let place: StructurePlace
    let rooms: [RoomRecord]
    let groupings: Groupings
    let devices: SortedTable<DeviceRecord>
    let people: [PersonRecord]
    let automations: SortedTable<ShownAutomation>
}

extension StructureObjects: StructureReading {
    var id: String { position.structureID }
}

extension StructureState: StructureReading {}

/// Where the objects of a structure can be read.
protocol StructureReading {
    var id: String { get }
    var name: String { get }
    var place: StructurePlace { get }
    /// By id. The one that bears the structure's own id has the structure's own traits.
    var devices: SortedTable<DeviceRecord> { get }
    /// By id.
    var automations: SortedTable<ShownAutomation> { get }
}

extension StructureReading {
    /// What has the structure's own traits; nil when it has none.
    var ownRecord: DeviceRecord? { devices[id] }

    /// Devices by id, for lists whose order stays the same.
    var orderedDevices: some Sequence<DeviceRecord> { devices(from: "") }

    /// An automation as others see it.
    func automation(_ id: String) -> Hearth_V1_Automation? { automations[id]?.message }

    /// Automations from an id on, in the order of their ids.
    func automations(from first: String) -> some Sequence<Hearth_V1_Automation> {
        automations[automations.firstIndex(notBefore: first)...].lazy.map(\.message)
    }

    /// The devices from an id on.
    func devices(from first: String) -> some Sequence<DeviceRecord> {
        let own = id
        return devices[devices.firstIndex(notBefore: first)...].lazy.filter { $0.id != own }
    }
}
