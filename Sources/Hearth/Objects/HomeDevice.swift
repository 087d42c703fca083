public import HearthTraitCore

/// A snapshot of a device. Its ``types`` give access to its traits.
public struct HomeDevice: HomeObject {
    let record: CachedDevice
    let reference: ConnectionReference
    /// The device's connectivity: that of all its traits combined.
    ///
    /// Each trait has its own connectivity (`trait.metadata`); a device type combines that of its endpoint's traits
    /// (`type.metadata`), a device that of all its traits. When a provider disconnects, its devices go offline and
    /// subscribers are notified. Combined connectivity:
    ///
    /// | traits | combined |
    /// | --- | --- |
    /// | all equal | the common state |
    /// | some online or partially online, others not | `partiallyOnline` |
    /// | some offline, others unknown | `offline` |
    ///
    /// | localities | combined |
    /// | --- | --- |
    /// | all equal | the common locality |
    /// | some unspecified, others equal | the locality of the others |
    /// | different | `mixed` |
    ///
    /// While the hub is unreachable everything is `unknown`.
    public let sourceConnectivity: SourceConnectivity
    /// How ``types`` treats devices with several parts. If false, all parts are listed side by side. If true, they form
    /// a tree: a part inside another one of the same type is only reached through that one.
    public let enableMultipartDevices: Bool

    init(
        _ record: CachedDevice, connectivity: SourceConnectivity, _ connection: HomeConnection,
        enableMultipartDevices: Bool = false
    ) {
        self.record = record
        sourceConnectivity = connectivity
        reference = ConnectionReference(connection)
        self.enableMultipartDevices = enableMultipartDevices
    }

    /// Unique among all structures of a hub. Never changes.
    public var id: String { record.id }
    /// The name that people see.
    public var name: String { record.name }
    /// Other names that people say for it.
    public var aliases: [String] { record.aliases }
    public var objectType: HomeObjectType { .device }
    /// ID of its structure.
    public var structureID: String? { record.structureID.isEmpty ? nil : record.structureID }
    /// ID of its room; nil if it is not in a room.
    public var roomID: String? { record.roomID }
    /// ID of its provider, a maker's process; nil for the hub's own devices.
    public var agentID: String? { record.providerID }
    /// ID of the bridge that the device is behind; nil for other devices.
    ///
    /// A device behind a bridge has its own name, room, types and connectivity, and can't be removed on its own.
    public var bridgeID: String? { record.bridgeID }
    /// Whether the device is behind a bridge.
    public var isBridged: Bool { bridgeID != nil }
    /// IDs of the devices behind this one; empty if it isn't a bridge. Reflects the current state.
    public var bridgedDeviceIDs: Set<String> {
        reference.connection.withCache { [id] in $0.state.devices(behind: id) }
    }
    /// Whether the device is connected by Matter.
    public var isMatterDevice: Bool { record.isMatterDevice }
    /// The endpoints as data, root first: for code that handles devices generically.
    public var endpoints: [DeviceEndpoint] { record.endpoints }
    /// The device's types, which give access to its traits.
    public var types: DeviceTypeController {
        DeviceTypeController(
            deviceID: id, reference: reference, scope: PartScope(topmostOnly: enableMultipartDevices))
    }
    /// The same as ``types``: parts are represented by their types.
    public var parts: DeviceTypeController { types }

    /// Renames the device.
    ///
    /// - Returns: the renamed device. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.notFound` if the device has been removed.
    public func setName(_ name: String) async throws -> HomeDevice {
        with(try await HomeModel(reference.connection).updateDevice(id, name: name))
    }

    /// Gives the device other names that people say for it, at most 8. An empty list removes them.
    ///
    /// - Returns: the device afterwards. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid alias, `.alreadyExists` for one that is in use,
    ///   `.resourceExhausted` for more than 8, `.notFound` if the device has been removed.
    public func setAliases(_ aliases: [String]) async throws -> HomeDevice {
        with(try await HomeModel(reference.connection).updateDevice(id, aliases: aliases))
    }

    /// Names a part of the device, such as a socket of a power strip; nil removes the name. The name is in
    /// ``DeviceEndpoint/name`` and in the metadata of the part's types.
    ///
    /// - Parameter endpoint: number of the part; not the root endpoint.
    /// - Returns: the device afterwards. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.alreadyExists` if another part of the device
    ///   has this name, `.notFound` if the device or the part has been removed.
    public func setName(_ name: String?, ofPart endpoint: UInt16) async throws -> HomeDevice {
        let target = TraitTarget(deviceID: id, endpoint: endpoint)
        return with(try await HomeModel(reference.connection).nameEndpoint(target, name ?? ""))
    }

    /// The hub's response as a device with this value's settings.
    func with(_ record: CachedDevice) -> HomeDevice {
        let connection = reference.connection
        return HomeDevice(
            record, connectivity: connection.withCache { $0.connectivity(of: record.id) }, connection,
            enableMultipartDevices: enableMultipartDevices)
    }
}
