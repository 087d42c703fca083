internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// Parses words of the form `name=value`, for arguments and attributes. The value `-` is asked for at the terminal.
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
                let names = names.joined(separator: ", ")
                throw CommandError(.usage, "\(quoted(parts[0])) could be \(names); write the whole name")
            case .none(let nearest):
                throw CommandError(.usage, "\(quoted(parts[0])) is no \(kind)" + Names.hint(nearest, known(fields)))
            }
            guard values[field.id] == nil else {
                throw CommandError(.usage, "\(field.name) is given twice; leave out one")
            }
            let isAskedFor = parts[1] == "-"
            guard isAskedFor || !CommandCode.isCode(field, of: trait) else {
                throw CommandError(
                    .usage,
                    "\(field.name) is a secret, and words of a command are visible to others; leave it out, or say "
                        + "\(field.name)=-")
            }
            let text = isAskedFor ? answer(try ask(field.name), field) : parts[1]
            do throws(TraitError) {
                values[field.id] = try trait.value(of: field, typed: text)
            } catch {
                // An error for a hidden value must not print it.
                let secret = "\(field.name) must be \(trait.typeName(of: field))"
                throw CommandError(.usage, isAskedFor ? secret : error.message)
            }
        }
        return values
    }

    /// Whether all values are raw numbers.
    static func areRaw(_ words: [String]) -> Bool {
        words.allSatisfy { word in word.split(separator: "=", maxSplits: 1).last.flatMap { Int64($0) } != nil }
    }

    /// How a field is given: "level=50%, or raw 1 to 254".
    ///
    /// - Parameter attributes: the trait's attributes, for limits that name one.
    static func usage(
        of field: FieldDescriptor, in trait: TraitDescriptor, attributes: StructureValue = [:]
    ) -> String {
        let null = field.isNullable ? ", or null" : ""
        let raw = range(of: field, in: trait, attributes)
        guard let example = Quantity.example(field) else { return "\(field.name)=…: \(raw)\(null)" }
        return "\(field.name)=\(example), or raw \(raw)\(null)"
    }

    /// The values that a field takes: the cases of an enum, the limits of a number, else its type.
    private static func range(
        of field: FieldDescriptor, in trait: TraitDescriptor, _ attributes: StructureValue
    ) -> String {
        if case .enumeration(let index) = field.type, trait.enums.indices.contains(index), !field.isList {
            return trait.enums[index].cases.map(\.name).joined(separator: " | ")
        }
        if case .bitmap(let index) = field.type, trait.bitmaps.indices.contains(index), !field.isList {
            return trait.bitmaps[index].fields.map(\.name).joined(separator: " | ")
        }
        func number(_ limit: Limit?) -> Int64? {
            switch limit {
            case .literal(let number): number
            case .attribute(let id, let offset): attributes[id]?.integer.map { $0 &+ offset }
            case nil: nil
            }
        }
        switch (number(field.min), number(field.max)) {
        case (let low?, let high?): return "\(low) to \(high)"
        case (nil, let high?): return "up to \(high)"
        case (let low?, nil): return "from \(low)"
        case (nil, nil): return trait.typeName(of: field)
        }
    }

    /// A lock's PIN is typed as text, not as hexadecimal.
    private static func answer(_ text: String, _ field: FieldDescriptor) -> String {
        field.type == .octets && !field.isList ? "\"\(text)\"" : text
    }

    private static func known(_ fields: [FieldDescriptor]) -> String {
        let names = fields.filter { !GlobalAttribute.contains($0.id) }.map(\.name)
        return names.isEmpty ? "there are none" : "known: \(names.joined(separator: ", "))"
    }
}
