internal import TraitModel
internal import TraitSchema

/// What documentation says of an element besides its description.
enum Facts {
    static func hex(_ value: UInt32, digits: Int = 4) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    static func attribute(_ attribute: AttributeModel) -> String {
        let access =
            switch (attribute.isReadable, attribute.isWritable) {
            case (true, true): "read and write"
            case (false, _): "write-only"
            case (true, false): "read-only"
            }
        return (["Matter attribute \(hex(attribute.id)), \(access)"] + field(attribute.field)).joined(separator: ", ")
            + "."
    }

    /// Null, limits, unit, feature, maturity: each where there is one.
    static func field(_ field: FieldModel) -> [String] {
        var facts: [String] = []
        if field.isNullable { facts.append("nullable") }
        facts += limits(field.constraints, isList: field.isList)
        if let unit = field.unit { facts.append("unit \(unit)") }
        if let features = field.conformance.required { facts.append("feature \(text(features))") }
        if let features = field.conformance.allowed { facts.append("only with feature \(text(features))") }
        if field.maturity != .stable { facts.append(field.maturity.rawValue) }
        return facts
    }

    private static func limits(_ constraints: ConstraintsModel, isList: Bool) -> [String] {
        var facts: [String] = []
        switch (constraints.minimum.map(text), constraints.maximum.map(text)) {
        case (let low?, let high?): facts.append("\(low) to \(high)")
        case (let low?, nil): facts.append("at least \(low)")
        case (nil, let high?): facts.append("at most \(high)")
        case (nil, nil): break
        }
        let unit = isList ? "entries" : "bytes"
        if let length = constraints.minimumLength { facts.append("at least \(length) \(unit)") }
        if let length = constraints.maximumLength { facts.append("at most \(length) \(unit)") }
        return facts
    }

    private static func text(_ bound: Bound) -> String {
        switch bound {
        case .literal(let value): "\(value)"
        case .attribute(_, let name, let offset):
            offset == 0 ? name : offset < 0 ? "\(name) − \(offset.magnitude)" : "\(name) + \(offset)"
        }
    }

    static func text(_ expression: FeatureExpression) -> String {
        switch expression {
        case .feature(let name, _): TraitNamer.withoutK(name)
        case .not(let inner): "not \(text(inner))"
        case .and(let left, let right): "(\(text(left)) and \(text(right)))"
        case .or(let left, let right): "(\(text(left)) or \(text(right)))"
        }
    }

    /// The description's lines, then the facts as a paragraph of their own.
    static func comment(_ description: String?, _ facts: String? = nil) -> [String] {
        let lines =
            description.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) } ?? []
        guard let facts else { return lines }
        return lines.isEmpty ? [facts] : lines + ["", facts]
    }
}
