/// A device type of an endpoint, as in DeviceTypeList of Matter's Descriptor cluster.
public struct DeviceTypeEntry: Hashable, Sendable {
    /// The device type id: vendor in the upper 16 bits (0 for Matter's own), type in the lower.
    public var id: UInt32
    /// The revision of the device type's definition that the endpoint implements.
    public var revision: UInt32
    /// Whether this type describes the device's purpose; others are parts or utility types.
    public var isPrimary: Bool
    /// The maker's name for the type: "DisplayStand". Empty for Matter's own types, and if not known.
    public let name: String

    /// Creates an entry.
    ///
    /// - Parameter name: the maker's name for a type of its own. It is ignored for Matter's types, so that makers can't
    ///   rename these.
    public init(id: UInt32, revision: UInt32, isPrimary: Bool, name: String = "") {
        self.id = id
        self.revision = revision
        self.isPrimary = isPrimary
        self.name = id >> 16 == 0 ? "" : name
    }
}
