public import HearthTraitCore

/// A device made of trait handlers, for a ``DeviceHost``.
public struct HostedDevice: Sendable {
    /// Unique at the hub, and the same for the life of the device: a serial number does.
    public var id: String
    /// A name for people, until someone gives another.
    public var name: String
    /// A room for it, by name, until someone moves it.
    public var room: String?
    /// Who made it, and which it is.
    public var product: Product
    /// Its parts. The root, endpoint 0, is made from `product`; one that is given adds handlers to it.
    public var endpoints: [HostedEndpoint]

    /// A device with these parts.
    public init(
        id: String, name: String, room: String? = nil, product: Product = Product(), endpoints: [HostedEndpoint]
    ) {
        self.id = id
        self.name = name
        self.room = room
        self.product = product
        self.endpoints = endpoints
    }

    /// A device with one part, endpoint 1.
    public init(
        id: String, name: String, room: String? = nil, product: Product = Product(), type: any DeviceType.Type,
        handlers: [any TraitHandler]
    ) {
        self.init(
            id: id, name: name, room: room, product: product,
            endpoints: [HostedEndpoint(1, types: [type], handlers: handlers)])
    }

    /// Who made a device, and which it is: what its BasicInformation says (Matter cluster 0x0028).
    public struct Product: Hashable, Sendable {
        /// At most 32 bytes.
        public var vendorName = ""
        /// As the Connectivity Standards Alliance gave it; 0xFFF1 to 0xFFF4 are for tests.
        public var vendorID: UInt16 = 0xFFF1
        /// At most 32 bytes; empty for the device's name.
        public var productName = ""
        /// The maker's own number for it.
        public var productID: UInt16 = 0x8000
        /// At most 32 bytes; empty for the device's id.
        public var serialNumber = ""
        /// Rises with each version.
        public var hardwareVersion: UInt16 = 1
        /// 1 to 64 bytes.
        public var hardwareVersionString = "1.0"
        /// Rises with each version.
        public var softwareVersion: UInt32 = 1
        /// 1 to 64 bytes.
        public var softwareVersionString = "1.0"

        /// A product; what is not said is as good as nothing.
        public init(
            vendorName: String = "", vendorID: UInt16 = 0xFFF1, productName: String = "", productID: UInt16 = 0x8000,
            serialNumber: String = "", hardwareVersion: UInt16 = 1, hardwareVersionString: String = "1.0",
            softwareVersion: UInt32 = 1, softwareVersionString: String = "1.0"
        ) {
            self.vendorName = vendorName
            self.vendorID = vendorID
            self.productName = productName
            self.productID = productID
            self.serialNumber = serialNumber
            self.hardwareVersion = hardwareVersion
            self.hardwareVersionString = hardwareVersionString
            self.softwareVersion = softwareVersion
            self.softwareVersionString = softwareVersionString
        }
    }
}

/// A part of a ``HostedDevice``: what it is, and what handles its traits. Its Descriptor is made from that.
public struct HostedEndpoint: Sendable {
    /// Its number in the device.
    public var id: UInt16
    /// The part above it; 0 is the root.
    public var parent: UInt16
    /// What it is; the first that is not a utility says it to people.
    public var types: [any DeviceType.Type]
    /// What tells it from other parts of its kind; at most six.
    public var tags: [SemanticTag]
    /// One for each trait.
    public var handlers: [any TraitHandler]

    /// A part of a device.
    public init(
        _ id: UInt16, parent: UInt16 = 0, types: [any DeviceType.Type], tags: [SemanticTag] = [],
        handlers: [any TraitHandler]
    ) {
        self.id = id
        self.parent = parent
        self.types = types
        self.tags = tags
        self.handlers = handlers
    }
}
