/// A device type as data: its id and the traits it is made of.
public struct DeviceTypeDescriptor: Hashable, Sendable {
    /// Matter's device type id; for a vendor's type, the vendor prefix is in the high half.
    public let id: UInt32
    /// Name in the schema: "OnOffLight".
    public let name: String
    /// "Matter", or a vendor's namespace.
    public let vendor: String
    /// Revision of the device type, as the Descriptor cluster reports it in `DeviceTypeStruct.revision`.
    public let revision: UInt32
    /// Whether it is a utility device type, which describes the structure of a device (root node, power source), not
    /// its function.
    public let isUtility: Bool
    /// Ids of the traits that every device of the type must serve.
    public let requiredTraits: [UInt32]
    /// Ids of the traits that a device of the type may also serve.
    public let optionalTraits: [UInt32]

    /// Describes a device type.
    public init(
        id: UInt32, name: String, vendor: String = "Matter", revision: UInt32, isUtility: Bool = false,
        requiredTraits: [UInt32], optionalTraits: [UInt32] = []
    ) {
        self.id = id
        self.name = name
        self.vendor = vendor
        self.revision = revision
        self.isUtility = isUtility
        self.requiredTraits = requiredTraits
        self.optionalTraits = optionalTraits
    }
}
