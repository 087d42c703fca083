extension TraitDescriptor {
    /// The text that ``init(id:name:vendor:package:revision:_:)`` parses, line by line, for generated code.
    package var lines: [String] {
        var lines = features.map { "feature \(hex($0.mask)) \($0.name)" }
        for type in enums {
            lines.append("enum \(type.name) \(type.bits)")
            lines += Self.folded(type.cases.map { "\($0.value) \($0.name)" })
        }
        for type in bitmaps {
            lines.append("bitmap \(type.name) \(type.bits)")
            lines += Self.folded(type.fields.map { "\(hex($0.mask)) \($0.name)" })
        }
        for type in structs { lines += ["struct \(type.name)"] + Self.lines(type) }
        // The global attributes are added when the text is parsed.
        lines += attributes.filter { !GlobalAttribute.descriptors.contains($0) }.map(\.line)
        for command in commands {
            lines += [command.line] + Self.lines(command.arguments)
            if let response = command.response, let id = command.responseID {
                lines += ["response \(hex(id)) \(response.name)"] + Self.lines(response)
            }
        }
        for event in events { lines += [event.line] + Self.lines(event.fields) }
        return lines
    }

    private static func lines(_ type: StructDescriptor) -> [String] {
        type.fields.map { "  " + $0.words.joined(separator: " ") }
    }

    /// Alternating values and names below their type, in lines of about a hundred characters.
    private static func folded(_ pairs: [String]) -> [String] {
        var lines: [String] = []
        var line = " "
        for pair in pairs {
            if line.count + pair.count > 100 {
                lines.append(line)
                line = " "
            }
            line += " " + pair
        }
        return line == " " ? lines : lines + [line]
    }
}

private func hex(_ value: some BinaryInteger) -> String { "0x" + String(value, radix: 16, uppercase: true) }

// MARK: Elements

extension AttributeDescriptor {
    fileprivate var line: String {
        var words = ["attribute"] + field.words
        if let read { if read != .view { words.append("read=\(read.word)") } } else { words.append("read=none") }
        if let write { words.append("write=\(write.word)") }
        if isTimedWrite { words.append("timedWrite") }
        if isQuieterReported { words.append("quieterReporting") }
        return words.joined(separator: " ")
    }
}

extension CommandDescriptor {
    fileprivate var line: String {
        var words = ["command", hex(id), name, methodName]
        if invoke != .operate { words.append("invoke=\(invoke.word)") }
        if isTimed { words.append("timed") }
        if isOptional { words.append("optional") }
        if isRepeatable { words.append("repeatable") }
        return (words + conditions(required, allowed)).joined(separator: " ")
    }
}

extension EventDescriptor {
    fileprivate var line: String {
        "event \(hex(id)) \(name) \(importance.word)" + (read == .view ? "" : " read=\(read.word)")
    }
}

// MARK: Fields

extension FieldDescriptor {
    fileprivate var words: [String] {
        var words = [hex(id), name, type.word]
        if isList { words.append("list") }
        if isNullable { words.append("nullable") }
        if isOptional { words.append("optional") }
        if flags.contains(.fabricSensitive) { words.append("fabricSensitive") }
        if let min { words.append("min=\(min.word)") }
        if let max { words.append("max=\(max.word)") }
        if let step { words.append("step=\(step)") }
        if let minLength { words.append("minLength=\(minLength)") }
        if let maxLength { words.append("maxLength=\(maxLength)") }
        if let unit { words.append("unit=\(unit.quotedInText)") }
        if let value = defaultValue?.word { words.append("default=\(value)") }
        return words + conditions(required, allowed)
    }
}

private func conditions(_ required: FeatureExpression?, _ allowed: FeatureExpression?) -> [String] {
    [required.map { "required=\($0.word)" }, allowed.map { "allowed=\($0.word)" }].compactMap { $0 }
}

extension ValueType {
    fileprivate var word: String {
        switch self {
        case .boolean: "bool"
        case .unsigned(let bits): "uint\(bits)"
        case .signed(let bits): "int\(bits)"
        case .single: "float"
        case .double: "double"
        case .string: "string"
        case .octets: "octets"
        case .enumeration(let index): "enum(\(index))"
        case .bitmap(let index): "bitmap(\(index))"
        case .structure(let index): "struct(\(index))"
        }
    }
}

extension Limit {
    fileprivate var word: String {
        switch self {
        case .literal(let value): "\(value)"
        case .attribute(let id, let offset):
            "@\(hex(id))" + (offset == 0 ? "" : offset < 0 ? "\(offset)" : "+\(offset)")
        }
    }
}

extension TraitValue {
    /// The value in the text; nil for a type that no schema has as a default.
    fileprivate var word: String? {
        switch self {
        case .bool(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .signed(let value): "\(value)"
        case .float(let value): Self.short("\(value)")
        case .double(let value): Self.short("\(value)")
        case .string(let text): text.quotedInText
        case .null, .octets, .list, .structure: nil
        }
    }

    private static func short(_ number: String) -> String {
        number.hasSuffix(".0") ? String(number.dropLast(2)) : number
    }
}

extension FeatureExpression {
    fileprivate var word: String {
        switch self {
        case .feature(let mask): hex(mask)
        case .not(let inner): "!\(inner.word)"
        case .and(let left, let right): "(\(left.word)&\(right.word))"
        case .or(let left, let right): "(\(left.word)|\(right.word))"
        }
    }
}

extension String {
    /// The text in quotes, as a descriptor's text has it. Characters that would end the line, the quotes or the
    /// enclosing Swift literal are written as `^` and their number.
    fileprivate var quotedInText: String {
        var result = "\""
        for character in self {
            let isPlain =
                !character.isNewline && !"\"\\^".contains(character)
                && character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            if isPlain {
                result.append(character)
            } else {
                for byte in String(character).utf8 { result += "^" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            }
        }
        return result + "\""
    }
}
