/// One word of a descriptor's text: `optional`, `0x4003`, `unit="0.1 s"`.
struct DescriptorWord {
    /// The part before an equals sign; empty without one.
    let key: String
    let text: String

    /// The words of a line, which is a part of `text`. Quotes enclose spaces; in quotes, `^22` is the byte with that
    /// hexadecimal number.
    static func words(of text: [UInt8], from start: Int, to end: Int) -> [DescriptorWord] {
        var words: [DescriptorWord] = []
        var key = ""
        var bytes: [UInt8] = []
        var isQuoted = false
        var isWord = false
        func finish() {
            if isWord { words.append(DescriptorWord(key: key, text: String(decoding: bytes, as: UTF8.self))) }
            (key, isWord) = ("", false)
            bytes.removeAll(keepingCapacity: true)
        }
        var index = start
        while index < end {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                isWord = true
            case UInt8(ascii: " ") where !isQuoted: finish()
            case UInt8(ascii: "=") where !isQuoted && key.isEmpty:
                key = String(decoding: bytes, as: UTF8.self)
                bytes.removeAll(keepingCapacity: true)
            case UInt8(ascii: "^") where isQuoted:
                let digits = String(decoding: text[index..<min(index + 2, end)], as: UTF8.self)
                bytes.append(UInt8(digits, radix: 16) ?? byte)
                index = min(index + 2, end)
            default:
                bytes.append(byte)
                isWord = true
            }
        }
        finish()
        return words
    }

    /// The value of a hexadecimal number after 0x, or of a decimal number.
    var unsigned: UInt64? { Self.number(text) }

    static func number(_ text: String) -> UInt64? {
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    // MARK: Fields

    /// Parses a field: ID, name, type, then its properties.
    static func field(_ words: ArraySlice<DescriptorWord>) -> FieldDescriptor? {
        guard words.count >= 3 else { return nil }
        let first = words.startIndex
        guard let id = words[first].unsigned.flatMap(UInt32.init(exactly:)),
            let type = ValueType(word: words[first + 2].text)
        else { return nil }
        var flags: FieldFlags = []
        var (minimum, maximum, step): (Limit?, Limit?, Int64?) = (nil, nil, nil)
        var (minimumLength, maximumLength): (Int?, Int?) = (nil, nil)
        var (unit, value): (String?, TraitValue?) = (nil, nil)
        var (required, allowed): (FeatureExpression?, FeatureExpression?) = (nil, nil)
        for index in first + 3..<words.endIndex {
            let word = words[index]
            switch word.key {
            case "": if let flag = flag(word.text) { flags.insert(flag) }
            case "min": minimum = Limit(word.text)
            case "max": maximum = Limit(word.text)
            case "step": step = Int64(word.text)
            case "minLength": minimumLength = Int(word.text)
            case "maxLength": maximumLength = Int(word.text)
            case "unit": unit = word.text
            case "default": value = TraitValue(word.text, of: type)
            case "required": required = FeatureExpression(word.text)
            case "allowed": allowed = FeatureExpression(word.text)
            default: break
            }
        }
        return FieldDescriptor(
            id, words[first + 1].text, type, flags, min: minimum, max: maximum, step: step,
            minLength: minimumLength, maxLength: maximumLength, unit: unit, default: value, required: required,
            allowed: allowed)
    }

    private static func flag(_ word: String) -> FieldFlags? {
        switch word {
        case "list": .list
        case "nullable": .nullable
        case "optional": .optional
        case "fabricSensitive": .fabricSensitive
        default: nil
        }
    }
}

extension ArraySlice<DescriptorWord> {
    func has(_ flag: String) -> Bool {
        var index = startIndex
        while index < endIndex {
            if self[index].text == flag, self[index].key.isEmpty { return true }
            index += 1
        }
        return false
    }

    func value(_ key: String) -> String? {
        var index = startIndex
        while index < endIndex {
            if self[index].key == key { return self[index].text }
            index += 1
        }
        return nil
    }
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
            var (name, number): ([UInt8], Int?) = ([], nil)
            for byte in word.utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): name.append(byte)
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    guard number ?? 0 < 1 << 20 else { return nil }
                    number = (number ?? 0) * 10 + Int(byte & 0xF)
                default: break
                }
            }
            guard let number else { return nil }
            switch String(decoding: name, as: UTF8.self) {
            case "uint": if let bits = UInt8(exactly: number) { self = .unsigned(bits) } else { return nil }
            case "int": if let bits = UInt8(exactly: number) { self = .signed(bits) } else { return nil }
            case "enum": self = .enumeration(number)
            case "bitmap": self = .bitmap(number)
            case "struct": self = .structure(number)
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
        guard let number = DescriptorWord.number(String(id)).flatMap(UInt32.init(exactly:)) else { return nil }
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
            return DescriptorWord.number(String(number)).flatMap(UInt32.init(exactly:)).map { .feature($0) }
        }
    }
}
