public import HearthTraitDescriptors

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension TraitDescriptor {
    /// Parses a value as typed or printed: with a unit (`21.5C`, `50%`, `2s`), an enum case or bits by name in any case
    /// (`heat`, `monday|tuesday`), a struct or list as JSON, or Matter's raw number.
    ///
    /// - Throws: ``TraitError`` with `invalidDataType`, which names the field and valid input.
    public func value(of field: FieldDescriptor, typed text: String) throws(TraitError) -> TraitValue {
        if let raw = Self.raw(in: text, field) { return try value(of: field, from: raw) }
        if field.isList || isStructure(field), let json = JSONInput(text) { return try value(of: field, json) }
        if let value = typed(text, field) { return value }
        do throws(TraitError) {
            return try value(of: field, from: text)
        } catch {
            guard let example = Quantity.example(field) else { throw error }
            var error = error
            error.message += ", as in \(field.name)=\(example)"
            throw error
        }
    }

    private func isStructure(_ field: FieldDescriptor) -> Bool {
        if case .structure = field.type { true } else { false }
    }

    /// The raw number in a value printed with its unit: 2150 of "21.50 °C (raw 2150)".
    private static func raw(in text: String, _ field: FieldDescriptor) -> String? {
        guard field.type != .string, text.hasSuffix(")"), let start = text.firstRange(of: " (raw ") else { return nil }
        return String(text[start.upperBound...].dropLast())
    }

    private func typed(_ text: String, _ field: FieldDescriptor) -> TraitValue? {
        guard !field.isList else { return nil }
        switch field.type {
        case .unsigned: return Quantity.raw(text, field).flatMap(UInt64.init(exactly:)).map { .unsigned($0) }
        case .signed: return Quantity.raw(text, field).map { .signed($0) }
        case .enumeration(let index):
            guard enums.indices.contains(index) else { return nil }
            let cases = enums[index].cases.filter { Self.key($0.name) == Self.key(text) }
            return cases.count == 1 ? cases.first.map { .unsigned($0.value) } : nil
        case .bitmap(let index):
            guard bitmaps.indices.contains(index) else { return nil }
            var bits: UInt64 = 0
            for word in text.split(whereSeparator: { "|,+".contains($0) }) {
                guard let bit = bitmaps[index].fields.first(where: { Self.key($0.name) == Self.key(String(word)) })
                else { return nil }
                bits |= bit.mask
            }
            return text.isEmpty ? nil : .unsigned(bits)
        default: return nil
        }
    }

    /// A key that is equal for "not-playing", "Not Playing" and "notPlaying".
    private static func key(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    // MARK: JSON

    private func value(of field: FieldDescriptor, _ json: JSONInput) throws(TraitError) -> TraitValue {
        if case .null = json { return try value(of: field, from: "null") }
        guard field.isList else { return try single(field, json) }
        guard case .array(let items) = json else { throw mismatch(field, "a list: [ … ]") }
        var values: [TraitValue] = []
        for item in items { values.append(try single(field, item)) }
        return .list(values)
    }

    private func single(_ field: FieldDescriptor, _ json: JSONInput) throws(TraitError) -> TraitValue {
        switch (field.type, json) {
        case (.structure(let index), .object(let members)) where structs.indices.contains(index):
            var result = StructureValue()
            for (name, member) in members {
                guard let inner = structs[index].fields.first(where: { $0.name == name }) else {
                    let known = structs[index].fields.map(\.name)
                    throw mismatch(
                        field, "an object with the members \(known.joined(separator: ", ")); not \(quoted(name))")
                }
                result[inner.id] = try value(of: inner, member)
            }
            return .structure(result)
        case (.structure(let index), _) where structs.indices.contains(index):
            let known = structs[index].fields.map(\.name)
            throw mismatch(field, "an object with the members \(known.joined(separator: ", "))")
        case (.boolean, .bool(let value)): return .bool(value)
        case (.octets, .string(let text)):
            return try value(of: plain(field), from: text.hasPrefix("0x") ? text : "\"\(text)\"")
        case (.string, .string(let text)): return .string(text)
        case (_, .string(let text)): return try value(of: plain(field), typed: text)
        case (_, .number(let text)): return try value(of: plain(field), from: text)
        default: throw mismatch(field, typeName(of: field))
        }
    }

    /// The field for one item of its list.
    private func plain(_ field: FieldDescriptor) -> FieldDescriptor {
        FieldDescriptor(field.id, field.name, field.type, field.flags.subtracting(.list), unit: field.unit)
    }

    private func mismatch(_ field: FieldDescriptor, _ right: String) -> TraitError {
        TraitError(
            .invalidDataType, "\(name): \(field.name) must be \(right)", field: field.name, constraint: right)
    }
}

/// A typed JSON value.
private indirect enum JSONInput: Decodable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONInput])
    case object([(String, JSONInput)])

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// nil if the text is not a list or object, or is nested more deeply than any Matter value.
    init?(_ text: String) {
        guard text.hasPrefix("{") || text.hasPrefix("["), text.count(where: { "[{".contains($0) }) <= 256,
            let read = try? JSONDecoder().decode(JSONInput.self, from: Data(text.utf8))
        else { return nil }
        self = read
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                try object.allKeys.map { ($0.stringValue, try object.decode(JSONInput.self, forKey: $0)) })
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            var items: [JSONInput] = []
            while !list.isAtEnd { items.append(try list.decode(JSONInput.self)) }
            self = .array(items)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let value = try? single.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? single.decode(UInt64.self) {
            self = .number(String(value))
        } else if let value = try? single.decode(Int64.self) {
            self = .number(String(value))
        } else if let value = try? single.decode(Double.self) {
            self = .number(String(value))
        } else {
            self = .string(try single.decode(String.self))
        }
    }
}
