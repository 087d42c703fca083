internal import HearthTraitCore
internal import HearthWire

extension HomeDevice {
    /// Whether a device can be removed from its home.
    public enum DecommissionEligibility: Hashable, Sendable {
        case eligible
        /// It can, and more than the device goes with it.
        case eligibleWithSideEffects(DecommissionSideEffect)
        case ineligible(reason: DecommissionIneligibleReason)
    }

    /// What else goes when a device is removed.
    public enum DecommissionSideEffect: Hashable, Sendable {
        /// The devices behind a bridge.
        case bridge(bridgedDeviceIDs: Set<String>)
        /// Devices that are one with it in fact.
        case multipleAffectedDevices(deviceIDs: Set<String>)
    }

    /// Why a device can't be removed.
    public enum DecommissionIneligibleReason: Hashable, Sendable {
        /// This program may not remove devices.
        case notAuthorized
        /// The device is not one that the home could let go of.
        case nonMatterDevice
        /// The device is behind a bridge, and goes with that or by its maker's means.
        case bridgedDevice
        /// The device is reached by several ways; the others must be taken away first.
        case multiSourceDevice
        case other(String?)
    }

    /// Whether the device can be removed, as far as is known before it is tried. A hub lets go of every device, whoever
    /// carries it, and asks for the right to when it is told to: so a device that is there is eligible.
    ///
    /// - Throws: `HomeError` when the home was disconnected.
    public var decommissionEligibility: DecommissionEligibility {
        get async throws(HomeError) {
            let isThere = try reference.connection.look { [id] in $0.state.devices[id] != nil }.get()
            return isThere ? .eligible : .ineligible(reason: .other("the home has no device \(id)"))
        }
    }

    /// Removes the device from its home, with all that the home knows of it. Its provider may bring it again.
    ///
    /// - Returns: the ids of all devices that were removed: this one's, and of those that can't be without it.
    /// - Throws: `HomeError`: `.notFound` when the device is gone already, `.permissionDenied` when this program may
    ///   not remove devices.
    @discardableResult
    public func decommission() async throws(HomeError) -> Set<String> {
        let connection = reference.connection
        let response: Hearth_V1_RemoveDeviceResponse = try await connection.change(
            Hearth_V1_HomeMethods.removeDevice,
            Hearth_V1_RemoveDeviceRequest(deviceID: id, options: connection.callOptions),
            "the removal of the device")
        await connection.reach([response.position])
        return Set(response.deviceIDs)
    }
}
