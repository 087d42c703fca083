internal import HearthBase
internal import TraitSchema

/// Resolves the clusters that endpoint blocks name.
struct EndpointResolver {
    let clusters: [String: ClusterModel]

    func resolve(_ syntax: EndpointSyntax, _ findings: inout Findings) -> EndpointModel? {
        guard let number = UInt16(exactly: syntax.number.value), number < UInt16.max else {
            findings.error(syntax.number.location, "\(syntax.number.value) is not an endpoint", hint: "0 to 65534")
            return nil
        }
        findings.reportDuplicates(syntax.clusters.map(\.name)) { "endpoint \(number) has the cluster '\($0)' twice" }
        return EndpointModel(
            number: number,
            deviceTypes: syntax.deviceTypes.map { type in
                EndpointModel.DeviceType(
                    id: type.id.id(of: "device type \(type.name.text)", &findings), name: type.name.text,
                    revision: type.version.id(of: "the version of \(type.name.text)", &findings))
            },
            boundClusterIDs: syntax.bindings.compactMap { cluster($0, &findings)?.id },
            serverClusters: syntax.clusters.compactMap { self.server($0, &findings) }, location: syntax.location)
    }

    private func cluster(_ name: IdentifierSyntax, _ findings: inout Findings) -> ClusterModel? {
        if let cluster = clusters[name.text] { return cluster }
        findings.error(
            name.location, "no cluster '\(name.text)'",
            hint: findings.suggestion(for: name.text, among: clusters.keys.ordered()))
        return nil
    }

    private func server(
        _ syntax: EndpointSyntax.Cluster, _ findings: inout Findings
    ) -> EndpointClusterModel? {
        guard let cluster = cluster(syntax.name, &findings) else { return nil }
        let attributes = Dictionary(cluster.attributes.map { ($0.name, $0) }) { first, _ in first }
        let commands = Dictionary(cluster.commands.map { ($0.name, $0.id) }) { first, _ in first }
        let events = Dictionary(cluster.events.map { ($0.name, $0.id) }) { first, _ in first }
        let responses = Set(cluster.responses.map(\.name))
        func id(_ name: IdentifierSyntax, _ kind: String, in known: [String: UInt32]) -> UInt32? {
            if let id = known[name.text] { return id }
            findings.error(
                name.location, "cluster \(cluster.name) has no \(kind) '\(name.text)'",
                hint: findings.suggestion(for: name.text, among: known.keys.ordered()))
            return nil
        }
        var model = EndpointClusterModel(clusterID: cluster.id, clusterName: cluster.name)
        model.eventIDs = syntax.events.compactMap { id($0, "event", in: events) }
        // Some files list a server's responses among the commands that it handles.
        model.commandIDs = syntax.commands.filter { !responses.contains($0.text) }
            .compactMap { id($0, "command", in: commands) }
        model.attributes = syntax.attributes.compactMap { entry in
            guard let attribute = attributes[entry.name.text] else {
                _ = id(entry.name, "attribute", in: attributes.mapValues(\.id))
                return nil
            }
            return EndpointClusterModel.Attribute(
                id: attribute.id, name: attribute.name, storage: entry.storage,
                defaultValue: entry.defaultValue.flatMap { value($0, attribute.field, &findings) },
                location: entry.defaultValue?.location ?? entry.name.location)
        }
        return model
    }

    /// Booleans are often written as 0 and 1. Numbers are not range-checked: old files write null as a number.
    private func value(
        _ value: EndpointSyntax.Default, _ field: FieldModel, _ findings: inout Findings
    ) -> DefaultValue? {
        let scalar = if case .scalar(let scalar) = field.type { scalar } else { nil as ScalarType? }
        let isString = scalar?.isString ?? false
        switch value.value {
        case .integer(let number) where scalar?.kind == .boolean:
            return .boolean(number != 0)
        case .integer(let number) where !isString:
            return .integer(number)
        case .boolean(let flag) where scalar?.kind == .boolean:
            return .boolean(flag)
        case .string(let text) where isString:
            return .string(text)
        case .integer, .boolean, .string:
            findings.error(value.location, "this default does not fit the attribute '\(field.name)'")
            return nil
        }
    }
}
