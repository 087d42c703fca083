internal import HearthBase
internal import TraitSchema

/// Checks the structs of one scope.
enum StructResolver {
    /// The structs in the order of their names. Reports structs that contain themselves.
    static func structures(
        _ syntaxes: [StructSyntax], scope: TypeReference.Scope, _ resolver: FieldResolver, _ findings: inout Findings,
        annotations: (StructSyntax, FieldSyntax, inout Findings) -> [AnnotationSyntax] = { _, field, _ in
            field.annotations
        }
    ) -> [StructModel] {
        var structures = syntaxes.map { syntax in
            StructModel(
                name: syntax.name.text, isFabricScoped: syntax.isFabricScoped,
                fields: fabricScoped(
                    syntax,
                    resolver.fields(syntax.fields, of: "struct \(syntax.name.text)", &findings) { field, findings in
                        annotations(syntax, field, &findings)
                    }),
                isShared: syntax.isShared, maturity: syntax.maturity, description: syntax.description,
                location: syntax.name.location)
        }
        markRecursion(&structures, scope, &findings)
        return structures.ordered(by: \.name)
    }

    /// Adds the index of the fabric to a fabric-scoped struct that does not declare it.
    private static func fabricScoped(_ syntax: StructSyntax, _ fields: [FieldModel]) -> [FieldModel] {
        guard syntax.isFabricScoped, !fields.contains(where: { $0.id == 254 }) else { return fields }
        return fields + [
            FieldModel(
                id: 254, name: "fabricIndex", type: .scalar(BaseTypes.known("fabric_idx")),
                location: syntax.name.location)
        ]
    }

    private static func markRecursion(
        _ structures: inout [StructModel], _ scope: TypeReference.Scope, _ findings: inout Findings
    ) {
        var indices: [String: Int] = [:]
        for (index, structure) in structures.enumerated() { indices[structure.name] = index }
        func edges(_ isWanted: (FieldModel) -> Bool) -> [[Int]] {
            structures.map { structure in
                structure.fields.compactMap { field in
                    guard isWanted(field), case .structure(let reference) = field.type, reference.scope == scope else {
                        return nil
                    }
                    return indices[reference.name]
                }
            }
        }
        let direct = StructGraph.nodesOnCycles(edges { !$0.isList })
        let any = StructGraph.nodesOnCycles(edges { _ in true })
        for index in structures.indices {
            structures[index].isRecursive = any[index]
            if direct[index] {
                findings.error(
                    structures[index].location, "struct \(structures[index].name) contains itself",
                    hint: "a struct can hold its own kind in a list only")
            }
        }
    }
}
