/// Functions that a template may call by name.
enum TemplateFunction: String, Sendable {
    case now, int, float, min, max, iif
    case asTimestamp = "as_timestamp"
    case isNumber = "is_number"

    var signature: Signature {
        switch self {
        case .now: Signature()
        case .int: Signature("value", "default", "base", required: 1)
        case .float, .asTimestamp: Signature("value", "default", required: 1)
        case .isNumber: Signature("value", required: 1)
        case .iif: Signature("value", "if_true", "if_false", "if_none", required: 1)
        case .min, .max: Signature(required: 1, isOpen: true)
        }
    }
}

extension Renderer {
    mutating func call(_ function: TemplateFunction, _ arguments: Values) throws(TemplateError) -> TemplateValue {
        let value = arguments[0] ?? .undefined
        switch function {
        case .now:
            guard let time, let moment = time.local(time.now) else {
                throw error(.notSupported, "'now()' is not supported without a clock")
            }
            return .moment(moment)
        case .int: return try int(value, default: arguments[1], base: arguments[2])
        case .float: return try float(value, default: arguments[1])
        case .asTimestamp: return try timestamp(value, default: arguments[1])
        case .isNumber: return .bool(try isNumber(value))
        case .iif: return iif(value, arguments[1], arguments[2], arguments[3])
        case .min, .max:
            let all = arguments.all
            let items = all.count == 1 ? try items(of: value) : all
            return try extreme(items, function == .min ? .min : .max, isCaseSensitive: false)
        }
    }
}
