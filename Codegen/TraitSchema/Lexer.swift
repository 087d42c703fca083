internal import HearthBase

/// Splits a schema text into tokens. Invalid text is reported and skipped.
struct Lexer {
    private let file: String
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var column = 1
    private var startsLine = true
    private var documentation: String?
    private var tokens: [Token] = []
    private var diagnostics: [Diagnostic] = []

    /// All tokens, the last of them `end`, and the errors.
    static func tokens(of source: SourceText) -> (tokens: [Token], diagnostics: [Diagnostic]) {
        var lexer = Lexer(source)
        lexer.run()
        return (lexer.tokens, lexer.diagnostics)
    }

    private init(_ source: SourceText) {
        file = source.file
        bytes = source.bytes
        tokens.reserveCapacity(bytes.count / 5)
    }

    private var location: SourceLocation { SourceLocation(file: file, line: line, column: column) }

    private func byte(_ ahead: Int = 0) -> UInt8? {
        index + ahead < bytes.count ? bytes[index + ahead] : nil
    }

    private mutating func advance() {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
            startsLine = true
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }

    private mutating func run() {
        checkEncoding()
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        while let next = byte() {
            switch next {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                advance()
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                skipLineComment()
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
                readBlockComment()
            case UInt8(ascii: "\""):
                readString()
            case _ where Self.startsName(next):
                readName()
            case _ where Self.isDigit(next):
                readNumber()
            case _ where Self.marks.contains(next):
                let start = location
                advance()
                append(.mark(next), String(UnicodeScalar(next)), start)
            default:
                skipUnknown()
            }
        }
        append(.end, "", location)
    }

    private mutating func append(_ kind: Token.Kind, _ text: String, _ start: SourceLocation) {
        tokens.append(
            Token(
                kind: kind, text: text, location: start, end: location, documentation: documentation,
                startsLine: startsLine))
        documentation = nil
        startsLine = false
    }

    private mutating func report(_ location: SourceLocation, _ message: String, hint: String? = nil) {
        diagnostics.append(Diagnostic(.error, location, message, hint: hint))
    }

    private func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

    private mutating func checkEncoding() {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        report(location, "the file is not UTF-8 text", hint: "save it as UTF-8; unreadable bytes are skipped")
    }

    private mutating func skipLineComment() {
        documentation = nil
        while let next = byte(), next != UInt8(ascii: "\n") { advance() }
    }

    private mutating func readBlockComment() {
        let start = location
        let isDocumentation = byte(2) == UInt8(ascii: "*") && byte(3) != UInt8(ascii: "/")
        let contents = index + (isDocumentation ? 3 : 2)
        advance()
        advance()
        while byte() != nil, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { advance() }
        guard byte() != nil else {
            return report(start, "this comment is never closed", hint: "add '*/'")
        }
        documentation = isDocumentation ? Self.plainText(bytes[min(contents, index)..<index]) : nil
        advance()
        advance()
    }

    /// The text of a documentation comment, without leading stars and blank edges.
    private static func plainText(_ bytes: ArraySlice<UInt8>) -> String {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            var line = trimmed(line)
            while line.first == UInt8(ascii: "*") { line = trimmed(line.dropFirst()) }
            return String(decoding: line, as: UTF8.self)
        }
        let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
        let last = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
        return first <= last && first < lines.endIndex ? lines[first...last].joined(separator: "\n") : ""
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { isBlank($0) }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }

    private mutating func readString() {
        let start = location
        var value: [UInt8] = []
        advance()
        while let next = byte(), next != UInt8(ascii: "\""), next != UInt8(ascii: "\n") {
            advance()
            guard next == UInt8(ascii: "\\"), let escaped = byte(), escaped != UInt8(ascii: "\n") else {
                value.append(next)
                continue
            }
            advance()
            switch escaped {
            case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "r"): value.append(UInt8(ascii: "\r"))
            default: value.append(escaped)
            }
        }
        if byte() == UInt8(ascii: "\"") {
            advance()
        } else {
            report(start, "this string is not closed on its line", hint: "add '\"'")
        }
        append(.string, String(decoding: value, as: UTF8.self), start)
    }

    private mutating func readName() {
        let start = location
        let first = index
        while let next = byte(), Self.continuesName(next) { advance() }
        append(.name, text(from: first), start)
    }

    private mutating func readNumber() {
        let start = location
        let first = index
        while let next = byte(), Self.continuesName(next) { advance() }
        let text = text(from: first)
        let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHex ? text.dropFirst(2) : text[...]
        if let value = UInt64(digits, radix: isHex ? 16 : 10) {
            append(.number(value), text, start)
            return
        }
        let isTooLarge = !digits.isEmpty && digits.allSatisfy { isHex ? $0.isHexDigit : $0.isWholeNumber }
        report(
            start, "'\(text)' is not a number" + (isTooLarge ? " that this language supports" : ""),
            hint: isTooLarge ? "at most 64 bits" : "write it decimal, or in hex with 0x")
        append(.number(0), text, start)
    }

    private mutating func skipUnknown() {
        let start = location
        let first = index
        while let next = byte(), !Self.isBlank(next), !Self.continuesName(next), !Self.marks.contains(next),
            next != UInt8(ascii: "\""), index == first || next != UInt8(ascii: "/")
        {
            advance()
        }
        report(start, "'\(text(from: first))' has no meaning here", hint: "remove it")
    }

    private static let marks = Set("{}()[]<>;:,=+-!&|".utf8)

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func startsName(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    private static func continuesName(_ byte: UInt8) -> Bool { startsName(byte) || isDigit(byte) }
}
