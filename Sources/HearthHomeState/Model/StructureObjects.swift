package import HearthBase
package import HearthTraitCore
package import HearthWire

/// The objects of a structure at one position, without its logs: cheap to copy, and to keep while the structure
/// changes.
package struct StructureObjects: Sendable {
    package let position: StructurePosition
    package let name: String
    package let place: StructurePlace
    package let rooms: [RoomRecord]
    package let groupings: Groupings
    package let devices: SortedTable<DeviceRecord>
    package let people: [PersonRecord]
    package let automations: SortedTable<ShownAutomation>
}

extension StructureObjects: StructureReading {
    package var id: String { position.structureID }
}

extension StructureState: StructureReading {}

/// Read access to the objects of a structure.
package protocol StructureReading {
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
    package var orderedDevices: some Sequence<DeviceRecord> { devices(from: "") }

    /// An automation as clients see it.
    package func automation(_ id: String) -> Hearth_V1_Automation? { automations[id]?.message }

    /// Automations from an id on, in the order of their ids.
    package func automations(from first: String) -> some Sequence<Hearth_V1_Automation> {
        automations[automations.firstIndex(notBefore: first)...].lazy.map(\.message)
    }

    /// The devices from an id on.
    package func devices(from first: String) -> some Sequence<DeviceRecord> {
        let own = id
        return devices[devices.firstIndex(notBefore: first)...].lazy.filter { $0.id != own }
    }
}
