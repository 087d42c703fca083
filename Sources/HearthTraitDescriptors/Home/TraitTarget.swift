/// The endpoint of a device that a trait is on.
public struct TraitTarget: Hashable, Sendable, CustomStringConvertible {
    /// The device's id, unique in all structures of a hub.
    public let deviceID: String
    /// Matter endpoint number; 0 is the root endpoint.
    public let endpoint: UInt16

    /// Creates a target.
    public init(deviceID: String, endpoint: UInt16) {
        self.deviceID = deviceID
        self.endpoint = endpoint
    }

    public var description: String { "\(deviceID)/\(endpoint)" }
}
