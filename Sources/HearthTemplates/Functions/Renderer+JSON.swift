internal import HearthBase
internal import HearthJSON

extension Renderer {
    mutating func fromJSON(
        _ value: TemplateValue, default other: TemplateValue?
    ) throws(TemplateError) -> TemplateValue {
        if case .string(let text) = value {
            try spend(text.utf8.count)
            if let value = TemplateValue(parsingJSON: text) { return value }
        }
        guard let other else { throw error(.value, "'from_json' needs JSON or a default") }
        return other
    }

    /// How a JSON text is written.
    private struct Style {
        /// As Python's `json.dumps` writes it: spaces after separators, only ASCII.
        var isPython = false
        var isSorted = false
        /// With line breaks, and two spaces for each level.
        var isPretty = false
    }

    /// Home Assistant's `to_json`, which uses orjson.
    mutating func toJSON(_ value: TemplateValue, _ arguments: Values) throws(TemplateError) -> TemplateValue {
        let style = Style(
            isPython: arguments[0]?.isTrue ?? false, isSorted: arguments[2]?.isTrue ?? false,
            isPretty: arguments[1]?.isTrue ?? false)
        var text = ""
        try write(value, style, into: &text, depth: 0)
        return try made(text)
    }

    /// Jinja's `tojson`: sorted, and safe in HTML.
    mutating func htmlJSON(_ value: TemplateValue) throws(TemplateError) -> String {
        var text = ""
        try write(value, Style(isPython: true, isSorted: true), into: &text, depth: 0)
        return text.escaped(["<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "'": "\\u0027"])
    }

    private mutating func write(
        _ value: TemplateValue, _ style: Style, into text: inout String, depth: Int
    ) throws(TemplateError) {
        switch value {
        case .none: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .int(let value): text += String(value)
        case .double(let value): text += Self.json(value, style)
        case .string(let string): text += Self.json(string, style)
        case .list(let items), .tuple(let items):
            try checkDepth(depth)
            text += "["
            for (index, item) in items.enumerated() {
                separate(index, style, into: &text, depth: depth + 1)
                try write(item, style, into: &text, depth: depth + 1)
            }
            if style.isPretty, !items.isEmpty { lineBreak(into: &text, depth: depth) }
            text += "]"
        case .dictionary(let dictionary):
            try checkDepth(depth)
            text += "{"
            for (index, member) in try members(dictionary, style).enumerated() {
                separate(index, style, into: &text, depth: depth + 1)
                text += Self.json(member.name, style) + (style.isPython || style.isPretty ? ": " : ":")
                try write(member.value, style, into: &text, depth: depth + 1)
            }
            if style.isPretty, dictionary.count > 0 { lineBreak(into: &text, depth: depth) }
            text += "}"
        case .undefined, .moment: throw error(.value, "a value of type \(value.typeName) has no JSON")
        }
        try checkLength(text.utf8.count)
        try spend(TemplateLimits.item)
    }

    private func separate(_ index: Int, _ style: Style, into text: inout String, depth: Int) {
        if index > 0 { text += style.isPython && !style.isPretty ? ", " : "," }
        if style.isPretty { lineBreak(into: &text, depth: depth) }
    }

    private func lineBreak(into text: inout String, depth: Int) {
        text += "\n" + String(repeating: "  ", count: max(0, depth))
    }

    private mutating func members(
        _ dictionary: TemplateDictionary, _ style: Style
    ) throws(TemplateError) -> [(name: String, value: TemplateValue)] {
        var members: [(name: String, value: TemplateValue)] = []
        for entry in dictionary.entries {
            switch entry.key {
            case .string(let name): members.append((name, entry.value))
            case .none: members.append(("null", entry.value))
            case .bool(let key): members.append((key ? "true" : "false", entry.value))
            case .int(let key): members.append((String(key), entry.value))
            case .double(let key): members.append((Self.json(key, style), entry.value))
            default: throw error(.value, "a key of type \(entry.key.typeName) has no JSON")
            }
            // Python sorts keys of one type only.
            if style.isPython, style.isSorted, dictionary.count > 1, case .string = entry.key {
            } else if style.isPython,
                style.isSorted, dictionary.count > 1
            {
                throw error(.notSupported, "'tojson' is supported for dictionaries with texts as keys; use 'to_json'")
            }
        }
        guard style.isSorted else { return members }
        try spend(members.count)
        return members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private static func json(_ value: Double, _ style: Style) -> String {
        if style.isPython {
            return value.isFinite ? text(value) : value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
        }
        return value.isFinite ? FloatText(value).json : "null"
    }

    private static func json(_ string: String, _ style: Style) -> String {
        let text = String(decoding: JSONValue.string(string).text, as: UTF8.self)
        guard style.isPython, !text.utf8.allSatisfy({ $0 < 0x7F }) else { return text }
        var ascii = ""
        for unit in text.utf16 {
            if unit < 0x7F {
                ascii.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
            } else if unit == 0x7F {
                ascii += "\u{7F}"
            } else {
                let digits = String(unit, radix: 16)
                ascii += "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
            }
        }
        return ascii
    }
}
