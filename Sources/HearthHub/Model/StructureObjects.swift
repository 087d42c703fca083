internal import HearthBase
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// The objects of a structure at one position, without its logs: cheap to copy, and to keep while the structure
/// changes.
struct StructureObjects: Sendable {
    let position: StructurePosition
    let name: String
    let place: StructurePlace
    let rooms: [StoredRoom]
    let groupings: Groupings
    let devices: SortedTable<DeviceRecord>
    let people: [PersonRecord]
    let automations: SortedTable<ShownAutomation>
}

extension StructureObjects: StructureReading {
    var id: String { position.structureID }
}

extension StructureState: StructureReading {}

/// Read access to the objects of a structure.
protocol StructureReading {
    var id: String { get }
    var name: String { get }
    var place: StructurePlace { get }
    /// By id. The record with the structure's own id has the structure's own traits.
    var devices: SortedTable<DeviceRecord> { get }
    /// By id.
    var automations: SortedTable<ShownAutomation> { get }
}

extension StructureReading {
    /// The record with the structure's own traits; nil if it has none.
    var ownRecord: DeviceRecord? { devices[id] }

    /// Devices by id, for lists with a stable order.
    var orderedDevices: some Sequence<DeviceRecord> { devices(from: "") }

    /// An automation as clients see it.
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
