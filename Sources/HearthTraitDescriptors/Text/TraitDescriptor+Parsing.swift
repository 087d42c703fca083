extension TraitDescriptor {
    /// Parses a value for a field, as a person or ``text(_:_:)-(TraitValue,_)`` wrote it: `true`, `127`, `0x7f`,
    /// `null`, names of enum cases, names of bits joined by `|` (`fast|level=2`), text with or without quotes, `0x…`
    /// for bytes, `[a, b]` for lists, `{name: a, size: b}` for structs.
    ///
    /// - Throws: ``TraitError`` with `invalidDataType`, with the field and its valid values.
    public func value(of field: FieldDescriptor, from text: String) throws(TraitError) -> TraitValue {
        if text == "null", field.isNullable { return .null }
        var isStructure = false
        if case .structure = field.type { isStructure = true }
        guard field.isList || isStructure else { return try single(field, text) }
        var reader = ValueTextReader(text, of: self)
        return try reader.whole(field)
    }

    func single(_ field: FieldDescriptor, _ text: String) throws(TraitError) -> TraitValue {
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

    func mismatch(_ field: FieldDescriptor, _ text: String) -> TraitError {
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
        guard bitmaps.indices.contains(index), !text.isEmpty else { return nil }
        var result: UInt64 = 0
        for part in text.split(separator: "|", omittingEmptySubsequences: false) {
            guard let bits = bits(String(part).trimmingBlanks, of: bitmaps[index]) else { return nil }
            result |= bits
        }
        return result
    }

    /// A bit by its name, a number in several bits (`level=2`), or bits without a name (`0x80`).
    private func bits(_ text: String, of bitmap: BitmapDescriptor) -> UInt64? {
        let parts = text.split(separator: "=", maxSplits: 1).map { String($0).trimmingBlanks }
        guard let name = parts.first else { return nil }
        guard let field = bitmap.fields.first(where: { $0.name == name }) else { return unsigned(text) }
        guard parts.count == 2 else { return field.mask }
        guard let number = unsigned(parts[1]) else { return nil }
        let shift = UInt64(field.mask.trailingZeroBitCount)
        return number <= field.mask >> shift ? number << shift : nil
    }

    /// Parses hexadecimal bytes, or text in quotes: a lock's PIN is text to people and bytes to the lock.
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

    /// The text within quotes, with JSON's escapes resolved. Other text, and text with invalid escapes, is unchanged.
    private func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        let inner = text.dropFirst().dropLast()
        return inner.contains("\\") ? unescaped(inner) ?? String(inner) : String(inner)
    }

    private func unescaped(_ text: Substring) -> String? {
        let plain: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t", "b": "\u{8}", "f": "\u{C}",
        ]
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            guard let mark = rest.popFirst() else { return nil }
            if let meant = plain[mark] {
                result.append(meant)
            } else if mark == "u" {
                let digits = String(String.UnicodeScalarView(rest.prefix(4)))
                guard digits.utf8.count == 4, let number = UInt32(digits, radix: 16), let meant = Unicode.Scalar(number)
                else { return nil }
                result.append(meant)
                rest = rest.dropFirst(4)
            } else {
                return nil
            }
        }
        return String(result)
    }
}

extension String {
    var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
