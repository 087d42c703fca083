/// Splits a script into tokens, which identifies comments reliably.
///
/// Refuses a script where only a full parser could distinguish a division from a regular expression.
struct ScriptLexer {
    private let path: String
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var tokens: [ScriptToken] = []
    private var gap = ScriptToken.Gap.line
    private var open: [Bracket] = []
    /// Whether the last token closed the condition of an `if` or a loop.
    private var isAfterCondition = false

    private struct Bracket {
        let byte: UInt8
        var isCondition = false
        var isOfTemplate = false
    }

    static func tokens(of bytes: [UInt8], path: String) throws(ScriptError) -> [ScriptToken] {
        var lexer = ScriptLexer(path, bytes)
        while let byte = lexer.peek() { try lexer.next(byte) }
        guard lexer.open.isEmpty else { throw lexer.error("a bracket is not closed") }
        return lexer.tokens
    }

    private init(_ path: String, _ bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private func error(_ what: String) -> ScriptError { ScriptError(path: path, line: line, what: what) }

    private mutating func next(_ byte: UInt8) throws(ScriptError) {
        switch byte {
        case UInt8(ascii: "\n"):
            line += 1
            gap = .line
            position += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
            if gap == .none { gap = .space }
            position += 1
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
            while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): try comment()
        case UInt8(ascii: "/") where try isRegularExpression(): try regularExpression()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try string(byte)
        case UInt8(ascii: "`"): try template()
        case UInt8(ascii: "}") where open.last?.isOfTemplate == true:
            open.removeLast()
            try template()
        case _ where Self.isWord(byte): word()
        case _ where byte >= 0x80 || byte == UInt8(ascii: "\\"):
            throw error("letters outside ASCII are supported in strings, templates and comments only")
        default: try mark(byte)
        }
    }

    // MARK: Parts

    private mutating func take(_ kind: ScriptToken.Kind, from start: Int, line: Int? = nil) {
        tokens.append(
            ScriptToken(
                kind: kind, range: start..<position, line: line ?? self.line, gap: gap, depth: open.count,
                curlyDepth: open.count { $0.byte == UInt8(ascii: "{") }))
        gap = .none
        isAfterCondition = false
    }

    private mutating func comment() throws(ScriptError) {
        let start = self
        position += 2
        while let byte = peek() {
            position += 1
            if byte == UInt8(ascii: "*"), peek() == UInt8(ascii: "/") {
                position += 1
                if line > start.line { gap = .line } else if gap == .none { gap = .space }
                return
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        throw start.error("a comment is not closed")
    }

    private mutating func word() {
        let start = position
        // A number may contain a point, a name cannot.
        let isNumber = Self.isDigit(bytes[position])
        while let byte = peek(), Self.isWord(byte) || isNumber && byte == UInt8(ascii: ".") { position += 1 }
        take(isNumber ? .number : .word, from: start)
    }

    private mutating func string(_ quote: UInt8) throws(ScriptError) {
        let start = position
        let first = line
        position += 1
        while let byte = peek(), byte != quote {
            if byte == UInt8(ascii: "\n") { throw error("a string is not closed") }
            if byte == UInt8(ascii: "\\") {
                position += 1
                if peek() == UInt8(ascii: "\n") { line += 1 }
            }
            position += 1
        }
        guard peek() != nil else { throw error("a string is not closed") }
        position += 1
        take(.string, from: start, line: first)
    }

    /// From a backtick, or from the end of an embedded value, to the next value or the end.
    private mutating func template() throws(ScriptError) {
        let start = self
        position += 1
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: "\\"):
                if peek() == UInt8(ascii: "\n") { line += 1 }
                position += 1
            case UInt8(ascii: "`"): return take(.template, from: start.position, line: start.line)
            case UInt8(ascii: "$") where peek() == UInt8(ascii: "{"):
                position += 1
                take(.template, from: start.position, line: start.line)
                open.append(Bracket(byte: UInt8(ascii: "{"), isOfTemplate: true))
                return
            default: break
            }
        }
        throw start.error("a template is not closed")
    }

    private mutating func regularExpression() throws(ScriptError) {
        let start = position
        var isInClass = false
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "/") || isInClass {
            if byte == UInt8(ascii: "\n") { break }
            if byte == UInt8(ascii: "[") { isInClass = true }
            if byte == UInt8(ascii: "]") { isInClass = false }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard peek() == UInt8(ascii: "/") else { throw error("a regular expression is not closed") }
        position += 1
        while let byte = peek(), Self.isWord(byte) { position += 1 }
        take(.regularExpression, from: start)
    }

    private mutating func mark(_ byte: UInt8) throws(ScriptError) {
        let start = position
        position += 1
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            let isCondition = byte == UInt8(ascii: "(") && Self.conditions.contains(lastWord ?? "")
            take(.mark, from: start)
            open.append(Bracket(byte: byte, isCondition: isCondition))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            guard let bracket = open.popLast(), bracket.byte == Self.opening(byte) else {
                throw error("a bracket is closed that is not open")
            }
            take(.mark, from: start)
            isAfterCondition = bracket.isCondition
        default: take(.mark, from: start)
        }
    }

    // MARK: Division or regular expression

    private func isRegularExpression() throws(ScriptError) -> Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .word: return Self.beforeValues.contains(lastWord ?? "")
        case .number, .string, .regularExpression: return false
        // A template's `${` is followed by a value, its end is not.
        case .template: return bytes[last.range.upperBound - 1] == UInt8(ascii: "{")
        case .mark: break
        }
        switch bytes[last.range.lowerBound] {
        case UInt8(ascii: ")"): return isAfterCondition
        case UInt8(ascii: "]"): return false
        case UInt8(ascii: "}"):
            throw error("put brackets around a regular expression, or a division, that follows a '}'")
        case let byte where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
            // `++` follows a value, since a regular expression cannot be incremented.
            guard let other = tokens.dropLast().last, gapless(other, last) else { return true }
            return bytes[other.range.lowerBound] != byte
        default: return true
        }
    }

    private func gapless(_ first: ScriptToken, _ second: ScriptToken) -> Bool {
        first.kind == .mark && first.range.upperBound == second.range.lowerBound
    }

    /// The last token, if it is a word and not the name of a property.
    private var lastWord: String? {
        guard let last = tokens.last, last.kind == .word else { return nil }
        if let before = tokens.dropLast().last, before.kind == .mark,
            bytes[before.range.lowerBound] == UInt8(ascii: ".")
        {
            return nil
        }
        return String(decoding: bytes[last.range], as: UTF8.self)
    }

    private static let conditions: Set<String> = ["if", "while", "for", "with"]
    private static let beforeValues: Set<String> = [
        "await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "void",
        "yield",
    ]

    // MARK: Bytes

    private static func opening(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: ")"): UInt8(ascii: "(")
        case UInt8(ascii: "]"): UInt8(ascii: "[")
        default: UInt8(ascii: "{")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Includes the mark of private members, `#`.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), UInt8(ascii: "#"):
            true
        default: isDigit(byte)
        }
    }
}
