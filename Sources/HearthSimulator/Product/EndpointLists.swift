internal import HearthBase
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import ResolvedSchema

/// Reads the traits of an endpoint block.
struct EndpointLists {
    let file: ProductFile

    /// One trait for the cluster, and one for each vendor's additions to it.
    func traits(of listed: EndpointClusterModel) throws(SimulationError) -> [ListedTrait] {
        let ids = listed.attributes.map(\.id) + listed.commandIDs + listed.eventIDs
        let isStandard = listed.clusterID >> 16 == 0
        let vendors = isStandard ? Set(ids.map { $0 >> 16 }).subtracting([0]).ordered() : []
        var traits: [ListedTrait] = []
        if let base = file.cluster(listed.clusterID) {
            traits.append(try trait(of: listed, base) { !isStandard || $0 >> 16 == 0 })
        }
        for vendor in vendors {
            guard let added = file.cluster(vendor << 16 | listed.clusterID) else { continue }
            traits.append(try trait(of: listed, added) { $0 >> 16 == vendor })
        }
        return traits
    }

    private func trait(
        of listed: EndpointClusterModel, _ cluster: ClusterModel, _ isPart: (UInt32) -> Bool
    ) throws(SimulationError) -> ListedTrait {
        let attributes = listed.attributes.filter { isPart($0.id) }
        return ListedTrait(
            descriptor: try descriptor(of: cluster), revision: UInt16(clamping: cluster.revision),
            attributes: attributes.map {
                .init(id: $0.id, storage: $0.storage, defaultValue: $0.defaultValue, location: $0.location)
            },
            commands: Set(listed.commandIDs.filter(isPart)),
            events: listsEvents ? Set(listed.eventIDs.filter(isPart)) : nil)
    }

    /// Whether the file lists events. Old tools didn't write them into endpoint blocks.
    private var listsEvents: Bool {
        file.model.endpoints.contains { $0.serverClusters.contains { !$0.eventIDs.isEmpty } }
    }

    /// The standard descriptor, which has limits and units; or the file's, if the product has elements that the
    /// standard lacks.
    private func descriptor(of cluster: ClusterModel) throws(SimulationError) -> TraitDescriptor {
        guard cluster.vendor == .matter, let standard = StandardTraits.descriptor(cluster.id) else {
            return try file.ownDescriptor(of: cluster)
        }
        let listings = file.model.endpoints.flatMap(\.serverClusters).filter { $0.clusterID == cluster.id }
        func isStandard(_ id: UInt32) -> Bool { id >> 16 == 0 && !GlobalAttribute.contains(id) }
        let hasAll =
            listings.flatMap(\.attributes).map(\.id).filter(isStandard).allSatisfy { standard.attribute($0) != nil }
            && listings.flatMap(\.commandIDs).filter(isStandard).allSatisfy { standard.command($0) != nil }
            && listings.flatMap(\.eventIDs).filter(isStandard).allSatisfy { standard.event($0) != nil }
        return hasAll ? standard : try file.ownDescriptor(of: cluster)
    }
}
