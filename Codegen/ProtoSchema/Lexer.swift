internal import HearthBase

/// Splits a `.proto` text into tokens and keeps its comments.
struct Lexer {
    private let bytes: [UInt8]
    private let file: String
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private(set) var diagnostics: [Diagnostic] = []

    init(file: String, text: String) {
        self.file = file
        self.bytes = Array(text.utf8)
        // Some editors put a byte order mark before UTF-8 text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            lineStart = 3
        }
    }

    mutating func tokens() -> [Token] {
        var result: [Token] = []
        while true {
            let comments = skipBlanks(after: result.isEmpty ? 0 : line)
            guard var token = next() else { continue }
            token.comments = comments
            result.append(token)
            if token.kind == .end { return result }
        }
    }

    private var location: SourceLocation { SourceLocation(file: file, line: line, column: index - lineStart + 1) }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        index + ahead < bytes.count ? bytes[index + ahead] : nil
    }

    private mutating func advance() {
        if peek() == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        index += 1
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: Blanks and comments

    private mutating func skipBlanks(after tokenLine: Int) -> [Comment] {
        var comments: [Comment] = []
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0x0B, 0x0C:
                advance()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                lineComment(after: tokenLine, into: &comments)
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                blockComment(after: tokenLine, into: &comments)
            default:
                return comments
            }
        }
        return comments
    }

    private mutating func lineComment(after tokenLine: Int, into comments: inout [Comment]) {
        let start = index + 2
        // No line ends here, so the place is counted by the index alone: most of a file is comments.
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        let content = Self.trimmed(text(start..<index))
        if let last = comments.last, last.lastLine == line - 1, !last.trails {
            comments[comments.count - 1].lines.append(content)
            comments[comments.count - 1].lastLine = line
        } else {
            comments.append(Comment(lines: [content], firstLine: line, lastLine: line, trails: line == tokenLine))
        }
    }

    private mutating func blockComment(after tokenLine: Int, into comments: inout [Comment]) {
        let start = index + 2
        let opening = location
        let firstLine = line
        advance()
        advance()
        while index < bytes.count, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { advance() }
        guard index < bytes.count else {
            diagnostics.append(Diagnostic(.error, opening, "comment is never closed", hint: "end it with */"))
            return
        }
        var lines = text(start..<index).split(separator: "\n", omittingEmptySubsequences: false).map { raw in
            var content = Substring(raw)
            content = content.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
            content = content.drop { $0 == "*" }
            return Self.trimmed(String(content))
        }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        advance()
        advance()
        comments.append(Comment(lines: lines, firstLine: firstLine, lastLine: line, trails: firstLine == tokenLine))
    }

    /// A comment's line without the blank after its mark and without trailing blanks; deeper indentation stays.
    private static func trimmed(_ line: String) -> String {
        var content = Substring(line)
        while let last = content.last, last == "/" && content.allSatisfy({ $0 == "/" }) || last.isWhitespace {
            content.removeLast()
        }
        if content.first == "/" { content.removeFirst() }
        if content.first == " " { content.removeFirst() }
        return String(content)
    }

    // MARK: Tokens

    /// The next token; nil if only invalid characters were read.
    private mutating func next() -> Token? {
        let start = location
        guard let byte = peek() else { return Token(kind: .end, location: start) }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
            let first = index
            while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
            return Token(kind: .identifier(text(first..<index)), location: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            return number(at: start)
        case UInt8(ascii: ".") where peek(1).map(Self.isDigit) == true:
            return number(at: start)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return string(quote: byte, at: start)
        default:
            advance()
            if byte > 0x7E || byte < 0x21 {
                while let byte = peek(), byte > 0x7E { advance() }
                diagnostics.append(
                    Diagnostic(.error, start, "this character is allowed only in strings"))
                return nil
            }
            return Token(kind: .symbol(byte), location: start)
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_")
            || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }

    private mutating func number(at start: SourceLocation) -> Token {
        let first = index
        let isHex = peek() == UInt8(ascii: "0") && peek(1).map { $0 | 0x20 } == UInt8(ascii: "x")
        while let byte = peek() {
            let sign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            let exponent =
                index > first && (bytes[index - 1] | 0x20) == UInt8(ascii: "e") && !isHex
            guard Self.isWord(byte) || byte == UInt8(ascii: ".") || sign && exponent else { break }
            advance()
        }
        let word = text(first..<index)
        let lower = word.lowercased()
        let value: UInt64?
        if lower.hasPrefix("0x") {
            value = UInt64(lower.dropFirst(2), radix: 16)
        } else if word.count > 1, word.allSatisfy(\.isNumber), word.first == "0" {
            value = UInt64(word, radix: 8)
        } else {
            value = UInt64(word)
        }
        if let value { return Token(kind: .integer(value), location: start) }
        if let value = Double(word), !lower.hasPrefix("0x") { return Token(kind: .float(value), location: start) }
        diagnostics.append(Diagnostic(.error, start, "'\(word)' is not a number"))
        return Token(kind: .integer(0), location: start)
    }

    private mutating func string(quote: UInt8, at start: SourceLocation) -> Token {
        advance()
        var content: [UInt8] = []
        while let byte = peek(), byte != quote, byte != UInt8(ascii: "\n") {
            advance()
            if byte == UInt8(ascii: "\\") { escape(into: &content) } else { content.append(byte) }
        }
        if peek() == quote {
            advance()
        } else {
            diagnostics.append(
                Diagnostic(.error, start, "string is never closed", hint: "end it on the line it starts on"))
        }
        return Token(kind: .string(content), location: start)
    }

    private mutating func escape(into content: inout [UInt8]) {
        guard let byte = peek() else { return }
        advance()
        switch byte {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "a"): content.append(0x07)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "v"): content.append(0x0B)
        case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "\""): content.append(byte)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            content.append(UInt8(truncatingIfNeeded: digits(radix: 16, atMost: 2, value: 0)))
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let scalar = codePoint(digits: byte == UInt8(ascii: "u") ? 4 : 8)
            content += Array(String(Character(scalar)).utf8)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            content.append(UInt8(truncatingIfNeeded: digits(radix: 8, atMost: 2, value: UInt32(byte - 48))))
        default:
            let mark = Character(UnicodeScalar(byte))
            let place = SourceLocation(file: file, line: line, column: index - lineStart - 1)
            diagnostics.append(
                Diagnostic(.error, place, "'\\\(mark)' is not an escape", hint: "a backslash itself is \\\\"))
        }
    }

    /// Two escapes of four digits may be the surrogates of one character.
    private mutating func codePoint(digits count: Int) -> UnicodeScalar {
        let start = location
        var value = digits(radix: 16, atMost: count, value: 0)
        if value >> 10 == 0xD800 >> 10, peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
            advance()
            advance()
            let low = digits(radix: 16, atMost: 4, value: 0)
            value = low >> 10 == 0xDC00 >> 10 ? 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF) : 0xD800
        }
        guard let scalar = UnicodeScalar(value) else {
            diagnostics.append(Diagnostic(.error, start, "this escape is not a Unicode character"))
            return "?"
        }
        return scalar
    }

    private mutating func digits(radix: UInt32, atMost count: Int, value: UInt32) -> UInt32 {
        var value = value
        for _ in 0..<count {
            guard let byte = peek(), let digit = Character(UnicodeScalar(byte)).hexDigitValue, digit < radix else {
                break
            }
            value = value * radix + UInt32(digit)
            advance()
        }
        return value
    }
}
