/// A device type as data: which traits make it up.
public struct DeviceTypeDescriptor: Hashable, Sendable {
    /// Matter's device type id; a vendor's with its prefix.
    public let id: UInt32
    /// "OnOffLight".
    public let name: String
    /// "Matter", or a vendor's namespace.
    public let vendor: String
    public let revision: UInt32
    /// True for types that say how a device is built (root node, power source) and not what it does.
    public let isUtility: Bool
    /// The trait ids that a device of the type must serve.
    public let requiredTraits: [UInt32]
    /// The trait ids that it may serve besides.
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
