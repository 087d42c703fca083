internal import HearthTraitDescriptors
internal import TraitSchema

/// A description of a trait for people and tools, without the attributes that every cluster has.
public struct TraitDescription {
    let cluster: ClusterModel
    let model: ResolvedSchema
    let attributes: [AttributeModel]
    /// The cluster's own types, then the global ones it uses.
    let types: TypeScope

    /// - Parameters:
    ///   - cluster: what to describe; one of `model`.
    ///   - model: the model in which its types are looked up.
    public init(_ cluster: ClusterModel, in model: ResolvedSchema) {
        self.cluster = cluster
        self.model = model
        attributes = cluster.attributes.filter { !$0.isGlobal }
        let used = model.types(usedBy: cluster.fields, in: cluster)
        func isUsed(_ name: String) -> Bool { used.contains(TypeReference(name: name, scope: .global)) }
        types = TypeScope(
            enumerations: cluster.types.enumerations + model.globals.enumerations.filter { isUsed($0.name) },
            bitmaps: cluster.types.bitmaps + model.globals.bitmaps.filter { isUsed($0.name) },
            structures: cluster.types.structures + model.globals.structures.filter { isUsed($0.name) })
    }

    // MARK: Text

    /// The text for a terminal; it ends with a newline.
    public var text: String {
        let maturity = cluster.maturity == .stable ? "" : ", \(cluster.maturity.rawValue)"
        let owner = "\(cluster.vendor.name) \(cluster.id.hex)"
        var lines = ["\(cluster.name) (\(owner)), revision \(cluster.revision)\(maturity)"]
        lines += Self.indented(cluster.description, 2)
        section("Features", &lines, cluster.features.map(feature))
        section("Attributes", &lines, attributes.map(attribute))
        section("Commands", &lines, cluster.commands.map(command))
        section("Events", &lines, cluster.events.map(event))
        section(
            "Enums", &lines,
            types.enumerations.map { type in
                [[type.name, type.base.name]] + type.constants.map { ["  \($0.value)", $0.name] }
            }.map(Self.plain))
        section(
            "Bitmaps", &lines,
            types.bitmaps.map { type in
                [[type.name, type.base.name]] + type.fields.map { ["  \($0.value.hex(digits: 1))", $0.name] }
            }.map(Self.plain))
        section(
            "Structs", &lines,
            types.structures.map { type in
                [type.name + (type.isFabricScoped ? ", fabric-scoped" : "")] + fields(type.fields)
            })
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ title: String, _ lines: inout [String], _ items: [[String]]) {
        guard !items.isEmpty else { return }
        lines += ["", title] + items.flatMap { $0 }.map { "  " + $0 }
    }

    private static func plain(_ rows: [[String]]) -> [String] { rows.map { $0.joined(separator: " ") } }

    private static func indented(_ description: String?, _ spaces: Int) -> [String] {
        let lines = description.map { $0.split(separator: "\n").map(String.init) } ?? []
        return lines.map { String(repeating: " ", count: spaces) + $0 }
    }

    private func feature(_ feature: FeatureModel) -> [String] {
        ["\(UInt64(feature.mask).hex(digits: 1)) \(feature.name)"] + Self.indented(feature.description, 2)
    }

    private func attribute(_ attribute: AttributeModel) -> [String] {
        let field = attribute.field
        var access: [String] = []
        if attribute.isReadable { access.append("read (\(attribute.readPrivilege.word))") }
        if attribute.isWritable { access.append("write (\(attribute.writePrivilege.word))") }
        var facts = [access.joined(separator: " and ")]
        if attribute.requiresTimedWrite { facts.append("timed write") }
        if !attribute.isReported { facts.append("not reported") }
        if attribute.isQuieterReported { facts.append("quieter reporting") }
        let line = ["\(field.id.hex) \(field.name): \(Self.type(field))"] + facts + field.facts
        return [line.joined(separator: ", ")] + Self.indented(field.description, 2)
    }

    private func command(_ command: CommandModel) -> [String] {
        var line = ["\(UInt64(command.id).hex(digits: 2)) \(command.name)", command.invokePrivilege.word]
        line += command.facts
        var lines = [line.joined(separator: ", ")] + Self.indented(command.description, 2) + fields(command.fields)
        if let name = command.responseName {
            lines.append("  → \(name)")
            lines += fields(cluster.response(named: name)?.fields ?? []).map { "  " + $0 }
        }
        return lines
    }

    private func event(_ event: EventModel) -> [String] {
        var line = ["\(UInt64(event.id).hex(digits: 2)) \(event.name)", event.priority.word]
        line.append("read (\(event.readPrivilege.word))")
        line += event.facts
        return [line.joined(separator: ", ")] + Self.indented(event.description, 2) + fields(event.fields)
    }

    private func fields(_ fields: [FieldModel]) -> [String] {
        fields.flatMap { field in
            let line = ["  \(field.id) \(field.name): \(Self.type(field))"] + field.facts
            return [line.joined(separator: ", ")] + Self.indented(field.description, 4)
        }
    }

    private static func type(_ field: FieldModel) -> String {
        field.isList ? "list of \(field.type.spelling)" : field.type.spelling
    }
}
