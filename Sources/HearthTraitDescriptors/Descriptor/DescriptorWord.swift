/// One word of a descriptor's text: `optional`, `0x4003`, `unit="0.1 s"`.
struct DescriptorWord {
    /// The part before an equals sign; empty without one.
    let key: String
    let text: String

    /// The words of a line. Quotes enclose spaces; in quotes, `^22` is the byte with that hexadecimal number.
    static func words(of line: Substring.UTF8View) -> [DescriptorWord] {
        var words: [DescriptorWord] = []
        var key = ""
        var bytes: [UInt8] = []
        var isQuoted = false
        var isWord = false
        func end() {
            if isWord { words.append(DescriptorWord(key: key, text: String(decoding: bytes, as: UTF8.self))) }
            (key, bytes, isWord) = ("", [], false)
        }
        var rest = line
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                isWord = true
            case UInt8(ascii: " ") where !isQuoted: end()
            case UInt8(ascii: "=") where !isQuoted && key.isEmpty:
                key = String(decoding: bytes, as: UTF8.self)
                bytes = []
            case UInt8(ascii: "^") where isQuoted:
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? byte)
                rest = rest.dropFirst(2)
            default:
                bytes.append(byte)
                isWord = true
            }
        }
        end()
        return words
    }

    /// The value of a hexadecimal number after 0x, or of a decimal number.
    var unsigned: UInt64? { Self.number(text) }

    static func number(_ text: some StringProtocol) -> UInt64? {
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    // MARK: Fields

    /// Parses a field: ID, name, type, then its properties.
    static func field(_ words: ArraySlice<DescriptorWord>) -> FieldDescriptor? {
        var rest = words
        guard let id = rest.popFirst()?.unsigned.flatMap(UInt32.init(exactly:)), let name = rest.popFirst()?.text,
            let type = rest.popFirst().flatMap({ ValueType(word: $0.text) })
        else { return nil }
        var flags: FieldFlags = []
        for (word, flag) in flagNames where rest.has(word) { flags.insert(flag) }
        return FieldDescriptor(
            id, name, type, flags,
            min: rest.value("min").flatMap(Limit.init), max: rest.value("max").flatMap(Limit.init),
            step: rest.value("step").flatMap { Int64($0) }, minLength: rest.value("minLength").flatMap { Int($0) },
            maxLength: rest.value("maxLength").flatMap { Int($0) }, unit: rest.value("unit"),
            default: rest.value("default").flatMap { TraitValue($0, of: type) },
            required: rest.value("required").flatMap(FeatureExpression.init),
            allowed: rest.value("allowed").flatMap(FeatureExpression.init))
    }

    private static let flagNames: [(String, FieldFlags)] = [
        ("list", .list), ("nullable", .nullable), ("optional", .optional), ("fabricSensitive", .fabricSensitive),
    ]
}

extension ArraySlice<DescriptorWord> {
    func has(_ flag: String) -> Bool { contains { $0.key.isEmpty && $0.text == flag } }
    func value(_ key: String) -> String? { first { $0.key == key }?.text }
}

extension ValueType {
    /// Parses `bool`, `uint16`, `enum(3)`.
    fileprivate init?(word: String) {
        switch word {
        case "bool": self = .boolean
        case "float": self = .single
        case "double": self = .double
        case "string": self = .string
        case "octets": self = .octets
        default:
            let name = word.prefix { $0.isLetter }
            let number = word.dropFirst(name.count).filter { $0.isNumber }
            switch name {
            case "uint": if let bits = UInt8(number) { self = .unsigned(bits) } else { return nil }
            case "int": if let bits = UInt8(number) { self = .signed(bits) } else { return nil }
            case "enum": if let index = Int(number) { self = .enumeration(index) } else { return nil }
            case "bitmap": if let index = Int(number) { self = .bitmap(index) } else { return nil }
            case "struct": if let index = Int(number) { self = .structure(index) } else { return nil }
            default: return nil
            }
        }
    }
}

extension Limit {
    /// Parses `-5`, or `@0x4A37-1` for the value of an attribute plus an offset.
    fileprivate init?(_ word: String) {
        guard word.hasPrefix("@") else {
            guard let value = Int64(word) else { return nil }
            self = .literal(value)
            return
        }
        let id = word.dropFirst().prefix { $0 != "+" && $0 != "-" }
        guard let number = DescriptorWord.number(id).flatMap(UInt32.init(exactly:)) else { return nil }
        self = .attribute(number, offset: Int64(word.dropFirst(1 + id.count)) ?? 0)
    }
}

extension TraitValue {
    fileprivate init?(_ word: String, of type: ValueType) {
        let value: TraitValue? =
            switch type {
            case .boolean: Bool(word).map { .bool($0) }
            case .unsigned, .enumeration, .bitmap: UInt64(word).map { .unsigned($0) }
            case .signed: Int64(word).map { .signed($0) }
            case .single: Float(word).map { .float($0) }
            case .double: Double(word).map { .double($0) }
            case .string: .string(word)
            case .octets, .structure: nil
            }
        guard let value else { return nil }
        self = value
    }
}

extension FeatureExpression {
    /// Parses `0x1`, `!0x4`, `(0x1&!0x2)`, `(0x1|0x2)`.
    init?(_ text: String) {
        var rest = text[...]
        guard let expression = Self.read(&rest, depth: 0), rest.isEmpty else { return nil }
        self = expression
    }

    private static func read(_ text: inout Substring, depth: Int) -> FeatureExpression? {
        guard depth < 64, let first = text.first else { return nil }
        switch first {
        case "!":
            text.removeFirst()
            return read(&text, depth: depth + 1).map { .not($0) }
        case "(":
            text.removeFirst()
            guard let left = read(&text, depth: depth + 1), let sign = text.popFirst(),
                let right = read(&text, depth: depth + 1), text.popFirst() == ")"
            else { return nil }
            return sign == "&" ? .and(left, right) : sign == "|" ? .or(left, right) : nil
        default:
            let number = text.prefix { $0.isHexDigit || $0 == "x" }
            text = text.dropFirst(number.count)
            return DescriptorWord.number(number).flatMap(UInt32.init(exactly:)).map { .feature($0) }
        }
    }
}
