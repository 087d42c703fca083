internal import HearthBase
internal import HearthVirtualHome
internal import HearthTraitCore
internal import ResolvedSchema

/// Definitions of the file that no endpoint of the product has. A maker's own parts are always reported. Standard
/// clusters are reported only for a file without endpoint blocks, since tools write many that a product merely knows.
struct LeftOutParts {
    let file: ProductFile
    /// The traits of all endpoints.
    let served: [ProductTrait]

    /// One warning for each part, with its location and a hint.
    var warnings: [String] {
        let bound = Set(file.model.endpoints.flatMap(\.boundClusterIDs))
        let ids = Set(served.map(\.descriptor.id))
        return file.model.clusters.flatMap { cluster in
            if ids.contains(cluster.id) { return parts(of: cluster) }
            // A client's binding of a cluster includes the additions to it.
            let isBound = bound.contains(cluster.id) || bound.contains(cluster.id & 0xFFFF)
            return isBound || !isMeant(cluster) ? [] : [warning(about: cluster)]
        }.map(\.description)
    }

    private func isMeant(_ cluster: ClusterModel) -> Bool {
        guard cluster.vendor == .matter else { return true }
        return file.model.endpoints.isEmpty && !WholeClusters.utilityClusters.contains(cluster.id)
    }

    private func warning(about cluster: ClusterModel) -> Diagnostic {
        let isAddition = cluster.vendor != .matter && cluster.id & 0xFFFF < 0x8000
        let name = isAddition ? String(cluster.name.dropLast("Extension".count)) : cluster.name
        let what = isAddition ? "what \(cluster.vendor.name) adds to \(name)" : "cluster '\(name)'"
        let way =
            file.model.endpoints.isEmpty
            ? "name it in a device type: 'server cluster \(name);'"
            : "list its attributes and commands in an endpoint: 'server cluster \(name) { … }'"
        return Diagnostic(
            .warning, place(of: cluster, isAddition), "\(what) is on no endpoint; it is left out", hint: way)
    }

    /// The location of an addition is that of its first part, since the cluster around it is the standard's.
    private func place(of cluster: ClusterModel, _ isAddition: Bool) -> SourceLocation {
        guard isAddition else { return cluster.location }
        let places =
            cluster.attributes.filter { !$0.isGlobal }.map(\.field.location) + cluster.commands.map(\.location)
            + cluster.events.map(\.location)
        return places.first ?? cluster.location
    }

    /// A vendor's mandatory attributes and commands that no endpoint block lists.
    private func parts(of cluster: ClusterModel) -> [Diagnostic] {
        guard cluster.vendor != .matter, !file.model.endpoints.isEmpty else { return [] }
        let traits = served.filter { $0.descriptor.id == cluster.id }
        let attributes = Set(traits.flatMap(\.attributes.fields.keys))
        let commands = Set(
            traits.flatMap { trait -> [UInt32] in
                guard case .list(let ids)? = trait.attributes[GlobalAttribute.acceptedCommandList] else { return [] }
                return ids.compactMap { id in if case .unsigned(let id) = id { UInt32(exactly: id) } else { nil } }
            })
        let missing =
            cluster.attributes.filter { attribute in
                !attribute.isGlobal && !attribute.field.isOptional && attribute.field.conformance == ConformanceModel()
                    && !attributes.contains(attribute.id)
            }.map { ("attribute", $0.name, $0.field.location) }
            + cluster.commands.filter { command in
                !command.isOptional && command.conformance == ConformanceModel() && !commands.contains(command.id)
            }.map { ("command", $0.name, $0.location) }
        return missing.map { kind, name, location in
            let form = kind == "command" ? "handle command \(name);" : "ram attribute \(name);"
            return Diagnostic(
                .warning, location, "\(kind) '\(name)' is on no endpoint; it is left out",
                hint: "list it: '\(form)', or call it optional")
        }
    }
}
