/// JSON for output. Objects keep the order of their members, so that equal inputs give equal texts.
package indirect enum JSON {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    package static func number(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

    /// The text in one line.
    package var text: String { text(indent: nil) }

    /// The text with a line for each item and member, indented by two spaces, without a newline at the end.
    package var indentedText: String { text(indent: 0) }

    /// - Parameter indent: the spaces before the value's own line; nil for a text in one line.
    private func text(indent: Int?) -> String {
        let inner = indent.map { $0 + 2 }
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let digits): return digits
        case .string(let value): return quoted(value)
        case .array(let items): return Self.enclosed("[", items.map { $0.text(indent: inner) }, "]", indent)
        case .object(let members):
            let colon = indent == nil ? ":" : ": "
            return Self.enclosed("{", members.map { quoted($0) + colon + $1.text(indent: inner) }, "}", indent)
        }
    }

    private static func enclosed(_ opening: String, _ parts: [String], _ closing: String, _ indent: Int?) -> String {
        guard let indent, !parts.isEmpty else { return opening + parts.joined(separator: ",") + closing }
        let outer = "\n" + String(repeating: " ", count: indent)
        let inner = outer + "  "
        return opening + inner + parts.joined(separator: "," + inner) + outer + closing
    }

    /// A trait's value: numbers and bitmaps as numbers, enums by name, bytes in hexadecimal.
    package init(_ value: TraitValue, _ field: FieldDescriptor, of trait: TraitDescriptor) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .unsigned(let number):
            if case .enumeration = field.type {
                let name = trait.text(value, field)
                self = name == String(number) ? .number(name) : .string(name)
            } else {
                self = .number(number)
            }
        case .signed(let number): self = .number(number)
        case .float(let number): self = number.isFinite ? .number("\(number)") : .string("\(number)")
        case .double(let number): self = number.isFinite ? .number("\(number)") : .string("\(number)")
        case .string(let text): self = .string(text)
        case .octets: self = .string(trait.text(value, field))
        case .list(let items): self = .array(items.map { JSON($0, field, of: trait) })
        case .structure(let fields):
            guard case .structure(let index) = field.type, trait.structs.indices.contains(index) else {
                self = .object([])
                return
            }
            self.init(fields, trait.structs[index].fields, of: trait)
        }
    }

    /// The given fields, by name.
    package init(_ value: StructureValue, _ fields: [FieldDescriptor], of trait: TraitDescriptor) {
        self = .object(fields.compactMap { field in value[field.id].map { (field.name, JSON($0, field, of: trait)) } })
    }
}
