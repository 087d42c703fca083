extension ResolvedSchema {
    /// The named types of a cluster's fields, and the types that these contain, directly or indirectly.
    package func types(usedBy fields: [FieldModel], in cluster: ClusterModel) -> Set<TypeReference> {
        var used: Set<TypeReference> = []
        var queue = fields
        while let field = queue.popLast() {
            guard let found = field.type.reference, used.insert(found).inserted else { continue }
            queue += structure(found, in: cluster)?.fields ?? []
        }
        return used
    }
}

extension ClusterModel {
    /// The fields of all its members, without those of its types.
    package var fields: [FieldModel] {
        attributes.map(\.field) + commands.flatMap(\.fields) + responses.flatMap(\.fields) + events.flatMap(\.fields)
    }
}
