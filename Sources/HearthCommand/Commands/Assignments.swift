internal import HearthTraitCore

/// Parses words of the form `name=value`, for arguments and attributes. The value `-` is asked for.
enum Assignments {
    static func read(
        _ words: [String], fields: [FieldDescriptor], of trait: TraitDescriptor, kind: String,
        asking ask: (_ name: String) throws(CommandError) -> String = SecretInput.read
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
            let isAskedFor = parts[1] == "-"
            let text = isAskedFor ? answer(try ask(field.name), field) : parts[1]
            do throws(TraitError) {
                values[field.id] = try trait.value(of: field, from: text)
            } catch {
                // Nobody may read over their shoulder what was wrong with it.
                let secret = "\(field.name) must be \(trait.typeName(of: field))"
                throw CommandError(.usage, isAskedFor ? secret : error.message)
            }
        }
        return values
    }

    /// What was typed for a lock's PIN is text, and no hexadecimal.
    private static func answer(_ text: String, _ field: FieldDescriptor) -> String {
        field.type == .octets && !field.isList ? "\"\(text)\"" : text
    }

    private static func known(_ fields: [FieldDescriptor]) -> String {
        let names = fields.filter { !GlobalAttribute.contains($0.id) }.map(\.name)
        return names.isEmpty ? "there are none" : "known: \(names.joined(separator: ", "))"
    }
}
