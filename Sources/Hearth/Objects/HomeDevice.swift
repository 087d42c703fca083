public import HearthTraitCore
internal import HearthWire

/// A device of a home, as it was when the value was made; its types lead to what it can do.
public struct HomeDevice: HomeObject {
    let record: DeviceRecord
    let reference: ConnectionReference
    /// How the device is reached: the connectivity of all traits of all its parts together.
    ///
    /// A trait has its own (`trait.metadata`), a device type that of all traits of its part (`type.metadata`), a device
    /// that of all its traits; a provider that goes takes its devices offline, and every watcher is told. What several
    /// traits are together:
    ///
    /// | the traits are | together |
    /// | --- | --- |
    /// | all alike | what they are |
    /// | some online, or partially online, some not | `partiallyOnline` |
    /// | some offline, the others unknown | `offline` |
    ///
    /// | the ways are | together |
    /// | --- | --- |
    /// | all alike | that way |
    /// | some unspecified, the others alike | the way of the others |
    /// | different | `mixed` |
    ///
    /// While this program has no connection to the hub, all of them are `unknown`.
    public let sourceConnectivity: SourceConnectivity
    /// How ``types`` sees a device with several parts: false for all of them side by side, true for a tree, where a part
    /// that is within another one of its type is left to that one.
    public let enableMultipartDevices: Bool

    init(
        _ record: DeviceRecord, connectivity: SourceConnectivity, _ connection: HomeConnection,
        enableMultipartDevices: Bool = false
    ) {
        self.record = record
        sourceConnectivity = connectivity
        reference = ConnectionReference(connection)
        self.enableMultipartDevices = enableMultipartDevices
    }

    /// Unique over all structures of a hub, and the same for the life of the device.
    public var id: String { record.id }
    /// The name that people gave it.
    public var name: String { record.name }
    public var objectType: HomeObjectType { .device }
    /// The structure that it belongs to.
    public var structureID: String? { record.structureID.isEmpty ? nil : record.structureID }
    /// The room that it is in, nil for none.
    public var roomID: String? { record.roomID }
    /// Who brought it: the id of a maker's process; nil for a device of the hub's own.
    public var agentID: String? { record.providerID }
    /// Whether Matter carries it.
    public var isMatterDevice: Bool { record.isMatterDevice }
    /// Its parts as data, the root first: for code that is written once for all devices.
    public var endpoints: [DeviceEndpoint] { record.endpoints }
    /// What the device is, and the way to its traits.
    public var types: DeviceTypeController {
        DeviceTypeController(
            deviceID: id, reference: reference, scope: PartScope(topmostOnly: enableMultipartDevices))
    }
    /// The same as ``types``: a part of a device shows as what it is.
    public var parts: DeviceTypeController { types }

    /// Renames the device. This value stays as it is; the new one is given back.
    ///
    /// - Throws: `HomeError`.
    public func setName(_ name: String) async throws(HomeError) -> HomeDevice {
        let connection = reference.connection
        return with(
            try await connection.updateDevice(
                Hearth_V1_UpdateDeviceRequest(deviceID: id, name: name, options: connection.callOptions)))
    }

    /// The device as the hub gave it back, seen as this value sees it.
    func with(_ record: DeviceRecord) -> HomeDevice {
        let connection = reference.connection
        return HomeDevice(
            record, connectivity: connection.withCache { $0.connectivity(of: record.id) }, connection,
            enableMultipartDevices: enableMultipartDevices)
    }
}
