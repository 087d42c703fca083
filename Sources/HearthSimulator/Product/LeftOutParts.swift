internal import HearthBase
internal import HearthDevices
internal import HearthTraitCore
internal import TraitModel

/// What a file defines and no endpoint of the product has. A maker's own parts are meant to be somewhere; standard
/// clusters are told only where the file has no endpoint blocks, as tools write many that a product merely knows.
struct LeftOutParts {
    let file: ProductFile
    /// The traits of all endpoints.
    let served: [ProductTrait]

    /// One line for each part, with its place and the way out.
    var warnings: [String] {
        let bound = Set(file.model.endpoints.flatMap(\.boundClusterIDs))
        let ids = Set(served.map(\.descriptor.id))
        return file.model.clusters.flatMap { cluster in
            if ids.contains(cluster.id) { return parts(of: cluster) }
            // A client has additions with their cluster, too.
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

    /// An addition stands where its first part does: the cluster around it is the standard's.
    private func place(of cluster: ClusterModel, _ isAddition: Bool) -> SourceLocation {
        guard isAddition else { return cluster.location }
        let places =
            cluster.attributes.filter { !$0.isGlobal }.map(\.field.location) + cluster.commands.map(\.location)
            + cluster.events.map(\.location)
        return places.first ?? cluster.location
    }

    /// Attributes and commands of a vendor's that endpoint blocks do not list, although every device has them.
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
