internal import HearthBase
internal import TraitSchema

/// Resolves the fields and attributes of a scope: types, limits, defaults and conditions.
struct FieldResolver {
    let types: TypeLookup
    /// Empty in the global scope.
    let features: [FeatureModel]
    /// The attributes of the cluster by name, to which a limit can refer.
    let attributes: [String: AttributeSyntax]
    /// The scope's name in messages: `cluster OnOff`, or `this file` for the global scope.
    let owner: String

    func fields(
        _ fields: [FieldSyntax], of thing: String, _ findings: inout Findings,
        annotations: (FieldSyntax, inout Findings) -> [AnnotationSyntax] = { field, _ in field.annotations }
    ) -> [FieldModel] {
        findings.reportDuplicates(fields.map(\.id)) { "\(thing) has the number \($0) twice" }
        findings.reportDuplicates(fields.map(\.name)) { "\(thing) has the field '\($0)' twice" }
        return fields.compactMap { field in
            var field = field
            field.annotations = annotations(field, &findings)
            return self.field(field, &findings)
        }.ordered(by: \.id)
    }

    /// nil if the field's type is unknown.
    func field(_ syntax: FieldSyntax, _ findings: inout Findings) -> FieldModel? {
        let id = syntax.id.id(of: "'\(syntax.name.text)'", &findings)
        guard let type = types.type(syntax.type, &findings) else { return nil }
        var field = FieldModel(
            id: id, name: syntax.name.text, type: type, isList: syntax.isList, isNullable: syntax.isNullable,
            isOptional: syntax.isOptional, isFabricSensitive: syntax.isFabricSensitive, maturity: syntax.maturity,
            description: syntax.description, location: syntax.name.location)
        if case .scalar(let scalar) = type { field.unit = scalar.unit }
        applyLength(syntax, &field, &findings)
        apply(syntax.annotations, &field, &findings)
        checkLimits(syntax, field, &findings)
        return field
    }

    /// `<N>`, the maximum length of a string.
    private func applyLength(_ syntax: FieldSyntax, _ field: inout FieldModel, _ findings: inout Findings) {
        guard let length = syntax.length else { return }
        guard case .scalar(let scalar) = field.type, scalar.isString else {
            return findings.error(
                length.location, "'\(syntax.type.text)' has no length", hint: "<N> is for strings only")
        }
        if let limit = scalar.maximumLength, length.value > limit {
            findings.warn(
                length.location, "a \(scalar.name) holds at most \(limit) bytes", hint: "use 'long_\(scalar.name)'")
        }
        if field.isList {
            field.constraints.maximumEntryLength = length.value
        } else {
            field.constraints.maximumLength = length.value
        }
    }

    /// Checks that depend on the whole field: the order of the limits, and the default within them.
    private func checkLimits(_ syntax: FieldSyntax, _ field: FieldModel, _ findings: inout Findings) {
        let limits = field.constraints
        func place(_ key: String) -> SourceLocation {
            syntax.annotations.first { $0.key.text == key }?.valueLocation ?? field.location
        }
        if case .literal(let low) = limits.minimum, case .literal(let high) = limits.maximum {
            if low > high {
                findings.error(place("min"), "the minimum \(low) of '\(field.name)' is above its maximum \(high)")
            } else if let step = limits.step, Int128(step) > high - low {
                findings.error(
                    place("step"), "the step \(step) of '\(field.name)' leads from \(low) over its maximum \(high)")
            }
        }
        if let low = limits.minimumLength, let high = limits.maximumLength, low > high {
            findings.error(
                place("minLength"), "the shortest length \(low) of '\(field.name)' is above its longest \(high)")
        }
        checkDefault(field, place("default"), &findings)
    }

    /// The highest value of a nullable enum or bitmap; nil for other types.
    private func highest(of field: FieldModel) -> Int128? {
        switch field.type {
        case .enumeration(let reference): types.enumerations[reference]?.base.range.map { $0.upperBound - 1 }
        case .bitmap(let reference): types.bitmaps[reference]?.base.range.map { $0.upperBound / 2 }
        case .scalar, .structure: nil
        }
    }

    private func checkDefault(_ field: FieldModel, _ location: SourceLocation, _ findings: inout Findings) {
        let limits = field.constraints
        switch field.defaultValue {
        case .integer(let value):
            if let top = highest(of: field), field.isNullable, value > top {
                findings.error(location, "the default \(value) of '\(field.name)' stands for null")
            }
            if case .literal(let low) = limits.minimum, value < low {
                findings.error(location, "the default \(value) of '\(field.name)' is below its minimum \(low)")
            }
            if case .literal(let high) = limits.maximum, value > high {
                findings.error(location, "the default \(value) of '\(field.name)' is above its maximum \(high)")
            }
        case .string(let text):
            let length = UInt64(text.utf8.count)
            if let low = limits.minimumLength, length < low {
                findings.error(location, "the default of '\(field.name)' is shorter than \(low) bytes")
            }
            if let high = limits.maximumLength, length > high {
                findings.error(location, "the default of '\(field.name)' is longer than \(high) bytes")
            }
        case .boolean, nil:
            break
        }
    }
}

extension ScalarType {
    var isString: Bool { kind == .text || kind == .bytes }

    /// Whether the value is a count, so that limits, steps and units apply.
    var isNumber: Bool {
        switch kind {
        case .unsigned, .signed, .floatingPoint: true
        case .boolean, .enumeration, .bitmap, .text, .bytes: false
        }
    }
}
