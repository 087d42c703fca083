internal import HearthBase
internal import TraitSchema

extension FieldResolver {
    private static let keys = [
        "min", "max", "step", "unit", "minLength", "maxLength", "default", "required", "allowed",
        Mark.quieterReporting.rawValue,
    ]

    func apply(_ annotations: [AnnotationSyntax], _ field: inout FieldModel, _ findings: inout Findings) {
        findings.reportDuplicates(annotations.map(\.key)) { "'\($0)' is given twice" }
        for annotation in annotations { apply(annotation, &field, &findings) }
    }

    private func apply(_ annotation: AnnotationSyntax, _ field: inout FieldModel, _ findings: inout Findings) {
        switch annotation.key.text {
        case "min":
            field.constraints.minimum = bound(annotation, field, &findings) ?? field.constraints.minimum
        case "max":
            field.constraints.maximum = bound(annotation, field, &findings) ?? field.constraints.maximum
        case "step":
            guard isNumber(field, annotation, &findings) else { return }
            guard let step = annotation.positive(&findings) else { return }
            field.constraints.step = step
        case "unit":
            guard isNumber(field, annotation, allowsList: true, &findings) else { return }
            guard case .string(let unit) = annotation.value, !unit.isEmpty else {
                return annotation.reportKind("the unit in quotes, like \"0.1 s\"", &findings)
            }
            field.unit = unit
        case "minLength", "maxLength":
            applyLength(annotation, &field, &findings)
        case "default":
            field.defaultValue = defaultValue(annotation, field, &findings)
        case "required":
            field.conformance.required = condition(annotation, &findings)
        case "allowed":
            field.conformance.allowed = condition(annotation, &findings)
        default:
            if let mark = Mark(rawValue: annotation.key.text) {
                return mark.reportMisplaced(annotation, on: field.name, &findings)
            }
            annotation.reportUnknown(Self.keys, &findings)
        }
    }

    /// The conditions of a command or event, which are its only annotations.
    ///
    /// - Parameter marks: other annotations that are allowed there and were removed before.
    func conformance(
        _ annotations: [AnnotationSyntax], marks: [Mark] = [], _ findings: inout Findings
    ) -> ConformanceModel {
        let known = ["required", "allowed"] + marks.map(\.rawValue)
        var conformance = ConformanceModel()
        findings.reportDuplicates(annotations.map(\.key)) { "'\($0)' is given twice" }
        for annotation in annotations {
            switch annotation.key.text {
            case "required": conformance.required = condition(annotation, &findings)
            case "allowed": conformance.allowed = condition(annotation, &findings)
            default:
                let elsewhere = Self.keys + Mark.allCases.map(\.rawValue)
                annotation.reportUnknown(known, misplaced: elsewhere, &findings)
            }
        }
        return conformance
    }

    private func isNumber(
        _ field: FieldModel, _ annotation: AnnotationSyntax, allowsList: Bool = false, _ findings: inout Findings
    ) -> Bool {
        if case .scalar(let scalar) = field.type, scalar.isNumber, allowsList || !field.isList { return true }
        findings.error(
            annotation.key.location, "'\(annotation.key.text)' is for numbers, and '\(field.name)' is not a number",
            hint: field.isList ? "a list takes minLength and maxLength" : nil)
        return false
    }

    private func bound(
        _ annotation: AnnotationSyntax, _ field: FieldModel, _ findings: inout Findings
    ) -> Bound? {
        guard isNumber(field, annotation, &findings) else { return nil }
        switch annotation.value {
        case .integer(let value):
            return isInRange(value, field, annotation, &findings) ? .literal(value) : nil
        case .name(let name, let offset):
            guard let attribute = attributes[name] else {
                findings.error(
                    annotation.valueLocation, "no attribute '\(name)' in \(owner)",
                    hint: findings.suggestion(for: name, among: attributes.keys.ordered())
                        ?? "a limit is a number or an attribute of the cluster")
                return nil
            }
            guard let id = UInt32(exactly: attribute.field.id.value), let offset = Int64(exactly: offset),
                !attribute.field.isList, BaseTypes.type(named: attribute.field.type.text)?.isNumber == true
            else {
                findings.error(annotation.valueLocation, "the attribute '\(name)' is not a number")
                return nil
            }
            return .attribute(id: id, name: name, offset: offset)
        case .string, .expression, nil:
            annotation.reportKind("a number, or an attribute's name", &findings)
            return nil
        }
    }

