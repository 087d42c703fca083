internal import HearthTraitDescriptors

/// Checks the nesting of structs: limited in depth, and never recursive.
struct StructNesting {
    private let structs: [StructDescriptor]
    private let limits: SchemaLimits

    init(_ structs: [StructDescriptor], limits: SchemaLimits) {
        self.structs = structs
        self.limits = limits
    }

    func check(trait: String) throws(TraitSchemaError) {
        let inner = structs.map { type in Set(type.fields.compactMap(\.type.structIndex)) }
        var depths: [Int: Int] = [:]
        // Each round settles the structs with only settled ones in them, so the rounds are limited by the depth.
        for depth in 1...max(1, limits.structDepth) {
            let new = structs.indices.filter { depths[$0] == nil && inner[$0].allSatisfy { depths[$0] != nil } }
            for index in new { depths[index] = depth }
            if depths.count == structs.count { return }
            if new.isEmpty { break }
        }
        guard let rest = structs.indices.first(where: { depths[$0] == nil }) else { return }
        let isCycle = !structs.indices.contains { depths[$0] == nil && inner[$0].allSatisfy { depths[$0] != nil } }
        let item = "\(trait).\(structs[rest].name)"
        throw isCycle
            ? TraitSchemaError(.reference, item, "it contains itself, directly or through other structs")
            : TraitSchemaError(.tooLarge, item, "structs are nested more than \(limits.structDepth) deep")
    }
}
