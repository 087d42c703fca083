internal import HearthTraitCore

// Google's names for commissioning Matter devices. A hub is no Matter controller, so each refuses and says what to do.
extension Structure {
    /// Always fails: a hub commissions no Matter devices.
    ///
    /// - Throws: `HomeError` `.unimplemented`, with the ways to add devices.
    public func prepareForMatterCommissioning() async throws { throw HomeError.noCommissioning }

    /// Always fails, since no commissioning can be prepared.
    ///
    /// - Returns: in Google's SDK, the IDs of the commissioned devices.
    /// - Throws: `HomeError` `.unimplemented`, with the ways to add devices.
    public func completeMatterCommissioning() throws -> Set<String> { throw HomeError.noCommissioning }

    /// Does nothing, since no commissioning can be prepared.
    public func cancelMatterCommissioning() {}

    /// Returns the error of a commissioning that has failed, and does nothing else, since none can be prepared.
    @discardableResult
    public func markMatterCommissioningFailed(error: any Error) -> MatterCommissioningFailure {
        MatterCommissioningFailure(detailedError: error)
    }
}

/// Why commissioning a Matter device has failed.
public struct MatterCommissioningFailure: Error {
    /// The error that the app has marked.
    public let detailedError: any Error
}

extension HomeError {
    /// The answer to each request to commission a Matter device.
    static let noCommissioning = HomeError(
        .unimplemented,
        "a hub is no Matter controller and commissions no devices; home.discoverAvailableHubs() and home.integrations show "
            + "and add the devices that it can connect to")
}
