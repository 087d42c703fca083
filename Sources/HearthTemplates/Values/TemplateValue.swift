/// A value in a template, with Python's semantics.
package indirect enum TemplateValue: Equatable, Sendable {
    /// What Jinja has for a missing variable, member or item. It prints nothing.
    case undefined
    case none
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case list([TemplateValue])
    /// Items in parentheses, or a pair of `items()`.
    case tuple([TemplateValue])
    case dictionary(TemplateDictionary)
    /// Python's `datetime`, which `now()` returns.
    case moment(TemplateMoment)

    /// Python's name of the type, for errors.
    var typeName: String {
        switch self {
        case .undefined: "undefined"
        case .none: "None"
        case .bool: "bool"
        case .int: "int"
        case .double: "float"
        case .string: "str"
        case .list: "list"
        case .tuple: "tuple"
        case .dictionary: "dict"
        case .moment: "datetime"
        }
    }

    /// Python's truth value.
    var isTrue: Bool {
        switch self {
        case .undefined, .none: false
        case .bool(let value): value
        case .int(let value): value != 0
        case .double(let value): value != 0
        case .string(let text): !text.isEmpty
        case .list(let items), .tuple(let items): !items.isEmpty
        case .dictionary(let dictionary): dictionary.count > 0
        case .moment: true
        }
    }

    var isUndefined: Bool { if case .undefined = self { true } else { false } }

    /// The integer of an int or a bool.
    var integer: Int? {
        switch self {
        case .int(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    /// The number of a float, an int or a bool.
    var number: Double? {
        if case .double(let value) = self { value } else { integer.map { Double($0) } }
    }
}
