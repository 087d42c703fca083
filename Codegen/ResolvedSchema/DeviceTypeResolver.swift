internal import HearthBase
internal import TraitSchema

/// Resolves the clusters that device types name.
struct DeviceTypeResolver {
    let clusters: [String: ClusterModel]
    let vendors: VendorTable

    func resolve(_ syntaxes: [DeviceTypeSyntax], _ findings: inout Findings) -> [DeviceTypeModel] {
        findings.reportDuplicates(syntaxes.map(\.id)) { "the device type number \($0) is taken" }
        findings.reportDuplicates(syntaxes.map(\.name)) { "there is a device type '\($0)' already" }
        let ids = Dictionary(syntaxes.map { ($0.name.text, UInt32(clamping: $0.id.value)) }) { first, _ in first }
        return syntaxes.map { type($0, ids, &findings) }.ordered(by: \.id)
    }

    private func type(
        _ syntax: DeviceTypeSyntax, _ ids: [String: UInt32], _ findings: inout Findings
    ) -> DeviceTypeModel {
        let id = syntax.id.id(of: "device type \(syntax.name.text)", &findings)
        var type = DeviceTypeModel(
            id: id, vendor: vendors.owner(of: id), name: syntax.name.text,
            revision: syntax.version.id(of: "the version of \(syntax.name.text)", &findings),
            maturity: syntax.maturity, description: syntax.description, location: syntax.name.location)
        for annotation in syntax.annotations { apply(annotation, &type, ids, &findings) }
        for side in ClusterSide.allCases {
            findings.reportDuplicates(syntax.clusters.filter { $0.side == side }.map(\.name)) {
                "device type \(syntax.name.text) has the \(side.rawValue) cluster '\($0)' twice"
            }
        }
        // By id, and then by name of the side.
        type.clusters = syntax.clusters.compactMap { cluster($0, &findings) }
            .ordered(by: \.side.rawValue).ordered(by: \.clusterID)
        type.components = syntax.components.compactMap { component($0, ids, &findings) }
        return type
    }

    private func apply(
        _ annotation: AnnotationSyntax, _ type: inout DeviceTypeModel, _ ids: [String: UInt32],
        _ findings: inout Findings
    ) {
        guard ["class", "superset"].contains(annotation.key.text) else {
            return annotation.reportUnknown(["class", "superset"], &findings)
        }
        guard case .name(let name, offset: 0) = annotation.value else {
            return annotation.reportKind("a name", &findings)
        }
        if annotation.key.text == "class" {
            let classes = ["simple", "dynamic", "utility", "node"]
            if !classes.contains(name) {
                findings.error(
                    annotation.valueLocation, "no class '\(name)' of device types",
                    hint: findings.suggestion(for: name, among: classes)
                        ?? "one of: \(classes.joined(separator: ", "))")
            }
            type.deviceClass = name
        } else {
            if ids[name] == nil || name == type.name {
                findings.error(
                    annotation.valueLocation, "no other device type '\(name)'",
                    hint: findings.suggestion(for: name, among: ids.keys.filter { $0 != type.name }.ordered()))
            }
            type.superset = name
        }
    }

    private func cluster(
        _ syntax: DeviceTypeSyntax.Cluster, _ findings: inout Findings
    ) -> DeviceTypeClusterModel? {
        guard let cluster = clusters[syntax.name.text] else {
            findings.error(
                syntax.name.location, "no cluster '\(syntax.name.text)'",
                hint: findings.suggestion(for: syntax.name.text, among: clusters.keys.ordered()))
            return nil
        }
        var model = DeviceTypeClusterModel(
            clusterID: cluster.id, clusterName: cluster.name, side: syntax.side, isOptional: syntax.isOptional)
        for requirement in syntax.requirements {
            for name in requirement.names { require(requirement.kind, name, of: cluster, &model, &findings) }
        }
        return model
    }

    private func require(
        _ kind: DeviceTypeSyntax.Requirement.Kind, _ name: IdentifierSyntax, of cluster: ClusterModel,
        _ model: inout DeviceTypeClusterModel, _ findings: inout Findings
    ) {
        let known: [(name: String, number: UInt32)] =
            switch kind {
            case .feature: cluster.features.map { ($0.name, $0.mask) }
            case .attribute: cluster.attributes.map { ($0.name, $0.id) }
            case .command: cluster.commands.map { ($0.name, $0.id) }
            case .event: cluster.events.map { ($0.name, $0.id) }
            }
        guard let number = known.first(where: { $0.name == name.text })?.number else {
            return findings.error(
                name.location, "cluster \(cluster.name) has no \(kind.rawValue) '\(name.text)'",
                hint: findings.suggestion(for: name.text, among: known.map(\.name)))
        }
        switch kind {
        case .feature: model.requiredFeatures |= number
        case .attribute: model.requiredAttributes.append(number)
        case .command: model.requiredCommands.append(number)
        case .event: model.requiredEvents.append(number)
        }
    }

    private func component(
        _ syntax: DeviceTypeSyntax.Component, _ ids: [String: UInt32], _ findings: inout Findings
    ) -> DeviceTypeComponentModel? {
        guard let id = ids[syntax.name.text] else {
            findings.error(
                syntax.name.location, "no device type '\(syntax.name.text)'",
                hint: findings.suggestion(for: syntax.name.text, among: ids.keys.ordered()))
            return nil
        }
        var model = DeviceTypeComponentModel(
            deviceTypeID: id, deviceTypeName: syntax.name.text, isOptional: syntax.isOptional)
        for annotation in syntax.annotations {
            switch annotation.key.text {
            case "min": model.minimumCount = annotation.positive(&findings)
            case "max": model.maximumCount = annotation.positive(&findings)
            default: annotation.reportUnknown(["min", "max"], &findings)
            }
        }
        if let low = model.minimumCount, let high = model.maximumCount, low > high {
            findings.error(
                syntax.name.location, "at least \(low) but at most \(high) endpoints of '\(syntax.name.text)'")
        }
        return model
    }
}
