/// Methods of Python's types: `value.NAME(arguments)`.
enum Method: String, Sendable {
    case get, items, keys, values
    case endswith, join, lower, lstrip, replace, rstrip, split, startswith, strip, upper
    case isoformat, timestamp

    var signature: Signature {
        switch self {
        case .items, .keys, .values, .lower, .upper, .isoformat, .timestamp: Signature()
        case .get: Signature("key", "default", required: 1)
        case .endswith, .startswith: Signature("affix", required: 1)
        case .join: Signature("iterable", required: 1)
        case .lstrip, .rstrip, .strip: Signature("chars")
        case .replace: Signature("old", "new", "count", required: 2)
        case .split: Signature("sep", "maxsplit")
        }
    }
}

extension Renderer {
    mutating func call(
        _ method: Method, of value: TemplateValue, _ arguments: Values
    ) throws(TemplateError) -> TemplateValue {
        switch value {
        case .dictionary(let dictionary):
            try spend(dictionary.count)
            switch method {
            case .get: return dictionary[try hashKey(arguments[0] ?? .undefined)] ?? arguments[1] ?? .none
            case .items: return .list(dictionary.entries.map { .tuple([$0.key, $0.value]) })
            case .keys: return .list(dictionary.entries.map(\.key))
            case .values: return .list(dictionary.entries.map(\.value))
            default: break
            }
        case .string(let text):
            if let result = try call(method, ofText: text, arguments) { return result }
        case .moment(let moment):
            if method == .isoformat { return try made(moment.text(separator: "T")) }
            if method == .timestamp { return .double(moment.timestamp) }
        default: break
        }
        throw error(.undefined, "a value of type \(value.typeName) has no method '\(method.rawValue)'")
    }

    private mutating func call(
        _ method: Method, ofText text: String, _ arguments: Values
    ) throws(TemplateError) -> TemplateValue? {
        switch method {
        case .lower: return try made(text.lowercased())
        case .upper: return try made(text.uppercased())
        case .strip: return try made(try stripped(text, arguments[0]))
        case .lstrip: return try made(try stripped(text, arguments[0], right: false))
        case .rstrip: return try made(try stripped(text, arguments[0], left: false))
        case .startswith:
            let beginning = try string(arguments[0], "'startswith'")
            try spend(beginning.utf8.count)
            return .bool(text.utf8.starts(with: beginning.utf8))
        case .endswith:
            let ending = try string(arguments[0], "'endswith'")
            try spend(ending.utf8.count)
            return .bool(text.utf8.reversed().starts(with: ending.utf8.reversed()))
        case .join:
            let items = try items(of: arguments[0] ?? .undefined)
            for item in items { _ = try string(item, "'join'") }
            return try joined(items, by: text)
        case .replace:
            _ = try string(arguments[0], "'replace'")
            _ = try string(arguments[1], "'replace'")
            return try replaced(text, arguments)
        case .split: return .list(try split(text, arguments[0], arguments[1]))
        default: return nil
        }
    }

    /// The text of an argument that must be one.
    func string(_ value: TemplateValue?, _ what: String) throws(TemplateError) -> String {
        guard case .string(let text) = value else {
            throw error(.value, "\(what) takes a text and not \(value?.typeName ?? "nothing")")
        }
        return text
    }
}
