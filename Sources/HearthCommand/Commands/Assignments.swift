internal import HearthTraitCore

/// Parses words of the form `name=value`, for arguments and attributes.
enum Assignments {
    static func read(
        _ words: [String], fields: [FieldDescriptor], of trait: TraitDescriptor, kind: String
    ) throws(CommandError) -> StructureValue {
        var values = StructureValue()
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw CommandError(.usage, "\(quoted(word)) is not NAME=VALUE; \(known(fields))")
            }
            let field: FieldDescriptor
            switch Names.find(parts[0], in: fields, by: { [$0.name] }) {
            case .one(let found): field = found
            case .several(let names):
                throw CommandError(.usage, "\(quoted(parts[0])) could be \(names.joined(separator: ", "))")
            case .none(let nearest):
                throw CommandError(.usage, "\(quoted(parts[0])) is no \(kind)" + Names.hint(nearest, known(fields)))
            }
            guard values[field.id] == nil else { throw CommandError(.usage, "\(field.name) is given twice") }
            do throws(TraitError) {
                values[field.id] = try trait.value(of: field, from: parts[1])
            } catch {
                throw CommandError(.usage, error.message)
            }
        }
        return values
    }

    private static func known(_ fields: [FieldDescriptor]) -> String {
        let names = fields.filter { !GlobalAttribute.contains($0.id) }.map(\.name)
        return names.isEmpty ? "there are none" : "known: \(names.joined(separator: ", "))"
    }
}
