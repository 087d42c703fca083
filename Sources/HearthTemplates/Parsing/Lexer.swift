/// Cuts a template into tokens by the rules of Jinja's lexer with its default delimiters and without `trim_blocks` and
/// `lstrip_blocks`, as Home Assistant has them.
struct Lexer {
    let text: [Unicode.Scalar]
    /// The offset of the next scalar.
    var position = 0
    private var tokens: [PlacedToken] = []

    static func tokens(of text: String) throws(TemplateError) -> [PlacedToken] {
        var lexer = Lexer(text)
        while lexer.position < lexer.text.count { try lexer.outside() }
        lexer.append(.end, lexer.position)
        return lexer.tokens
    }

    private init(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
            scalars.append(scalar)
        }
        for index in scalars.indices where scalars[index] == "\r" { scalars[index] = "\n" }
        // Jinja drops one line break at the end.
        if scalars.last == "\n" { scalars.removeLast() }
        self.text = scalars
    }

    /// The next scalar, or one behind it; nil at the end.
    func scalar(_ offset: Int = 0) -> Unicode.Scalar? {
        position + offset < text.count ? text[position + offset] : nil
    }

    private func isAt(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        scalar() == first && scalar(1) == second
    }

    private mutating func append(_ token: Token, _ position: Int) {
        tokens.append(PlacedToken(token: token, position: position))
    }

    private mutating func skipSpace() {
        while let next = scalar(), next.isPythonSpace { position += 1 }
    }

    /// Reads text up to a delimiter, and what the delimiter begins.
    private mutating func outside() throws(TemplateError) {
        let start = position
        while let next = scalar() {
            if next == "{", let kind = scalar(1), kind == "{" || kind == "%" || kind == "#" { break }
            position += 1
        }
        var data = text[start..<position]
        let opening = position
        let kind = scalar(1)
        position = min(position + 2, text.count)
        // A minus removes white space before; a plus keeps it, which is the default.
        if opening < text.count, let sign = scalar(), sign == "-" || sign == "+" {
            position += 1
            if sign == "-" { while let last = data.last, last.isPythonSpace { data.removeLast() } }
        }
        if !data.isEmpty { append(.data(String(data)), start) }
        guard opening < text.count else { return }
        switch kind {
        case "#": try comment(opening)
        case "%":
            append(.blockBegin, opening)
            try inside(opening, isBlock: true)
        default:
            append(.outputBegin, opening)
            try inside(opening, isBlock: false)
        }
    }

    private mutating func comment(_ opening: Int) throws(TemplateError) {
        while position < text.count, !isAt("#", "}") { position += 1 }
        guard position < text.count else { throw TemplateError(.syntax, "the comment has no end '#}'", opening) }
        let isTrimmed = position > 0 && text[position - 1] == "-"
        position += 2
        if isTrimmed { skipSpace() }
    }

    /// Reads tokens up to the closing delimiter.
    private mutating func inside(_ opening: Int, isBlock: Bool) throws(TemplateError) {
        let close: Unicode.Scalar = isBlock ? "%" : "}"
        var open: [(symbol: Unicode.Scalar, closing: Unicode.Scalar)] = []
        while let next = scalar() {
            let start = position
            if open.isEmpty {
                let isSigned = next == "-" || (next == "+" && isBlock)
                if isSigned ? scalar(1) == close && scalar(2) == "}" : isAt(close, "}") {
                    position += isSigned ? 3 : 2
                    append(isBlock ? .blockEnd : .outputEnd, start)
                    if next == "-" { skipSpace() }
                    return
                }
            }
            if next.isPythonSpace {
                position += 1
            } else if ("0"..."9").contains(next) {
                append(try number(), start)
            } else if next == "_" || next.properties.isXIDStart {
                append(.name(name()), start)
            } else if next == "'" || next == "\"" {
                append(.string(try string(next)), start)
            } else {
                let symbol = try symbol()
                switch next {
                case "(": open.append(("(", ")"))
                case "[": open.append(("[", "]"))
                case "{": open.append(("{", "}"))
                case ")", "]", "}":
                    guard let last = open.popLast(), last.closing == next else {
                        throw TemplateError(.syntax, "'\(next)' closes no bracket", start)
                    }
                default: break
                }
                append(.symbol(symbol), start)
            }
        }
        throw TemplateError(.syntax, "'\(isBlock ? "{%" : "{{")' has no end '\(close)}'", opening)
    }

    private mutating func name() -> String {
        let start = position
        while let next = scalar(), next.properties.isXIDContinue { position += 1 }
        return String(text[start..<position])
    }

    private static let doubles: Set<String> = ["//", "**", "==", "!=", ">=", "<="]
    private static let singles = Set("+-/*%~[](){}<>=.:|,;".unicodeScalars)

    private mutating func symbol() throws(TemplateError) -> String {
        guard let next = scalar() else { throw TemplateError(.syntax, "an operator is missing", position) }
        let single = String(Character(next))
        if let second = scalar(1), Self.doubles.contains(single + String(Character(second))) {
            position += 2
            return single + String(Character(second))
        }
        guard Self.singles.contains(next) else {
            throw TemplateError(.syntax, "an unexpected character", position)
        }
        position += 1
        return single
    }
}
