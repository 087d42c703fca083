internal import HearthBase
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import ResolvedSchema
internal import TraitSchema

/// The endpoints of a file without endpoint blocks: one for each device type it defines; otherwise one with its vendor
/// clusters; otherwise one with all clusters, except those for managing the node itself.
struct WholeClusters {
    /// An endpoint of such a file.
    struct Endpoint {
        var deviceType: DeviceTypeSyntax?
        var traits: [ListedTrait] = []
    }

    let file: ProductFile

    /// Standard clusters for managing the node and its network.
    static let utilityClusters: Set<UInt32> = Set([0x001D, 0x001E, 0x001F, 0x0025, 0x0050])
        .union(0x0028...0x003A).union([0x003C, 0x003E, 0x003F, 0x0040, 0x0041, 0x0042, 0x0043, 0x0046])
        .union(0x0750...0x0753)

    func endpoints() throws(SimulationError) -> [Endpoint] {
        let types = file.deviceTypes.filter { $0.id.value >> 16 != 0 }
        if !types.isEmpty {
            var problems: [String] = []
            var endpoints: [Endpoint] = []
            for type in types { endpoints.append(try endpoint(type, &problems)) }
            guard problems.isEmpty else { throw SimulationError(problems) }
            return endpoints
        }
        let makers = file.model.clusters.filter { $0.vendor != .matter }
        let others = file.model.clusters.filter { !Self.utilityClusters.contains($0.id) }
        var endpoint = Endpoint()
        for cluster in makers.isEmpty ? others : makers { endpoint.traits.append(try whole(cluster)) }
        return endpoint.traits.isEmpty ? [] : [endpoint]
    }

    private func endpoint(
        _ type: DeviceTypeSyntax, _ problems: inout [String]
    ) throws(SimulationError) -> Endpoint {
        var endpoint = Endpoint(deviceType: type)
        for named in type.clusters where named.side == .server && !named.isOptional {
            let features = Set(named.requirements.filter { $0.kind == .feature }.flatMap(\.names).map(\.text))
            if let cluster = file.cluster(named: named.name.text) {
                endpoint.traits.append(try whole(cluster, features))
                for added in file.additions(to: cluster) { endpoint.traits.append(try whole(added)) }
            } else if let standard = ProductFile.standard(named: named.name.text) {
                endpoint.traits.append(whole(standard, standard.revision, features))
            } else if !file.leavesOut(named.name.text) {
                let known = file.model.clusters.map(\.name) + StandardTraits.descriptors.map(\.name)
                let hint = Suggestion.nearest(to: named.name.text, among: known.ordered())
                let diagnostic = Diagnostic(
                    .error, named.name.location, "no cluster '\(named.name.text)'",
                    hint: hint.map { "did you mean '\($0)'?" })
                problems.append(diagnostic.description)
            }
        }
        return endpoint
    }

    private func whole(
        _ cluster: ClusterModel, _ features: Set<String> = []
    ) throws(SimulationError) -> ListedTrait {
        let standard = cluster.vendor == .matter ? StandardTraits.descriptor(cluster.id) : nil
        let descriptor = if let standard { standard } else { try file.ownDescriptor(of: cluster) }
        return whole(descriptor, UInt16(clamping: cluster.revision), features)
    }

    /// All elements of a vendor's cluster, or the mandatory ones of a standard cluster.
    private func whole(_ trait: TraitDescriptor, _ revision: UInt16, _ features: Set<String>) -> ListedTrait {
        let isMakers = trait.id >> 16 != 0
        let map = trait.features.reduce(0) { $0 | (isMakers || features.contains($1.name) ? $1.mask : 0) }
        typealias Rule = FeatureExpression
        func has(_ isOptional: Bool, _ required: Rule?, _ allowed: Rule?) -> Bool {
            if let required { return required.holds(for: map) }
            if let allowed { return isMakers && allowed.holds(for: map) }
            return isMakers || !isOptional
        }
        let attributes = trait.attributes.filter { has($0.field.isOptional, $0.field.required, $0.field.allowed) }
        var listed = attributes.map { ListedTrait.Attribute(id: $0.id, storage: .callback, defaultValue: nil) }
        listed.removeAll { GlobalAttribute.contains($0.id) }
        listed.append(.init(id: GlobalAttribute.featureMap, storage: .callback, defaultValue: .integer(Int128(map))))
        let commands = trait.commands.filter { has($0.isOptional, $0.required, $0.allowed) }.map(\.id)
        return ListedTrait(
            descriptor: trait, revision: revision, attributes: listed, commands: Set(commands))
    }
}
