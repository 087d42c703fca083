/// Which way values travel: from a device, or to it.
struct ValueUse: OptionSet, Sendable {
    let rawValue: Int
    static let read = ValueUse(rawValue: 1)
    static let written = ValueUse(rawValue: 2)

    /// The named types of a model's clusters, and how the values travel that hold them.
    static func ofTypes(in clusters: [ClusterModel], _ model: TraitModel) -> [TypeReference: ValueUse] {
        var uses: [TypeReference: ValueUse] = [:]
        for cluster in clusters {
            var queue: [(field: FieldModel, use: ValueUse)] = cluster.attributes.map { ($0.field, $0.use) }
            queue += cluster.commands.flatMap(\.fields).map { ($0, .written) }
            queue += (cluster.responses.flatMap(\.fields) + cluster.events.flatMap(\.fields)).map { ($0, .read) }
            while let (field, use) = queue.popLast() {
                guard let reference = field.type.namedType else { continue }
                let known = uses[reference] ?? []
                guard !known.isSuperset(of: use) else { continue }
                uses[reference] = known.union(use)
                queue += (model.structure(reference, in: cluster)?.fields ?? []).map { ($0, use) }
            }
        }
        return uses
    }
}

extension AttributeModel {
    var use: ValueUse {
        ValueUse(isReadable ? [.read] : []).union(isWritable ? [.written] : [])
    }
}

extension DataType {
    /// The enum, bitmap or struct it is; nil for a type the language itself knows.
    var namedType: TypeReference? {
        switch self {
        case .scalar: nil
        case .enumeration(let reference), .bitmap(let reference), .structure(let reference): reference
        }
    }

    /// As the schema spells it.
    var spelling: String {
        switch self {
        case .scalar(let type): type.name
        case .enumeration(let reference), .bitmap(let reference), .structure(let reference): reference.name
        }
    }
}
