/// Parses lists and structs as written by ``TraitDescriptor/text(_:_:)-(TraitValue,_)``: `[1, 2]`, `{name: "a, b",
/// mode: low}`.
struct ValueTextReader {
    /// Far above the depth of Matter's values. Limits the recursion for malicious text.
    private static let depthLimit = 32

    private let trait: TraitDescriptor
    private let text: [Character]
    private var position = 0

    init(_ text: String, of trait: TraitDescriptor) {
        self.trait = trait
        self.text = Array(text)
    }

    /// Parses the whole text as one value.
    mutating func whole(_ field: FieldDescriptor) throws(TraitError) -> TraitValue {
        let value = try value(field, depth: 0)
        skipBlanks()
        guard position == text.count else { throw trait.mismatch(field, String(text)) }
        return value
    }

    private mutating func value(_ field: FieldDescriptor, depth: Int) throws(TraitError) -> TraitValue {
        guard depth < Self.depthLimit else { throw trait.mismatch(field, "a value this deep") }
        if takeNull(field) { return .null }
        guard field.isList else { return try single(field, depth: depth) }
        guard take("[") else { throw trait.mismatch(field, rest) }
        let entry = field.entry
        var items: [TraitValue] = []
        while !take("]") {
            if !items.isEmpty, !take(",") { throw trait.mismatch(field, rest) }
            items.append(try single(entry, depth: depth + 1))
        }
        return .list(items)
    }

    private mutating func single(_ field: FieldDescriptor, depth: Int) throws(TraitError) -> TraitValue {
        guard case .structure(let index) = field.type, trait.structs.indices.contains(index) else {
            let word = word()
            guard !word.isEmpty else { throw trait.mismatch(field, rest) }
            return try trait.single(field, word)
        }
        guard depth < Self.depthLimit, take("{") else { throw trait.mismatch(field, rest) }
        let type = trait.structs[index]
        var members = StructureValue()
        while !take("}") {
            if !members.isEmpty, !take(",") { throw trait.mismatch(field, rest) }
            let name = word(endingAt: ":")
            guard let member = type.field(named: name), members[member.id] == nil, take(":") else {
                throw trait.mismatch(field, rest.isEmpty ? name : "\(name)\(rest)")
            }
            members[member.id] = try value(member, depth: depth + 1)
        }
        return .structure(members)
    }

    // MARK: Characters

    private var rest: String { String(text[position...]) }

    private mutating func skipBlanks() {
        while position < text.count, text[position].isWhitespace { position += 1 }
    }

    private mutating func take(_ mark: Character) -> Bool {
        skipBlanks()
        guard position < text.count, text[position] == mark else { return false }
        position += 1
        return true
    }

    private mutating func takeNull(_ field: FieldDescriptor) -> Bool {
        guard field.isNullable else { return false }
        let start = position
        if word() == "null" { return true }
        position = start
        return false
    }

    /// The text up to the next delimiter outside of quotes, without surrounding blanks.
    private mutating func word(endingAt end: Character? = nil) -> String {
        skipBlanks()
        let start = position
        var isQuoted = false
        while position < text.count {
            let character = text[position]
            if isQuoted, character == "\\" {
                position = min(position + 2, text.count)
                continue
            }
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted, character == end || ",]}".contains(character) { break }
            position += 1
        }
        return String(text[start..<position]).trimmingBlanks
    }
}

extension FieldDescriptor {
    /// The field for one entry of this list field.
    var entry: FieldDescriptor {
        FieldDescriptor(id, name, type, flags.subtracting([.list, .nullable]), unit: unit)
    }
}
