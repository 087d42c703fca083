/// Checks one value against its field's type and rules.
struct ValueRules {
    let trait: TraitDescriptor
    /// The trait's present attributes, for rules that refer to one.
    let attributes: StructureValue
    /// Whether to skip rules that refer to an attribute, because the caller does not know the present values.
    let fixedRulesOnly: Bool
    let element: TraitError.Element

    /// - Parameter path: the field's name in errors, with dots for nested fields.
    func check(_ value: TraitValue, _ field: FieldDescriptor, path: String) throws(TraitError) {
        if case .null = value {
            guard field.isNullable else {
                throw refuse(.constraintError, path, "must not be null", constraint: "not nullable")
            }
            return
        }
        guard field.isList else { return try checkOne(value, field, path: path) }
        guard case .list(let items) = value else {
            throw refuse(.invalidDataType, path, "must be a list", constraint: "list")
        }
        try checkLength(items.count, field, path: path, of: "entries")
        for (index, item) in items.enumerated() {
            try checkOne(item, field, path: "\(path)[\(index)]")
        }
    }

    private func checkOne(_ value: TraitValue, _ field: FieldDescriptor, path: String) throws(TraitError) {
        if let rule = trait.rule(reservingForNull: value, of: field) {
            throw outOfRange(value, rule, path)
        }
        switch (field.type, value) {
        case (.boolean, .bool), (.single, .float), (.double, .double): break
        case (.unsigned(let bits), .unsigned(let number)):
            let most = bits >= 64 ? UInt64.max : (UInt64(1) << UInt64(bits)) - 1
            guard number <= most else { throw outOfRange(value, "max = \(most)", path) }
            try checkRange(value, field, path: path)
        case (.signed(let bits), .signed(let number)):
            let top = bits >= 64 ? Int64.max : (Int64(1) << Int64(bits - 1)) - 1
            guard number <= top else { throw outOfRange(value, "max = \(top)", path) }
            guard number >= -top - 1 else { throw outOfRange(value, "min = \(-top - 1)", path) }
            try checkRange(value, field, path: path)
        case (.enumeration(let index), .unsigned(let number)):
            guard trait.enums.indices.contains(index), trait.enums[index].name(of: number) != nil else {
                let known = trait.enums.indices.contains(index) ? trait.enums[index].cases.map(\.name) : []
                throw refuse(
                    .constraintError, path, "is \(number), which is none of \(known.joined(separator: ", "))",
                    constraint: "one of \(known.joined(separator: ", "))")
            }
            try checkRange(value, field, path: path)
        case (.bitmap(let index), .unsigned(let number)):
            let bits = trait.bitmaps.indices.contains(index) ? trait.bitmaps[index].bits : 64
            guard bits >= 64 || number < UInt64(1) << UInt64(bits) else {
                throw outOfRange(value, "\(bits) bits", path)
            }
            try checkRange(value, field, path: path)
        case (.string, .string(let text)):
            if !field.isList { try checkLength(text.utf8.count, field, path: path, of: "bytes") }
        case (.octets, .octets(let bytes)):
            if !field.isList { try checkLength(bytes.count, field, path: path, of: "bytes") }
        case (.structure(let index), .structure(let inner)):
            guard trait.structs.indices.contains(index) else { break }
            try checkFields(inner, of: trait.structs[index], path: path + ".")
        default:
            throw refuse(
                .invalidDataType, path, "must be \(trait.typeName(of: field))", constraint: trait.typeName(of: field))
        }
    }

    /// Checks that all mandatory fields are present, and the value of each field.
    func checkFields(_ value: StructureValue, of type: StructDescriptor, path: String) throws(TraitError) {
        for field in type.fields {
            if let fieldValue = value[field.id] {
                try check(fieldValue, field, path: path + field.name)
            } else if !field.isOptional, !field.isList, field.id != 254, !dependsOnMissingFeature(field) {
                throw refuse(.invalidCommand, path + field.name, "is missing", constraint: "mandatory")
            }
        }
    }

    /// Whether the field depends on a feature that the device lacks; also true if its features are not known.
    private func dependsOnMissingFeature(_ field: FieldDescriptor) -> Bool {
        guard let rule = field.required ?? field.allowed else { return false }
        guard let features = attributes[GlobalAttribute.featureMap]?.integer.flatMap(UInt32.init(exactly:)) else {
            return true
        }
        return !rule.holds(for: features)
    }

    private func checkRange(_ value: TraitValue, _ field: FieldDescriptor, path: String) throws(TraitError) {
        guard field.min != nil || field.max != nil || field.step != nil, let number = value.integer else { return }
        let low = bound(field.min)
        let high = bound(field.max)
        if let low, number < low { throw outOfRange(value, "min = \(name(field.min, low))", path) }
        if let high, number > high { throw outOfRange(value, "max = \(name(field.max, high))", path) }
        if let step = field.step, step > 1, number != high {
            let (offset, overflow) = number.subtractingReportingOverflow(low ?? 0)
            guard !overflow, offset.isMultiple(of: step) else { throw outOfRange(value, "step = \(step)", path) }
        }
    }

    private func bound(_ limit: Limit?) -> Int64? {
        switch limit {
        case .literal(let number): return number
        case .attribute(let id, let offset):
            guard !fixedRulesOnly, let present = attributes[id]?.integer else { return nil }
            let (sum, overflow) = present.addingReportingOverflow(offset)
            return overflow ? nil : sum
        case nil: return nil
        }
    }

    private func name(_ limit: Limit?, _ value: Int64) -> String {
        guard case .attribute(let id, let offset) = limit, let attribute = trait.attribute(id) else {
            return "\(value)"
        }
        let sign = offset < 0 ? " - \(-offset)" : offset > 0 ? " + \(offset)" : ""
        return "\(attribute.name)\(sign) = \(value)"
    }

    private func checkLength(
        _ count: Int, _ field: FieldDescriptor, path: String, of what: String
    ) throws(TraitError) {
        if let least = field.minLength, count < least {
            throw refuse(
                .constraintError, path, "has \(count) \(what), at least \(least) are needed",
                constraint: "minLength = \(least)")
        }
        if let most = field.maxLength, count > most {
            throw refuse(
                .constraintError, path, "has \(count) \(what), at most \(most) are allowed",
                constraint: "maxLength = \(most)")
        }
    }

    private func outOfRange(_ value: TraitValue, _ rule: String, _ path: String) -> TraitError {
        let shown =
            switch value {
            case .float, .double: "NaN"
            default: value.integer.map(String.init) ?? "too large"
            }
        return refuse(.constraintError, path, "is \(shown), which breaks the rule \(rule)", constraint: rule)
    }

    func refuse(_ status: MatterStatus, _ path: String, _ what: String, constraint: String) -> TraitError {
        TraitError(
            status, "\(subject)\(path) \(what)", element: element, field: path, constraint: constraint)
    }

    private var subject: String {
        switch element {
        case .command(let id): "\(trait.name).\(trait.command(id)?.methodName ?? String(id)): argument "
        case .attribute, .event: trait.name + "."
        }
    }
}
