public import HearthTraitCore

/// A device of a home, as it was when the value was made; its types lead to what it can do.
public struct HomeDevice: Hashable, Identifiable, Sendable {
    let record: DeviceRecord
    let reference: ConnectionReference
    /// How the device is reached: the connectivity of all its traits together.
    public let sourceConnectivity: SourceConnectivity

    init(_ record: DeviceRecord, connectivity: SourceConnectivity, _ connection: HomeConnection) {
        self.record = record
        sourceConnectivity = connectivity
        reference = ConnectionReference(connection)
    }

    /// Unique over all structures of a hub, and the same for the life of the device.
    public var id: String { record.id }
    /// The name that people gave it.
    public var name: String { record.name }
    /// The structure that it belongs to.
    public var structureID: String? { record.structureID.isEmpty ? nil : record.structureID }
    /// The room that it is in, nil for none.
    public var roomID: String? { record.roomID }
    /// Whether Matter carries it.
    public var isMatterDevice: Bool { record.isMatterDevice }
    /// Its parts as data, the root first: for code that is written once for all devices.
    public var endpoints: [DeviceEndpoint] { record.endpoints }
    /// What the device is, and the way to its traits.
    public var types: DeviceTypeController { DeviceTypeController(deviceID: id, reference: reference) }

    /// Renames the device. This value stays as it is; the new one is given back.
    ///
    /// - Throws: `HomeError`.
    public func setName(_ name: String) async throws(HomeError) -> HomeDevice {
        let connection = reference.connection
        return try await connection.updateDevice(
            Hearth_V1_UpdateDeviceRequest(deviceID: id, name: name, options: connection.callOptions))
    }
}
