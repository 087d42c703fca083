extension TraitDescriptor {
    /// Reads a value that a person wrote for a field: `true`, `127`, `0x7f`, `null`, names of enum cases, names of bits
    /// joined by `|`, text with or without quotes, `0x…` for bytes, `[a, b]` for lists.
    ///
    /// - Throws: ``TraitError`` with `invalidDataType`, naming the field and what would be right.
    public func value(of field: FieldDescriptor, from text: String) throws(TraitError) -> TraitValue {
        if text == "null", field.isNullable { return .null }
        if field.isList {
            guard text.hasPrefix("["), text.hasSuffix("]") else { throw mismatch(field, text) }
            let inner = text.dropFirst().dropLast()
            if inner.allSatisfy(\.isWhitespace) { return .list([]) }
            var items: [TraitValue] = []
            for part in inner.split(separator: ",", omittingEmptySubsequences: false) {
                items.append(try single(field, String(part).trimmingBlanks))
            }
            return .list(items)
        }
        return try single(field, text)
    }

    private func single(_ field: FieldDescriptor, _ text: String) throws(TraitError) -> TraitValue {
        let value: TraitValue? =
            switch field.type {
            case .boolean: ["true": true, "false": false, "on": true, "off": false][text].map { .bool($0) }
            case .unsigned: unsigned(text).map { .unsigned($0) }
            case .signed: Int64(text).map { .signed($0) }
            case .single: Float(text).map { .float($0) }
            case .double: Double(text).map { .double($0) }
            case .string: .string(unquoted(text))
            case .octets: octets(text).map { .octets($0) }
            case .enumeration(let index): enumeration(index, text).map { .unsigned($0) }
            case .bitmap(let index): bits(index, text).map { .unsigned($0) }
            case .structure: nil
            }
        guard let value else { throw mismatch(field, text) }
        return value
    }

    private func mismatch(_ field: FieldDescriptor, _ text: String) -> TraitError {
        let null = field.isNullable ? " or null" : ""
        return TraitError(
            .invalidDataType, "\(name): \(field.name) must be \(typeName(of: field))\(null), not \(quoted(text))",
            field: field.name, constraint: typeName(of: field))
    }

    private func unsigned(_ text: String) -> UInt64? {
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    private func enumeration(_ index: Int, _ text: String) -> UInt64? {
        guard enums.indices.contains(index) else { return unsigned(text) }
        return enums[index].cases.first { $0.name == text }?.value ?? unsigned(text)
    }

    private func bits(_ index: Int, _ text: String) -> UInt64? {
        if let number = unsigned(text) { return number }
        guard bitmaps.indices.contains(index) else { return nil }
        var result: UInt64 = 0
        for part in text.split(separator: "|") {
            let name = String(part).trimmingBlanks
            guard let field = bitmaps[index].fields.first(where: { $0.name == name }) else { return nil }
            result |= field.mask
        }
        return result
    }

    /// Hex, or text in quotes: a lock's PIN is text to people and bytes to the lock.
    private func octets(_ text: String) -> [UInt8]? {
        let inner = unquoted(text)
        if inner != text { return Array(inner.utf8) }
        let digits = Array((text.hasPrefix("0x") ? text.dropFirst(2) : text[...]).utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }

    private func unquoted(_ text: String) -> String {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    }
}

extension String {
    var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
