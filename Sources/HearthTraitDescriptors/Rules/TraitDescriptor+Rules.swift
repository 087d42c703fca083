extension TraitDescriptor {
    /// Fills in missing arguments, with null if they are nullable and otherwise the schema's default, then checks all
    /// arguments.
    ///
    /// - Parameters:
    ///   - attributes: the trait's present attributes, for limits that refer to one.
    ///   - fixedRulesOnly: whether to skip such limits.
    /// - Returns: all arguments.
    /// - Throws: ``TraitError``, `invalidCommand` for a missing argument, `constraintError` for a value out of range.
    @discardableResult
    public func checkArguments(
        of command: CommandDescriptor, _ arguments: StructureValue, attributes: StructureValue,
        fixedRulesOnly: Bool = false
    ) throws(TraitError) -> StructureValue {
        var complete = arguments
        for field in command.arguments.fields where complete[field.id] == nil {
            complete[field.id] = field.isNullable && !field.isOptional ? .null : field.defaultValue
        }
        let rules = ValueRules(
            trait: self, attributes: attributes, fixedRulesOnly: fixedRulesOnly, element: .command(command.id))
        try rules.checkFields(complete, of: command.arguments, path: "")
        return complete
    }

    /// Checks that attributes may be written with these values.
    ///
    /// - Parameters:
    ///   - present: the trait's attributes as the device has them now.
    ///   - fixedRulesOnly: whether to skip rules that depend on them.
    /// - Throws: ``TraitError``: `unsupportedAttribute`, `unsupportedWrite`, `constraintError`, `invalidDataType`.
    public func checkWrite(
        _ values: StructureValue, present: StructureValue, fixedRulesOnly: Bool = false
    ) throws(TraitError) {
        let after = StructureValue(present.fields.merging(values.fields) { _, new in new })
        for (id, value) in values.fields.sorted(by: { $0.key < $1.key }) {
            guard let attribute = attribute(id), fixedRulesOnly || present[id] != nil else {
                let name = attribute(id)?.name ?? "attribute \(id)"
                throw TraitError(
                    .unsupportedAttribute, "\(self.name).\(name) is missing on this device", element: .attribute(id),
                    field: name)
            }
            guard attribute.isWritable else {
                let writable = attributes.filter { $0.isWritable && present[$0.id] != nil }.map(\.name)
                let wayOut =
                    writable.isEmpty
                    ? "\(name) has no writable attribute" : "writable: \(writable.joined(separator: ", "))"
                throw TraitError(
                    .unsupportedWrite, "\(name).\(attribute.name) is read-only; \(wayOut)", element: .attribute(id),
                    field: attribute.name, constraint: "read-only")
            }
            let rules = ValueRules(
                trait: self, attributes: after, fixedRulesOnly: fixedRulesOnly, element: .attribute(id))
            try rules.check(value, attribute.field, path: attribute.name)
        }
    }

    /// A field's type in messages to people: "a number of 0 to 255", "one of on, off".
    public func typeName(of field: FieldDescriptor) -> String {
        let one =
            switch field.type {
            case .boolean: "true or false"
            case .unsigned(let bits): "a whole number of 0 to \(bits >= 64 ? UInt64.max : (1 << UInt64(bits)) - 1)"
            case .signed(let bits): "a whole number of \(bits) bits"
            case .single, .double: "a number"
            case .string: "text"
            case .octets: "bytes, in hex or as text in quotes"
            case .enumeration(let index):
                enums.indices.contains(index)
                    ? "one of " + enums[index].cases.map(\.name).joined(separator: ", ") : "a number"
            case .bitmap(let index):
                bitmaps.indices.contains(index)
                    ? "any of " + bitmaps[index].fields.map(\.name).joined(separator: "|") : "a number"
            case .structure(let index): structs.indices.contains(index) ? structs[index].name : "a struct"
            }
        return field.isList ? "a list, each entry \(one)" : one
    }
}