    private func applyLength(
        _ annotation: AnnotationSyntax, _ field: inout FieldModel, _ findings: inout Findings
    ) {
        let isString = if case .scalar(let scalar) = field.type { scalar.isString } else { false }
        guard field.isList || isString else {
            return findings.error(
                annotation.key.location,
                "'\(annotation.key.text)' is for strings and lists, '\(field.name)' is neither",
                hint: "a number takes min and max")
        }
        guard case .integer(let value) = annotation.value, let length = UInt64(exactly: value) else {
            return annotation.reportKind("a number of \(field.isList ? "entries" : "bytes")", &findings)
        }
        if annotation.key.text == "minLength" {
            field.constraints.minimumLength = length
        } else if let stated = field.constraints.maximumLength, length > stated {
            findings.error(
                annotation.valueLocation, "maxLength \(length) of '\(field.name)' is above its <\(stated)>",
                hint: "an annotation may only narrow")
        } else {
            field.constraints.maximumLength = length
        }
    }

    private func isInRange(
        _ value: Int128, _ field: FieldModel, _ annotation: AnnotationSyntax, _ findings: inout Findings
    ) -> Bool {
        guard case .scalar(let scalar) = field.type, var range = scalar.range else { return true }
        if field.isNullable {
            // Null used to be a number of the range: all bits set, or the lowest if signed.
            range =
                range.lowerBound < 0
                ? range.lowerBound + 1...range.upperBound : range.lowerBound...range.upperBound - 1
        }
        if range.contains(value) { return true }
        findings.error(
            annotation.valueLocation, "\(value) is out of the range of '\(field.name)'",
            hint: "\(field.isNullable ? "a nullable" : "an") \(scalar.name) holds "
                + "\(range.lowerBound) to \(range.upperBound)")
        return false
    }

    private func defaultValue(
        _ annotation: AnnotationSyntax, _ field: FieldModel, _ findings: inout Findings
    ) -> DefaultValue? {
        guard !field.isList else {
            findings.error(annotation.key.location, "a list has no default", hint: "it starts empty")
            return nil
        }
        if case .name("null", offset: 0) = annotation.value {
            // Without a default, a nullable field is null.
            if !field.isNullable {
                findings.error(
                    annotation.valueLocation, "'\(field.name)' can't be null", hint: "write 'nullable' before its type")
            }
            return nil
        }
        switch field.type {
        case .structure:
            findings.error(annotation.key.location, "a struct has no default", hint: "give its fields defaults")
            return nil
        case .enumeration(let reference):
            let type = types.enumerations[reference]
            return constant(annotation, type?.constants ?? [], type?.base.range ?? 0...0, isMask: false, &findings)
        case .bitmap(let reference):
            let type = types.bitmaps[reference]
            return constant(annotation, type?.fields ?? [], type?.base.range ?? 0...0, isMask: true, &findings)
        case .scalar(let scalar):
            return defaultValue(annotation, field, scalar, &findings)
        }
    }

    private func defaultValue(
        _ annotation: AnnotationSyntax, _ field: FieldModel, _ scalar: ScalarType, _ findings: inout Findings
    ) -> DefaultValue? {
        switch (scalar.kind, annotation.value) {
        case (.boolean, .name("true", offset: 0)):
            return .boolean(true)
        case (.boolean, .name("false", offset: 0)):
            return .boolean(false)
        case (.boolean, _):
            annotation.reportKind("true or false", &findings)
        case (.text, .string(let text)), (.bytes, .string(let text)):
            return .string(text)
        case (.text, _), (.bytes, _):
            annotation.reportKind("a string in quotes", &findings)
        case (_, .integer(let value)):
            return isInRange(value, field, annotation, &findings) ? .integer(value) : nil
        default:
            annotation.reportKind("a number", &findings)
        }
        return nil
    }

