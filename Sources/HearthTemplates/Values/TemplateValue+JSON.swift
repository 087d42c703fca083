package import HearthJSON

extension TemplateValue {
    /// The value of a JSON tree. It keeps neither the order of members nor the difference between `21` and `21.0`, so
    /// members come in the order of their names, and a number without a fraction becomes an int.
    package init(json: JSONValue) {
        switch json {
        case .null: self = .none
        case .bool(let value): self = .bool(value)
        case .number(let number): self = Int(exactly: number).map { .int($0) } ?? .double(number)
        case .string(let text): self = .string(text)
        case .array(let items): self = .list(items.map { TemplateValue(json: $0) })
        case .object(let members):
            var dictionary = TemplateDictionary()
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                dictionary.set(name, TemplateValue(json: value))
            }
            self = .dictionary(dictionary)
        }
    }

    /// Reads a JSON text as Home Assistant does for `value_json`: `21` is an int and `21.0` a float, an integer beyond
    /// 64 bits becomes a float, and members keep their order. Returns nil if the text is not JSON, is nested deeper
    /// than ``TemplateLimits/valueDepth`` or has a number beyond a float.
    package init?(parsingJSON text: String) {
        guard let document = try? JSONText(Array(text.utf8), depth: TemplateLimits.valueDepth),
            let value = Self(document)
        else { return nil }
        self = value
    }

    /// The value of a JSON text; nil if it has a number beyond a float.
    init?(_ json: JSONText) {
        switch json.kind {
        case .array:
            var items: [TemplateValue] = []
            for item in json.items {
                guard let value = Self(item) else { return nil }
                items.append(value)
            }
            self = .list(items)
        case .object:
            var dictionary = TemplateDictionary()
            for (name, item) in json.members {
                guard let value = Self(item) else { return nil }
                dictionary.set(name, value)
            }
            self = .dictionary(dictionary)
        case let scalar:
            guard let value = Self(scalar) else { return nil }
            self = value
        }
    }

    /// The value of a JSON text that is no array and no object; nil for those, and for a number beyond a float.
    init?(_ scalar: JSONText.Kind) {
        switch scalar {
        case .null: self = .none
        case .bool(let value): self = .bool(value)
        case .number(let digits):
            if let integer = Int(digits) {
                self = .int(integer)
            } else if let number = Double(digits), number.isFinite {
                self = .double(number)
            } else {
                return nil
            }
        case .string(let text): self = .string(text)
        case .array, .object: return nil
        }
    }
}
