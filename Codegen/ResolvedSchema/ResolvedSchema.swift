/// A set of schema files, resolved and checked, as input for `BindingPlan` and `BindingEmitter`.
///
/// Every list is sorted by id (types by name), and names keep the spelling of the IDL. The emitters decide on their
/// spelling in Swift and in `.proto` files.
public struct ResolvedSchema: Hashable, Sendable {
    /// The vendors of the clusters; `Matter` (id 0) comes first if it owns one.
    public var vendors: [VendorModel]
    public var clusters: [ClusterModel]
    /// Types that every cluster can use.
    public var globals: TypeScope
    public var deviceTypes: [DeviceTypeModel]
    /// Endpoint blocks, in the order of the files: the parts that a product has.
    public var endpoints: [EndpointModel]

    public init(
        vendors: [VendorModel] = [], clusters: [ClusterModel] = [], globals: TypeScope = TypeScope(),
        deviceTypes: [DeviceTypeModel] = [], endpoints: [EndpointModel] = []
    ) {
        self.vendors = vendors
        self.clusters = clusters
        self.globals = globals
        self.deviceTypes = deviceTypes
        self.endpoints = endpoints
    }

    /// The cluster of that name, or nil.
    public func cluster(named name: String) -> ClusterModel? {
        clusters.first { $0.name == name }
    }

    /// The scope of a type reference in `cluster`.
    public func scope(of reference: TypeReference, in cluster: ClusterModel?) -> TypeScope {
        switch reference.scope {
        case .global: globals
        case .cluster: cluster?.types ?? TypeScope()
        }
    }

    /// The enum of a `reference` in `cluster` (nil: in a global struct).
    public func enumeration(_ reference: TypeReference, in cluster: ClusterModel?) -> EnumModel? {
        scope(of: reference, in: cluster).enumeration(named: reference.name)
    }

    /// The bitmap of a `reference` in `cluster`.
    public func bitmap(_ reference: TypeReference, in cluster: ClusterModel?) -> BitmapModel? {
        scope(of: reference, in: cluster).bitmap(named: reference.name)
    }

    /// The struct of a `reference` in `cluster`.
    public func structure(_ reference: TypeReference, in cluster: ClusterModel?) -> StructModel? {
        scope(of: reference, in: cluster).structure(named: reference.name)
    }
}

/// The owner of a cluster: the Connectivity Standards Alliance (`Matter`, id 0) or the holder of a vendor id.
public struct VendorModel: Hashable, Sendable {
    /// The vendor id, which is the high half of the ids of the vendor's clusters.
    public var id: UInt16
    /// The namespace of the vendor's traits: declared (`vendor NAME = …;`), from the caller, or `Vendor_FFF1`.
    public var name: String

    public init(id: UInt16, name: String) {
        self.id = id
        self.name = name
    }

    /// The owner of ids without a vendor prefix.
    public static let matter = VendorModel(id: 0, name: "Matter")
    /// Google, whose Home APIs are a model for Hearth's.
    public static let google = VendorModel(id: 0x6006, name: "Google")
    /// Hearth's own. The project has no assigned vendor id; this is the highest unassigned id below those for tests.
    /// The name differs from the SDK's module, which a type of the same name would hide.
    public static let hearth = VendorModel(id: 0xFFF0, name: "HearthProject")
    /// Names of namespaces that schema files may not declare, except for the vendor with the given id.
    public static let reservedNames: [String: UInt16?] = [
        "Matter": nil, "Google": google.id, "Hearth": nil, hearth.name: hearth.id,
    ]
}

/// The named types of one cluster, or the global ones.
public struct TypeScope: Hashable, Sendable {
    public var enumerations: [EnumModel]
    public var bitmaps: [BitmapModel]
    public var structures: [StructModel]

    public init(enumerations: [EnumModel] = [], bitmaps: [BitmapModel] = [], structures: [StructModel] = []) {
        self.enumerations = enumerations
        self.bitmaps = bitmaps
        self.structures = structures
    }

    public func enumeration(named name: String) -> EnumModel? { enumerations.first { $0.name == name } }
    public func bitmap(named name: String) -> BitmapModel? { bitmaps.first { $0.name == name } }
    public func structure(named name: String) -> StructModel? { structures.first { $0.name == name } }
}
