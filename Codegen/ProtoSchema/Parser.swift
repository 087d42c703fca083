internal import HearthBase

/// Reads a proto3 file. Names of types stay as written; `DescriptorPool` resolves them.
struct Parser {
    static let deepestNesting = 32

    private let tokens: [Token]
    private var index = 0
    var diagnostics: [Diagnostic]
    var file: ProtoFile

    init(path: String, text: String) {
        var lexer = Lexer(file: path, text: text)
        tokens = lexer.tokens()
        diagnostics = lexer.diagnostics
        file = ProtoFile(path: path)
    }

    // MARK: Tokens

    var token: Token {
        index < tokens.count
            ? tokens[index] : Token(kind: .end, location: SourceLocation(file: file.path, line: 1, column: 1))
    }

    var atEnd: Bool { token.kind == .end }

    mutating func advance() { if index < tokens.count { index += 1 } }

    func at(_ symbol: Character) -> Bool {
        guard case .symbol(let byte) = token.kind else { return false }
        return byte == symbol.asciiValue
    }

    func at(word: String) -> Bool { token.kind == .identifier(word) }

    /// Whether the name of a type follows this token, so that it is a keyword and not the type's name itself.
    func isFollowedByTypeName() -> Bool {
        guard index + 1 < tokens.count else { return false }
        let next = tokens[index + 1]
        if case .identifier = next.kind { return true }
        // `stream .pkg.Type`, not the type `stream.Type`.
        guard next.kind == .symbol(UInt8(ascii: ".")), next.location.line == token.location.line,
            case .identifier(let word) = token.kind
        else { return false }
        return next.location.column > token.location.column + word.utf8.count
    }

    func isFollowedBy(_ symbol: Character) -> Bool {
        guard index + 1 < tokens.count, case .symbol(let byte) = tokens[index + 1].kind else { return false }
        return byte == symbol.asciiValue
    }

    mutating func take(_ symbol: Character) -> Bool {
        guard at(symbol) else { return false }
        advance()
        return true
    }

    mutating func take(word: String) -> Bool {
        guard at(word: word) else { return false }
        advance()
        return true
    }

    // MARK: Errors

    mutating func report(_ message: String, at location: SourceLocation? = nil, hint: String? = nil) {
        diagnostics.append(Diagnostic(.error, location ?? token.location, message, hint: hint))
    }

    func unexpected(_ wanted: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(.error, token.location, "expected \(wanted), found \(token.spelling)", hint: hint)
    }

    /// Continues after the statement that failed.
    mutating func recover() {
        var depth = 0
        while !atEnd {
            if at("{") { depth += 1 }
            if at("}") {
                if depth == 0 { return }
                depth -= 1
                if depth == 0 {
                    advance()
                    return
                }
            }
            if at(";"), depth == 0 {
                advance()
                return
            }
            advance()
        }
    }

    // MARK: Small parts

    mutating func expect(_ symbol: Character, hint: String? = nil) throws(Diagnostic) {
        guard take(symbol) else { throw unexpected("'\(symbol)'", hint: hint) }
    }

    mutating func identifier(_ what: String) throws(Diagnostic) -> String {
        guard case .identifier(let name) = token.kind else { throw unexpected(what) }
        advance()
        return name
    }

    /// `a.b.C` or `.a.b.C`.
    mutating func dottedName(_ what: String) throws(Diagnostic) -> String {
        var name = take(".") ? "." : ""
        name += try identifier(what)
        while take(".") { name += "." + (try identifier("a name after '.'")) }
        return name
    }

    mutating func string(_ what: String) throws(Diagnostic) -> String {
        guard case .string(var content) = token.kind else { throw unexpected(what) }
        let location = token.location
        advance()
        while case .string(let more) = token.kind {
            content += more
            advance()
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw Diagnostic(.error, location, "\(what) is not UTF-8")
        }
        return text
    }

    mutating func integer(_ what: String) throws(Diagnostic) -> Int64 {
        let location = token.location
        let negative = take("-")
        guard case .integer(let magnitude) = token.kind else { throw unexpected(what) }
        advance()
        guard let value = Int64(exactly: magnitude) else {
            throw Diagnostic(.error, location, "\(magnitude) is too large for \(what)")
        }
        return negative ? -value : value
    }

    // MARK: Comments

    /// The comment directly above this token.
    func commentAbove() -> [String] {
        guard let last = token.comments.last, !last.trails || index == 0, last.lastLine + 1 >= token.location.line
        else {
            return []
        }
        return last.lines
    }

    /// The comment at the end of the last line of the statement that just ended.
    func commentBehind() -> [String] {
        guard let first = token.comments.first, first.trails else { return [] }
        return first.lines
    }

    func comment(above: [String]) -> [String] {
        let behind = commentBehind()
        if above.isEmpty || behind.isEmpty { return above + behind }
        return above + [""] + behind
    }
}
