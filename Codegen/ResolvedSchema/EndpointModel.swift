public import HearthBase
public import TraitSchema

/// An endpoint of a product in a maker's file: the optional parts that the device has.
public struct EndpointModel: Hashable, Sendable {
    /// A device type in the maker's own spelling; only the id counts.
    public struct DeviceType: Hashable, Sendable {
        public var id: UInt32
        public var name: String
        public var revision: UInt32

        public init(id: UInt32, name: String, revision: UInt32) {
            self.id = id
            self.name = name
            self.revision = revision
        }
    }

    public var number: UInt16
    public var deviceTypes: [DeviceType]
    /// The clusters that it controls on other devices (client side), by id.
    public var boundClusterIDs: [UInt32]
    public var serverClusters: [EndpointClusterModel]
    public var location: SourceLocation

    public init(
        number: UInt16, deviceTypes: [DeviceType] = [], boundClusterIDs: [UInt32] = [],
        serverClusters: [EndpointClusterModel] = [], location: SourceLocation
    ) {
        self.number = number
        self.deviceTypes = deviceTypes
        self.boundClusterIDs = boundClusterIDs
        self.serverClusters = serverClusters
        self.location = location
    }
}

/// The parts of a cluster that an endpoint has.
public struct EndpointClusterModel: Hashable, Sendable {
    /// An attribute the device has.
    public struct Attribute: Hashable, Sendable {
        public var id: UInt32
        public var name: String
        public var storage: AttributeStorage
        /// The default; nil means 0, false or empty.
        public var defaultValue: DefaultValue?
        /// The location of the default, or of the attribute's name.
        public var location: SourceLocation

        public init(
            id: UInt32, name: String, storage: AttributeStorage, defaultValue: DefaultValue? = nil,
            location: SourceLocation
        ) {
            self.id = id
            self.name = name
            self.storage = storage
            self.defaultValue = defaultValue
            self.location = location
        }
    }

    public var clusterID: UInt32
    public var clusterName: String
    public var attributes: [Attribute]
    /// The commands that it accepts, by id.
    public var commandIDs: [UInt32]
    /// The events that it sends, by id.
    public var eventIDs: [UInt32]

    public init(
        clusterID: UInt32, clusterName: String, attributes: [Attribute] = [], commandIDs: [UInt32] = [],
        eventIDs: [UInt32] = []
    ) {
        self.clusterID = clusterID
        self.clusterName = clusterName
        self.attributes = attributes
        self.commandIDs = commandIDs
        self.eventIDs = eventIDs
    }
}
