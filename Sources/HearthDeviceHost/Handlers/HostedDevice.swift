public import HearthTraitCore

/// A device made of trait handlers and behaviours, for a ``DeviceHost``.
public struct HostedDevice: Sendable {
    /// The ID of the device, unique at the hub and permanent, such as a serial number.
    public var id: String
    /// The initial name. People can change it at the hub.
    public var name: String
    /// The name of the initial room; nil for none. People can move the device.
    public var room: String?
    /// Maker and model.
    public var product: Product
    /// The endpoints. Endpoint 0, the root, is created from `product`; handlers for it may be added here.
    public var endpoints: [HostedEndpoint]

    /// Creates a device with several endpoints.
    public init(
        id: String, name: String, room: String? = nil, product: Product = Product(), endpoints: [HostedEndpoint]
    ) {
        self.id = id
        self.name = name
        self.room = room
        self.product = product
        self.endpoints = endpoints
    }

    /// Creates a device with a single endpoint, number 1.
    public init(
        id: String, name: String, room: String? = nil, product: Product = Product(), type: any DeviceType.Type,
        handlers: [any TraitImplementation]
    ) {
        self.init(
            id: id, name: name, room: room, product: product,
            endpoints: [HostedEndpoint(1, types: [type], handlers: handlers)])
    }

    /// Maker and model of a device: the values of its Basic Information cluster (0x0028).
    public struct Product: Hashable, Sendable {
        /// At most 32 bytes.
        public var vendorName = ""
        /// Vendor ID assigned by the Connectivity Standards Alliance; 0xFFF1 to 0xFFF4 are for tests. Default: 0xFFF1.
        public var vendorID: UInt16 = 0xFFF1
        /// At most 32 bytes. If empty, the device's name.
        public var productName = ""
        /// The maker's product ID. Default: 0x8000.
        public var productID: UInt16 = 0x8000
        /// At most 32 bytes. If empty, the device's ID.
        public var serialNumber = ""
        /// Increases with each version. Default: 1.
        public var hardwareVersion: UInt16 = 1
        /// 1 to 64 bytes. Default: "1.0".
        public var hardwareVersionString = "1.0"
        /// Increases with each version. Default: 1.
        public var softwareVersion: UInt32 = 1
        /// 1 to 64 bytes. Default: "1.0".
        public var softwareVersionString = "1.0"

        /// Creates a product. See the properties for limits and defaults.
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

/// An endpoint of a ``HostedDevice``: its device types, and the handlers and behaviours of its traits. Its Descriptor
/// is generated.
public struct HostedEndpoint: Sendable {
    /// The endpoint number in the device.
    public var id: UInt16
    /// The containing endpoint; 0 is the root.
    public var parent: UInt16
    /// The device types. People see the first one that isn't a utility type.
    public var types: [any DeviceType.Type]
    /// Semantic tags that distinguish it from similar endpoints; at most six.
    public var tags: [SemanticTag]
    /// The handlers and behaviours, one for each trait.
    public var handlers: [any TraitImplementation]

    /// Creates an endpoint.
    public init(
        _ id: UInt16, parent: UInt16 = 0, types: [any DeviceType.Type], tags: [SemanticTag] = [],
        handlers: [any TraitImplementation]
    ) {
        self.id = id
        self.parent = parent
        self.types = types
        self.tags = tags
        self.handlers = handlers
    }
}
