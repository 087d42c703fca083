internal import HearthBase
internal import BindingPlan
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import ResolvedSchema
internal import TraitSchema

/// A maker's schema file, parsed and resolved, with a descriptor for each of its clusters.
struct ProductFile {
    let path: String
    /// The clusters; a vendor's additions to a standard cluster are separate ones. Clusters with a number that is
    /// reserved for the standard but not in it are left out, since no hub accepts them.
    let model: ResolvedSchema
    /// Unresolved, because they may refer to standard clusters that the file doesn't contain.
    let deviceTypes: [DeviceTypeSyntax]
    let warnings: [String]
    /// Names of the clusters that were left out of ``model``.
    private let leftOut: Set<String>
    private let overrides: Overrides
    private let clusters: [UInt32: ClusterModel]

    private static let standardFacts = StandardFacts(
        StandardTraits.descriptors, deviceTypes: StandardTraits.deviceTypes)

    init(_ source: SourceText, _ overrides: Overrides) throws(SimulationError) {
        var (tree, findings) = SchemaParser.parse(source)
        let whole = tree
        let brought = Set(
            tree.items.compactMap { item in if case .cluster(let cluster) = item { cluster.name.text } else { nil } })
        var types: [DeviceTypeSyntax] = []
        tree.items = tree.items.filter { item in
            switch item {
            case .deviceType(let type):
                types.append(type)
                return false
            case .refinement(let refinement): return brought.contains(refinement.cluster.text)
            default: return true
            }
        }
        let (model, found) = ModelResolver.resolve([tree], vendorNames: overrides.vendors)
        findings += found
        guard !findings.containsError else {
            throw SimulationError(findings.filter { $0.severity == .error }.map(\.description))
        }
        findings += MakerFileCheck.warnings(
            about: [whole], model, vendorNames: overrides.vendors, against: Self.standardFacts)
        path = source.file
        deviceTypes = types
        warnings = findings.filter { $0.severity == .warning }.map(\.description)
        self.overrides = overrides
        var split = VendorExtensions.split(model, vendorNames: overrides.vendors)
        let unknown = split.clusters.filter { $0.vendor == .matter && StandardTraits.descriptor($0.id) == nil }
        let names = Set(unknown.map(\.name))
        split.clusters.removeAll { names.contains($0.name) }
        leftOut = names
        self.model = split
        clusters = Dictionary(self.model.clusters.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func cluster(_ id: UInt32) -> ClusterModel? { clusters[id] }

    /// Whether the file has a cluster of this name that can't be simulated.
    func leavesOut(_ name: String) -> Bool { leftOut.contains(name) }

    /// A vendor's additions to a standard cluster, as clusters.
    func additions(to cluster: ClusterModel) -> [ClusterModel] {
        guard cluster.vendor == .matter else { return [] }
        return model.clusters.filter { $0.vendor != .matter && $0.id & 0xFFFF == cluster.id }
    }

    func cluster(named name: String) -> ClusterModel? { model.cluster(named: name) }

    /// The name of a device type in its definition; without one, as the endpoint spells it.
    func name(of type: EndpointModel.DeviceType) -> String {
        deviceTypes.first { $0.id.value == UInt64(type.id) }?.name.text ?? type.name
    }

    /// The standard cluster with this name, for device types that refer to one.
    static func standard(named name: String) -> TraitDescriptor? {
        StandardTraits.descriptors.first { $0.name == name }
    }

    /// The descriptor as defined in the file.
    func ownDescriptor(of cluster: ClusterModel) throws(SimulationError) -> TraitDescriptor {
        let (plan, found) = TraitPlanner.plan(cluster, in: model, overrides)
        guard found.isEmpty else { throw SimulationError(found.map(\.description)) }
        return plan.descriptor
    }
}
