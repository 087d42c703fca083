/// Filters of Jinja and of Home Assistant: `value | NAME(arguments)`.
enum Filter: String, Sendable {
    case abs, capitalize, `default`, first, float, int, iif, join, last, length, list, lower, max, min, multiply
    case replace, round, string, title, tojson, trim, truncate, upper, add
    case asTimestamp = "as_timestamp"
    case bitwiseAnd = "bitwise_and"
    case fromJSON = "from_json"
    case isDefined = "is_defined"
    case isNumber = "is_number"
    case timestampLocal = "timestamp_local"
    case toJSON = "to_json"

    /// - Parameter name: a name in a template, with Jinja's short forms.
    init?(name: String) {
        switch name {
        case "d": self = .default
        case "count": self = .length
        default: self.init(rawValue: name)
        }
    }

    var signature: Signature {
        switch self {
        case .abs, .capitalize, .first, .isDefined, .isNumber, .last, .length, .list, .lower, .string, .title, .tojson,
            .upper:
            Signature()
        case .default: Signature("default_value", "boolean")
        case .float, .fromJSON, .timestampLocal, .asTimestamp: Signature("default")
        case .int: Signature("default", "base")
        case .iif: Signature("if_true", "if_false", "if_none")
        case .join: Signature("d")
        case .max, .min: Signature("case_sensitive")
        case .multiply, .add: Signature("amount", "default", required: 1)
        case .bitwiseAnd: Signature("second_value", required: 1)
        case .replace: Signature("old", "new", "count", required: 2)
        case .round: Signature("precision", "method", "default")
        case .toJSON: Signature("ensure_ascii", "pretty_print", "sort_keys")
        case .trim: Signature("chars")
        case .truncate: Signature("length", "killwords", "end", "leeway")
        }
    }
}

extension Renderer {
    mutating func apply(
        _ filter: Filter, _ value: TemplateValue, _ arguments: Values
    ) throws(TemplateError) -> TemplateValue {
        switch filter {
        case .default:
            let isMissing = value.isUndefined || (!value.isTrue && arguments[1]?.isTrue ?? false)
            return isMissing ? arguments[0] ?? .string("") : value
        case .isDefined:
            try requireDefined(value, "'is_defined'")
            return value
        case .iif: return iif(value, arguments[0], arguments[1], arguments[2])

        case .abs: return try absolute(value)
        case .add: return try scaled(value, .plus, arguments)
        case .bitwiseAnd: return try bitwiseAnd(value, arguments[0] ?? .undefined)
        case .float: return try float(value, default: arguments[0])
        case .int: return try int(value, default: arguments[0], base: arguments[1])
        case .isNumber: return .bool(try isNumber(value))
        case .multiply: return try scaled(value, .times, arguments)
        case .round: return try rounded(value, arguments)

        case .first: return try items(of: value).first ?? .undefined
        case .last: return try items(of: value).last ?? .undefined
        case .length: return .int(try length(of: value))
        case .list: return .list(try items(of: value))
        case .max, .min:
            return try extreme(try items(of: value), filter, isCaseSensitive: arguments[0]?.isTrue ?? false)
        case .join: return try joined(try items(of: value), by: try text(arguments[0] ?? .string("")))

        case .capitalize: return try made(Self.capitalized(try text(value)))
        case .lower: return try made(try text(value).lowercased())
        case .upper: return try made(try text(value).uppercased())
        case .replace: return try replaced(try text(value), arguments)
        case .string: return try made(try text(value))
        case .title: return try made(Self.titled(try text(value)))
        case .trim: return try made(try stripped(try text(value), arguments[0]))
        case .truncate: return try truncated(value, arguments)

        case .fromJSON: return try fromJSON(value, default: arguments[0])
        case .toJSON: return try toJSON(value, arguments)
        case .tojson: return try made(try htmlJSON(value))

        case .asTimestamp: return try timestamp(value, default: arguments[0])
        case .timestampLocal: return try localTime(value, default: arguments[0])
        }
    }

    /// Home Assistant's `iif`.
    func iif(
        _ value: TemplateValue, _ then: TemplateValue?, _ otherwise: TemplateValue?, _ none: TemplateValue?
    ) -> TemplateValue {
        if let none, case .none = value { return none }
        return value.isTrue ? then ?? .bool(true) : otherwise ?? .bool(false)
    }
}
