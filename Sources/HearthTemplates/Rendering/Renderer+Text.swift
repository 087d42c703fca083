extension Renderer {
    /// Python's `str`, which is what Jinja prints.
    mutating func text(_ value: TemplateValue) throws(TemplateError) -> String {
        if let text = value.plainText { return text }
        var text = ""
        try represent(value, into: &text, depth: 0)
        return text
    }

    static func text(_ value: Double) -> String {
        value.isFinite ? FloatText(value).python : value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
    }

    /// Python's `repr`.
    private mutating func represent(
        _ value: TemplateValue, into text: inout String, depth: Int
    ) throws(TemplateError) {
        switch value {
        case .undefined: text += "Undefined"
        case .string(let string): text += Self.quoted(string)
        case .list(let items):
            try checkDepth(depth)
            text += "["
            try represent(items, into: &text, depth: depth)
            text += "]"
        case .tuple(let items):
            try checkDepth(depth)
            text += "("
            try represent(items, into: &text, depth: depth)
            text += items.count == 1 ? ",)" : ")"
        case .dictionary(let dictionary):
            try checkDepth(depth)
            text += "{"
            for (index, entry) in dictionary.entries.enumerated() {
                if index > 0 { text += ", " }
                try represent(entry.key, into: &text, depth: depth + 1)
                text += ": "
                try represent(entry.value, into: &text, depth: depth + 1)
            }
            text += "}"
        case .moment: throw error(.notSupported, "a time in a list is not printed")
        case .none, .bool, .int, .double: text += try self.text(value)
        }
        try checkLength(text.utf8.count)
        try spend(TemplateLimits.item)
    }

    private mutating func represent(
        _ items: [TemplateValue], into text: inout String, depth: Int
    ) throws(TemplateError) {
        for (index, item) in items.enumerated() {
            if index > 0 { text += ", " }
            try represent(item, into: &text, depth: depth + 1)
        }
    }

    private static func quoted(_ string: String) -> String {
        let scalars = string.unicodeScalars
        let quote: Unicode.Scalar = scalars.contains("'") && !scalars.contains("\"") ? "\"" : "'"
        var text = String.UnicodeScalarView([quote])
        for scalar in scalars {
            switch scalar {
            case quote, "\\": text.append(contentsOf: ["\\", scalar])
            case "\n": text.append(contentsOf: "\\n".unicodeScalars)
            case "\r": text.append(contentsOf: "\\r".unicodeScalars)
            case "\t": text.append(contentsOf: "\\t".unicodeScalars)
            case _ where scalar.isPythonPrintable: text.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                let (kind, count) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x1_0000 ? ("u", 4) : ("U", 8)
                let zeros = String(repeating: "0", count: max(0, count - digits.utf8.count))
                text.append(contentsOf: "\\\(kind)\(zeros)\(digits)".unicodeScalars)
            }
        }
        text.append(quote)
        return String(text)
    }
}

extension TemplateValue {
    /// Python's `str` of a value without items; nil for one with items.
    var plainText: String? {
        switch self {
        case .undefined: ""
        case .none: "None"
        case .bool(let value): value ? "True" : "False"
        case .int(let value): String(value)
        case .double(let value): Renderer.text(value)
        case .string(let text): text
        case .moment(let moment): moment.text(separator: " ")
        case .list, .tuple, .dictionary: nil
        }
    }
}
