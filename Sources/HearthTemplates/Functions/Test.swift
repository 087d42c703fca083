/// Tests of Jinja and of Home Assistant: `value is NAME`.
enum Test: String, Sendable {
    case boolean, defined, equal, `false`, float, greater, greaterOrEqual, `in`, integer, iterable, less, lessOrEqual
    case mapping, none, number, sequence, string, `true`, undefined, unequal
    case isNumber = "is_number"

    /// - Parameter name: a name in a template, with Jinja's short forms.
    init?(name: String) {
        switch name {
        case "eq", "equalto": self = .equal
        case "ne": self = .unequal
        case "lt", "lessthan": self = .less
        case "le": self = .lessOrEqual
        case "gt", "greaterthan": self = .greater
        case "ge": self = .greaterOrEqual
        case "equal", "unequal", "less", "lessOrEqual", "greater", "greaterOrEqual": return nil
        default: self.init(rawValue: name)
        }
    }

    var signature: Signature { comparison == nil ? Signature() : Signature("other", required: 1) }

    /// The operator that the test is a name of.
    var comparison: ComparisonSign? {
        switch self {
        case .equal: .equal
        case .unequal: .unequal
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        case .in: .contained
        default: nil
        }
    }
}

extension Renderer {
    mutating func passes(
        _ test: Test, _ value: TemplateValue, _ arguments: Values
    ) throws(TemplateError) -> Bool {
        if let sign = test.comparison { return try holds(value, sign, arguments[0] ?? .undefined) }
        switch (test, value) {
        case (.isNumber, _): return try isNumber(value)
        case (.defined, _): return !value.isUndefined
        case (.undefined, .undefined), (.none, .none), (.boolean, .bool), (.integer, .int), (.float, .double),
            (.string, .string), (.mapping, .dictionary), (.number, .int), (.number, .double), (.number, .bool),
            (.true, .bool(true)), (.false, .bool(false)):
            return true
        // Undefined has no items and a length of 0.
        case (.iterable, .undefined), (.sequence, .undefined): return true
        case (.sequence, .list), (.sequence, .tuple), (.sequence, .dictionary), (.sequence, .string),
            (.iterable, .list), (.iterable, .tuple), (.iterable, .dictionary), (.iterable, .string):
            return true
        default: return false
        }
    }
}
