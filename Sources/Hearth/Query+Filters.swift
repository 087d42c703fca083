public import HearthTraitCore

extension Query where Element == HomeDevice {
    /// Devices in a structure.
    public func `in`(structureID: String) -> any Query<HomeDevice> { filter { $0.structureID == structureID } }

    /// Devices in a room; nil for devices without a room.
    public func `in`(roomID: String?) -> any Query<HomeDevice> { filter { $0.roomID == roomID } }

    /// Devices that have a device type on any endpoint.
    public func of<T: DeviceType>(_ type: T.Type) -> any Query<HomeDevice> {
        filter { device in device.endpoints.contains { $0.isOf(T.descriptor.id) } }
    }

    /// Devices that have a trait on any endpoint.
    public func having<T: Trait>(_ trait: T.Type) -> any Query<HomeDevice> {
        filter { device in device.endpoints.contains { $0.traits.contains { $0.id == T.descriptor.id } } }
    }
}

extension Query where Element == Room {
    /// Rooms in a structure.
    public func `in`(structureID: String) -> any Query<Room> { filter { $0.structureID == structureID } }
}
