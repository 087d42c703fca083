extension TraitModel {
    /// The named types that fields of a cluster hold, and the types within those, however far away.
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
    /// The fields of all its elements; not those of its types.
    package var fields: [FieldModel] {
        attributes.map(\.field) + commands.flatMap(\.fields) + responses.flatMap(\.fields) + events.flatMap(\.fields)
    }
}