    /// The default of an enum or bitmap: the name of a constant, or a number.
    private func constant(
        _ annotation: AnnotationSyntax, _ constants: [ConstantModel], _ range: ClosedRange<Int128>, isMask: Bool,
        _ findings: inout Findings
    ) -> DefaultValue? {
        switch annotation.value {
        case .name(let name, offset: 0):
            if let constant = constants.first(where: { $0.name == name }) { return .integer(Int128(constant.value)) }
            findings.error(
                annotation.valueLocation, "no constant '\(name)'",
                hint: findings.suggestion(for: name, among: constants.map(\.name)))
        case .integer(let value):
            // A default may have bits without a name: it must only fit the mask's width.
            let isKnown = isMask ? range.contains(value) : constants.contains { Int128($0.value) == value }
            if isKnown { return .integer(value) }
            findings.error(
                annotation.valueLocation,
                isMask ? "\(value) does not fit the bitmap" : "no constant has the number \(value)",
                hint: isMask ? "at most \(range.upperBound)" : nil)
        default:
            annotation.reportKind("a number or a constant's name", &findings)
        }
        return nil
    }

    private func condition(_ annotation: AnnotationSyntax, _ findings: inout Findings) -> FeatureCondition? {
        switch annotation.value {
        case .name(let name, offset: 0):
            return feature(IdentifierSyntax(name, annotation.valueLocation), &findings)
        case .expression(let expression):
            return condition(expression, &findings)
        default:
            annotation.reportKind("a condition over features, like Lighting & !OffOnly", &findings)
            return nil
        }
    }

    private func condition(_ expression: ExpressionSyntax, _ findings: inout Findings) -> FeatureCondition? {
        switch expression {
        case .name(let name):
            return feature(name, &findings)
        case .not(let inner):
            return condition(inner, &findings).map(FeatureCondition.not)
        case .and(let left, let right):
            let (first, second) = (condition(left, &findings), condition(right, &findings))
            return first.flatMap { first in second.map { .and(first, $0) } }
        case .or(let left, let right):
            let (first, second) = (condition(left, &findings), condition(right, &findings))
            return first.flatMap { first in second.map { .or(first, $0) } }
        }
    }

    func feature(_ name: IdentifierSyntax, _ findings: inout Findings) -> FeatureCondition? {
        if let feature = features.first(where: { $0.name == name.text }) {
            return .feature(name: feature.name, mask: feature.mask)
        }
        findings.error(
            name.location, "no feature '\(name.text)' in \(owner)",
            hint: findings.suggestion(for: name.text, among: features.map(\.name)))
        return nil
    }
}

extension AnnotationSyntax {
    /// A whole number above 0.
    func positive(_ findings: inout Findings) -> UInt64? {
        if case .integer(let number) = value, number > 0, let positive = UInt64(exactly: number) { return positive }
        reportKind("a number above 0", &findings)
        return nil
    }

    func reportKind(_ expected: String, _ findings: inout Findings) {
        findings.error(valueLocation, "'\(key.text)' takes \(expected)")
    }

    /// - Parameter misplaced: keys that exist, but not here.
    func reportUnknown(_ keys: [String], misplaced: [String] = [], _ findings: inout Findings) {
        if misplaced.contains(key.text) || key.text == "spec_name" {
            findings.error(
                key.location, "'\(key.text)' has no meaning here",
                hint: keys.isEmpty ? "remove it" : "known here: \(keys.joined(separator: ", "))")
        } else {
            findings.error(
                key.location, "unknown annotation '\(key.text)'",
                hint: findings.suggestion(for: key.text, among: keys)
                    ?? (keys.isEmpty ? nil : "known here: \(keys.joined(separator: ", "))"))
        }
    }
}
