/// One endpoint of one device.
public struct TraitTarget: Hashable, Sendable, CustomStringConvertible {
    /// Unique over all structures of a hub.
    public let deviceID: String
    public let endpoint: UInt16

    /// An endpoint of a device.
    public init(deviceID: String, endpoint: UInt16) {
        self.deviceID = deviceID
        self.endpoint = endpoint
    }

    public var description: String { "\(deviceID)/\(endpoint)" }
}
