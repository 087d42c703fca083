/// A device type of an endpoint, as in DeviceTypeList of Matter's Descriptor cluster.
public struct DeviceTypeEntry: Hashable, Sendable {
    /// The device type id: vendor in the upper 16 bits (0 for Matter's own), type in the lower.
    public var id: UInt32
    /// The revision of the device type's definition that the endpoint implements.
    public var revision: UInt32
    /// Whether this type says what the device is; the others are parts or utility types.
    public var isPrimary: Bool
    /// What its maker calls the type: "DisplayStand". Empty for Matter's own types, whose names everybody knows, and
    /// where it was not told.
    public let name: String

    /// Creates an entry.
    ///
    /// - Parameter name: the maker's name for a type of its own. Of one of Matter's types it is left out, so that no
    ///   maker gives these another name.
    public init(id: UInt32, revision: UInt32, isPrimary: Bool, name: String = "") {
        self.id = id
        self.revision = revision
        self.isPrimary = isPrimary
        self.name = id >> 16 == 0 ? "" : name
    }
}
