internal import HearthTraitCore

extension HomeDevice {
    /// Whether a device can be removed from its home.
    public enum DecommissionEligibility: Hashable, Sendable {
        /// It can be removed.
        case eligible
        /// It can be removed, together with other devices.
        case eligibleWithSideEffects(DecommissionSideEffect)
        /// It can't be removed.
        case ineligible(reason: DecommissionIneligibleReason)
    }

    /// Other devices that are removed with a device.
    public enum DecommissionSideEffect: Hashable, Sendable {
        /// The devices behind a bridge.
        case bridge(bridgedDeviceIDs: Set<String>)
        /// Logical devices that belong to the same physical one.
        case multipleAffectedDevices(deviceIDs: Set<String>)
    }

    /// Why a device can't be removed.
    public enum DecommissionIneligibleReason: Hashable, Sendable {
        /// This client may not remove devices.
        case notAuthorized
        /// The home doesn't control this device's membership.
        case nonMatterDevice
        /// The device is behind a bridge: remove the bridge, or use the maker's app.
        case bridgedDevice
        /// The device is connected in several ways: remove the others first.
        case multiSourceDevice
        /// Another reason.
        case other(String?)
    }

    /// Whether the device can be removed, as far as this client knows: a device behind a bridge only with its bridge, a
    /// bridge with all devices behind it. Only the hub checks permissions, when the device is removed.
    ///
    /// - Throws: `HomeError` if the home was disconnected.
    public var decommissionEligibility: DecommissionEligibility {
        get async throws {
            try reference.connection.look { [id] cache in
                guard let device = cache.state.devices[id] else {
                    return .ineligible(reason: .other("the home has no device \(id)"))
                }
                guard device.bridgeID == nil else { return .ineligible(reason: .bridgedDevice) }
                let bridged = cache.state.devices(behind: id)
                return bridged.isEmpty ? .eligible : .eligibleWithSideEffects(.bridge(bridgedDeviceIDs: bridged))
            }.get()
        }
    }

    /// Removes the device; with a bridge, the devices behind it as well. Its provider, or its owner, may add it again. A
    /// device that comes back within 90 days is the same one: with its ID, name, room, app data and history, so that
    /// automations that name it work again. ``Structure/removeDevice(id:forgetting:)`` can remove it for good.
    ///
    /// - Returns: IDs of all removed devices: this one and those behind it.
    /// - Throws: `HomeError`: `.notFound` if the device is already gone, `.failedPrecondition` if it is behind a bridge,
    ///   `.permissionDenied` if this client may not remove devices.
    @discardableResult
    public func decommission() async throws -> Set<String> {
        Set(try await HomeModel(reference.connection).removeDevice(id))
    }
}

extension Structure {
    /// Removes the device with this ID as ``HomeDevice/decommission()`` does.
    ///
    /// - Parameters:
    ///   - deviceID: ID of the device.
    ///   - forgetting: whether the hub keeps nothing of the device, so that it is a new one if it is added again. The
    ///     device may also be one that was removed before.
    /// - Returns: IDs of all removed devices: this one first, then those behind it in the order in which its provider has
    ///   brought them.
    /// - Throws: as ``HomeDevice/decommission()``.
    @discardableResult
    public func removeDevice(id deviceID: String, forgetting: Bool = false) async throws -> [String] {
        try await HomeModel(reference.connection).removeDevice(deviceID, forgetting: forgetting)
    }
}

extension Home {
    /// Brings back the removed devices of the hub's own process, such as those of a virtual home, with their
    /// names and rooms.
    ///
    /// - Returns: IDs of the devices that were brought back, sorted.
    /// - Throws: `HomeError`: `.permissionDenied` if this client may not manage the home, `.unavailable` if the hub
    ///   can't be reached.
    @discardableResult
    public func restoreDevices() async throws -> [String] {
        let model = HomeModel(connection)
        let ids = try await model.restoreDevices()
        for structure in connection.withCache({ Array($0.state.structures.keys) }) {
            try await model.catchUp(structure)
        }
        return ids
    }
}
