internal import HearthTraitCore

/// Google's name for what commissions Matter devices in an extension of an app. A hub is no Matter controller, so each
/// function refuses and says what to do.
public struct HomeMatterCommissioner: Sendable {
    /// Creates a commissioner.
    ///
    /// - Parameter appGroup: not used: there is no extension of the system that would share something with the app.
    /// - Throws: nothing. Google's can fail, and apps call it with `try`.
    public init(appGroup: String) throws {}

    /// Always fails: a hub commissions no Matter devices.
    ///
    /// - Parameter onboardingPayload: the device's setup code, which ``MatterSetupPayload`` reads.
    /// - Throws: `HomeError`: `.invalidArgument` for a text that is no setup code of one device; else `.unimplemented`,
    ///   with the ways to add devices.
    public func commissionMatterDevice(onboardingPayload: String) async throws {
        _ = try MatterSetupPayload(onboardingPayload)
        throw HomeError.noCommissioning
    }

    /// Always fails, since a commissioner knows no structure; ``Home/rooms()`` has the rooms.
    ///
    /// - Returns: in Google's SDK, the rooms that a person may choose from.
    /// - Throws: `HomeError` `.unimplemented`, with the ways to add devices.
    public func fetchRooms() throws -> [Room] { throw HomeError.noCommissioning }

    /// Always fails, since no device can be commissioned.
    ///
    /// - Parameters:
    ///   - deviceName: the name that a person has given the device.
    ///   - roomName: the room that a person has chosen; nil for none.
    /// - Throws: `HomeError` `.unimplemented`, with the ways to add devices.
    public func configureMatterDevice(deviceName: String, roomName: String?) async throws {
        throw HomeError.noCommissioning
    }
}

/// Google's name for what reads Matter setup codes.
public enum MatterCommissioningUtils {
    /// The content of a setup code. ``MatterSetupPayload/init(_:)`` says what is wrong with another text.
    ///
    /// - Parameter onboardingPayload: the text of a QR code, or the digits that are printed below it.
    /// - Returns: nil for a text that is no setup code of one device. In Google's SDK it is Apple's `MTRSetupPayload`, whose
    ///   properties have the same names.
    public static func matterSetupPayload(from onboardingPayload: String) -> MatterSetupPayload? {
        try? MatterSetupPayload(onboardingPayload)
    }
}
