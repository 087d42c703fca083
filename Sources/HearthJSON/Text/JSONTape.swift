/// Validated JSON text as a flat list of its values: the content of a value follows it directly, so that it can be
/// skipped at once.
struct JSONTape {
    struct Token {
        enum Kind: UInt8 {
            case null
            case `true`
            case `false`
            case number
            case string
            /// Followed by its values.
            case array
            /// Followed by its names and values, alternating.
            case object
        }

        var kind: Kind
        /// For strings: whether the text contains escapes.
        var hasEscapes = false
        /// The range in the text, for strings without the quotes.
        var start: UInt32
        var end: UInt32
        /// The index after the whole content.
        var next: UInt32 = 0

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    let text: [UInt8]
    let tokens: [Token]

    /// The content of a string.
    func string(_ token: Int) -> ArraySlice<UInt8> {
        let range = tokens[token].range
        return tokens[token].hasEscapes ? JSONEscapes.resolved(text[range])[...] : text[range]
    }

    /// Whether a string is the UTF-8 text `other`. A longer string takes no longer to compare.
    func string(_ token: Int, equals other: [UInt8]) -> Bool {
        let range = tokens[token].range
        guard tokens[token].hasEscapes else { return range.count == other.count && text[range].elementsEqual(other) }
        // An escape stands for at least one byte and takes at most six.
        guard range.count > other.count, range.count / 6 <= other.count else { return false }
        return JSONEscapes.resolved(text[range]) == other
    }

    func kind(_ token: Int) -> Token.Kind { tokens[token].kind }

    func next(_ token: Int) -> Int { Int(tokens[token].next) }

    /// The kind of a token, in words.
    func words(_ token: Int) -> String {
        switch tokens[token].kind {
        case .null: "null"
        case .true: "true"
        case .false: "false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The path to a value: `devices[3].traits.onOff`. Empty for the outermost one.
    func path(to wanted: Int) -> String {
        var (path, token) = ("", 0)
        while token < wanted, let (step, value) = step(from: token, to: wanted) {
            path += (path.isEmpty || step.hasPrefix("[") ? "" : ".") + step
            token = value
        }
        return path
    }

    /// The member or element of a value that contains another one, and its value.
    private func step(from token: Int, to wanted: Int) -> (step: String, value: Int)? {
        let isObject = kind(token) == .object
        var (child, index) = (token + 1, 0)
        while child < next(token) {
            let value = isObject ? child + 1 : child
            if wanted < next(value) {
                return (isObject ? shortened(String(decoding: string(child), as: UTF8.self)) : "[\(index)]", value)
            }
            (child, index) = (next(value), index + 1)
        }
        return nil
    }

    private func shortened(_ name: String) -> String { name.count > 60 ? name.prefix(60) + "…" : name }

    /// Line and column, from 1, in characters.
    static func place(of offset: Int, in text: [UInt8]) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for byte in text.prefix(max(offset, 0)) {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }
}
