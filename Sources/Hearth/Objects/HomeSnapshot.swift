internal import HearthBase
public import HearthTraitCore

/// All objects of a home and the values of their traits at one moment. ``Home/snapshot()`` takes it.
///
/// It is for code that handles all devices and traits alike, such as a list, an export or a command line. An app that
/// shows single devices uses their ``HomeDevice/types``.
public struct HomeSnapshot: Sendable {
    private let state: CachedHome
    private let freshness: Freshness
    private let connection: HomeConnection

    init(_ cache: borrowing HomeCache, _ connection: HomeConnection) {
        state = cache.state
        freshness = cache.freshness
        self.connection = connection
    }

    /// The structures, in ascending order of ID.
    public var structures: [Structure] {
        state.structures.values.ordered(by: \.id).map { Structure($0, connection) }
    }

    /// The rooms, in ascending order of ID.
    public var rooms: [Room] { state.rooms.values.ordered(by: \.id).map { Room($0, connection) } }

    /// The zones, in ascending order of ID.
    public var zones: [Zone] { state.zones.values.ordered(by: \.id).map { Zone($0, connection) } }

    /// The service groups, in ascending order of ID.
    public var serviceGroups: [ServiceGroup] {
        state.groups.values.ordered(by: \.id).map { ServiceGroup($0, connection) }
    }

    /// The devices, in ascending order of ID.
    public var devices: [HomeDevice] {
        state.devices.values.ordered(by: \.id).map(shown)
    }

    /// The device with this ID; nil if the snapshot has no such device.
    public func device(id: String) -> HomeDevice? { state.devices[id].map(shown) }

    private func shown(_ device: CachedDevice) -> HomeDevice {
        HomeDevice(device, connectivity: freshness.isStale ? .unknown : state.connectivity(of: device.id), connection)
    }

    /// IDs of all traits that devices and structures have.
    public var traitIDs: Set<UInt32> {
        let ofDevices = state.devices.values.lazy.flatMap(\.endpoints).flatMap(\.traits).map(\.id)
        return Set(ofDevices).union(state.structures.values.lazy.flatMap(\.traits).map(\.id))
    }

    /// The traits of a device without their Swift types, in ascending order of endpoint and ID.
    ///
    /// A trait has no values if the hub has not sent them, or if its descriptor can't decode them.
    ///
    /// - Parameter schemas: the traits' descriptors by ID. Traits without one are omitted.
    public func traits(of device: HomeDevice, _ schemas: [UInt32: TraitDescriptor]) -> [UnknownTrait] {
        device.endpoints.ordered(by: \.id).flatMap { endpoint in
            traits(endpoint.traits, at: TraitTarget(deviceID: device.id, endpoint: endpoint.id), schemas)
        }
    }

    /// The structure's own traits without their Swift types, in ascending order of ID.
    ///
    /// - Parameter schemas: the traits' descriptors by ID. Traits without one are omitted.
    public func traits(of structure: Structure, _ schemas: [UInt32: TraitDescriptor]) -> [UnknownTrait] {
        traits(structure.record.traits, at: TraitTarget(deviceID: structure.id, endpoint: 0), schemas)
    }

    private func traits(
        _ entries: [DeviceEndpoint.TraitEntry], at target: TraitTarget, _ schemas: [UInt32: TraitDescriptor]
    ) -> [UnknownTrait] {
        let interaction = TraitInteraction(target: target, proxy: connection)
        let offline = state.devices[target.deviceID]?.connectivity ?? .unknown
        return entries.ordered(by: \.id).compactMap { entry in
            guard let descriptor = schemas[entry.id] else { return nil }
            let empty = TraitRecord(attributes: [], connectivity: offline)
            // The hub has not told whether a trait whose state it has not sent is online.
            let record =
                state.record(at: TraitPath(target, entry.id)) ?? TraitRecord(attributes: [], connectivity: .unknown)
            let shown = freshness.staleSince.map { record.stale(since: $0) } ?? record
            return UnknownTrait(descriptor, shown, interaction: interaction)
                ?? UnknownTrait(descriptor, empty, interaction: interaction)
        }
    }
}

extension Home {
    /// Takes a snapshot of everything that this client may see: the present state, or the last known one while the hub
    /// is unreachable.
    ///
    /// - Throws: `HomeError` if the home was disconnected.
    public func snapshot() throws(HomeError) -> HomeSnapshot {
        let connection = connection
        return try connection.look { HomeSnapshot($0, connection) }.get()
    }

    /// Fetches the descriptors of traits from the hub, for traits that this program was not compiled with.
    ///
    /// - Parameter ids: the traits' IDs.
    /// - Returns: the descriptors by ID. Traits that the hub can't describe are missing.
    /// - Throws: `HomeError` if the hub can't be reached.
    public func schemas(of ids: Set<UInt32>) async throws(HomeError) -> [UInt32: TraitDescriptor] {
        guard !ids.isEmpty else { return [:] }
        do throws(HomeError) {
            return try await connection.schemas(of: ids)
        } catch {
            // Earlier versions of the hub have no schemas.
            if error.code == .unimplemented { return [:] }
            throw error
        }
    }
}
