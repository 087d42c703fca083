public import HearthBase
public import TraitSchema

/// A device type of the Device Library: the clusters of its endpoints. Device types are matched by id.
public struct DeviceTypeModel: Hashable, Sendable {
    /// 16 bits for a standard type; a vendor's type has the vendor id in its high half.
    public var id: UInt32
    public var vendor: VendorModel
    public var name: String
    public var revision: UInt32
    /// `simple`, `dynamic`, `utility`, `node`; nil if not stated.
    public var deviceClass: String?
    /// The device type this one extends, by name; nil if none.
    public var superset: String?
    public var clusters: [DeviceTypeClusterModel]
    /// The device types of its child endpoints.
    public var components: [DeviceTypeComponentModel]
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        id: UInt32, vendor: VendorModel, name: String, revision: UInt32, deviceClass: String? = nil,
        superset: String? = nil, clusters: [DeviceTypeClusterModel] = [],
        components: [DeviceTypeComponentModel] = [], maturity: Maturity = .stable, description: String? = nil,
        location: SourceLocation
    ) {
        self.id = id
        self.vendor = vendor
        self.name = name
        self.revision = revision
        self.deviceClass = deviceClass
        self.superset = superset
        self.clusters = clusters
        self.components = components
        self.maturity = maturity
        self.description = description
        self.location = location
    }
}

/// A cluster in a device type.
public struct DeviceTypeClusterModel: Hashable, Sendable {
    public var clusterID: UInt32
    public var clusterName: String
    public var side: ClusterSide
    /// Whether the device type allows the cluster but does not require it.
    public var isOptional: Bool
    /// The feature bits that must be set.
    public var requiredFeatures: UInt32
    /// The ids of members that are required although the cluster makes them optional.
    public var requiredAttributes: [UInt32]
    public var requiredCommands: [UInt32]
    public var requiredEvents: [UInt32]

    public init(
        clusterID: UInt32, clusterName: String, side: ClusterSide, isOptional: Bool = false,
        requiredFeatures: UInt32 = 0, requiredAttributes: [UInt32] = [], requiredCommands: [UInt32] = [],
        requiredEvents: [UInt32] = []
    ) {
        self.clusterID = clusterID
        self.clusterName = clusterName
        self.side = side
        self.isOptional = isOptional
        self.requiredFeatures = requiredFeatures
        self.requiredAttributes = requiredAttributes
        self.requiredCommands = requiredCommands
        self.requiredEvents = requiredEvents
    }
}

/// A device type of child endpoints, with the number of such endpoints.
public struct DeviceTypeComponentModel: Hashable, Sendable {
    public var deviceTypeID: UInt32
    public var deviceTypeName: String
    public var isOptional: Bool
    public var minimumCount: UInt64?
    public var maximumCount: UInt64?

    public init(
        deviceTypeID: UInt32, deviceTypeName: String, isOptional: Bool = false, minimumCount: UInt64? = nil,
        maximumCount: UInt64? = nil
    ) {
        self.deviceTypeID = deviceTypeID
        self.deviceTypeName = deviceTypeName
        self.isOptional = isOptional
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
    }
}
