internal import HearthTraitCore

extension TraitDescriptor {
    /// The response of a command that was carried out; nil for a command without one. In every cluster that entities
    /// become, 0 is success and no error.
    func success(of command: CommandDescriptor) -> StructureValue? {
        command.response.map { zeros(of: $0, depth: 0) }
    }

    private func zeros(of type: StructDescriptor, depth: Int) -> StructureValue {
        var result = StructureValue()
        for field in type.fields where !field.isOptional && depth < 4 {
            switch field.type {
            case .unsigned, .enumeration, .bitmap: result[field.id] = .unsigned(0)
            case .structure(let index) where structs.indices.contains(index):
                result[field.id] = .structure(zeros(of: structs[index], depth: depth + 1))
            default: break
            }
        }
        return result
    }
}
