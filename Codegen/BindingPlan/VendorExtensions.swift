internal import HearthBase
package import ResolvedSchema

/// Makers' additions to standard clusters become traits of their own (`Acme.OnOffExtension`). Otherwise the additions
/// of two makers would share a message, and Swift can't add stored properties in an extension.
package struct VendorExtensions {
    private let names: [UInt16: String]

    /// Moves vendors' attributes, commands and events from standard clusters into clusters of their own, which follow
    /// them. `vendorNames` are namespaces by vendor id; the model's own vendors have priority.
    package static func split(_ model: ResolvedSchema, vendorNames: [UInt16: String]) -> ResolvedSchema {
        let own = Dictionary(model.vendors.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let splitter = VendorExtensions(names: vendorNames.merging(own) { _, own in own })
        var result = model
        result.clusters = model.clusters.flatMap { splitter.split($0, in: model) }.ordered(by: \.id)
        result.vendors = Set(model.vendors + result.clusters.map(\.vendor)).ordered(by: \.id)
        return result
    }

    private func split(_ cluster: ClusterModel, in model: ResolvedSchema) -> [ClusterModel] {
        guard cluster.vendor == .matter else { return [cluster] }
        let ids = cluster.attributes.map(\.id) + cluster.commands.map(\.id) + cluster.events.map(\.id)
        let vendors = Set(ids.map(Self.vendor)).subtracting([0]).ordered()
        guard !vendors.isEmpty else { return [cluster] }
        return [part(of: cluster, 0, model)] + vendors.map { part(of: cluster, $0, model) }
    }

    private static func vendor(_ id: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: id >> 16) }

    private func part(of cluster: ClusterModel, _ vendor: UInt16, _ model: ResolvedSchema) -> ClusterModel {
        var part = cluster
        part.commands = cluster.commands.filter { Self.vendor($0.id) == vendor }
        part.events = cluster.events.filter { Self.vendor($0.id) == vendor }
        part.attributes = cluster.attributes.filter { Self.vendor($0.id) == vendor || vendor != 0 && $0.isGlobal }
        guard vendor != 0 else { return part }
        let fallback = "Vendor_" + hex(vendor, digits: 4, uppercase: true)
        part.vendor = VendorModel(id: vendor, name: names[vendor] ?? fallback)
        part.id = UInt32(vendor) << 16 | cluster.id
        part.name = cluster.name + "Extension"
        part.description = "The additions of \(part.vendor.name) to `\(cluster.name)`."
        part.features = []
        let responses = Set(part.commands.compactMap(\.responseName))
        part.responses = cluster.responses.filter { responses.contains($0.name) }
        part.types = usedTypes(of: part, from: cluster, model)
        return part
    }

    private func usedTypes(of part: ClusterModel, from cluster: ClusterModel, _ model: ResolvedSchema) -> TypeScope {
        let used = Set(
            model.types(usedBy: part.fields, in: cluster).filter { $0.scope == .cluster }.map(\.name))
        return TypeScope(
            enumerations: cluster.types.enumerations.filter { used.contains($0.name) },
            bitmaps: cluster.types.bitmaps.filter { used.contains($0.name) },
            structures: cluster.types.structures.filter { used.contains($0.name) })
    }
}
