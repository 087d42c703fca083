public import HearthTraitCore

extension Query where Element == HomeDevice {
    /// The devices of one structure.
    public func `in`(structureID: String) -> any Query<HomeDevice> { filter { $0.structureID == structureID } }

    /// The devices in one room; nil for those that are in none.
    public func `in`(roomID: String?) -> any Query<HomeDevice> { filter { $0.roomID == roomID } }

    /// The devices that are of a type, with any of their parts.
    public func of<T: DeviceType>(_ type: T.Type) -> any Query<HomeDevice> {
        filter { device in device.endpoints.contains { $0.isOf(T.descriptor.id) } }
    }

    /// The devices that have a trait, on any of their parts.
    public func having<T: Trait>(_ trait: T.Type) -> any Query<HomeDevice> {
        filter { device in device.endpoints.contains { $0.traits.contains { $0.id == T.descriptor.id } } }
    }
}

extension Query where Element == Room {
    /// The rooms of one structure.
    public func `in`(structureID: String) -> any Query<Room> { filter { $0.structureID == structureID } }
}
