public import HearthBase

/// Parses a schema file: Matter's interface language with Hearth's additions.
///
/// It never stops at an error: invalid text is reported and left out, and parsing continues after it.
public struct SchemaParser {
    /// The syntax tree without invalid parts, and all errors in the order of the text.
    public static func parse(_ source: SourceText) -> (file: FileSyntax, diagnostics: [Diagnostic]) {
        let (tokens, lexical) = Lexer.tokens(of: source)
        var parser = SchemaParser(tokens: tokens, diagnostics: lexical)
        let items = parser.fileItems()
        if items.isEmpty, parser.diagnostics.containsError, let mistake = noSchema(source, tokens) {
            return (FileSyntax(file: source.file, items: []), [mistake])
        }
        let found = parser.diagnostics.ordered { [$0.location.line, $0.location.column] }
        return (FileSyntax(file: source.file, items: items), found)
    }

    /// Thrown when an item can't be parsed further; the error has been reported by then.
    struct Abandoned: Error {}

    private let tokens: [Token]
    private var index = 0
    private(set) var diagnostics: [Diagnostic]

    private init(tokens: [Token], diagnostics: [Diagnostic]) {
        self.tokens = tokens
        self.diagnostics = diagnostics
    }

    // MARK: Looking

    /// The token ahead; after the end, the end token.
    func peek(_ ahead: Int = 0) -> Token {
        tokens[min(index + ahead, tokens.count - 1)]
    }

    var isAtEnd: Bool { peek().kind == .end }
    /// Grows with every token; loops check it to make progress.
    var position: Int { index }

    func at(_ mark: Unicode.Scalar) -> Bool { peek().isMark(mark) }

    /// Whether the token ahead is this keyword, in any letter case.
    func at(word: String, ahead: Int = 0) -> Bool {
        let token = peek(ahead)
        return token.isName && token.text.lowercased() == word
    }

    // MARK: Taking

    @discardableResult
    mutating func next() -> Token {
        let token = peek()
        if token.kind != .end { index += 1 }
        return token
    }

    @discardableResult
    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard at(mark) else { return false }
        next()
        return true
    }

    @discardableResult
    mutating func take(word: String) -> Bool {
        guard at(word: word) else { return false }
        next()
        return true
    }

    /// Takes a keyword that the language has in lower case only.
    @discardableResult
    mutating func take(lowerCaseWord word: String) -> Bool {
        guard at(word: word) else { return false }
        let token = next()
        if token.text != word {
            report(token.location, "'\(token.text)' must be in lower case", hint: "write '\(word)'")
        }
        return true
    }

    mutating func expect(_ mark: Unicode.Scalar, _ place: String) throws(Abandoned) {
        guard !take(mark) else { return }
        throw fail(peek(), "expected '\(mark)' \(place), found \(peek().spelling)")
    }

    /// Takes the `;` after an item. If it is missing at the end of a line, parsing continues as if it were there.
    mutating func expectSemicolon(_ place: String) throws(Abandoned) {
        guard !take(";") else { return }
        let missing = peek().startsLine || at("}") || isAtEnd
        report(
            missing ? tokens[max(index - 1, 0)].end : peek().location,
            missing ? "expected ';' \(place)" : "expected ';' \(place), found \(peek().spelling)")
        if !missing { throw Abandoned() }
    }

    mutating func expectName(_ meaning: String) throws(Abandoned) -> IdentifierSyntax {
        guard peek().isName else { throw fail(peek(), "expected \(meaning), found \(peek().spelling)") }
        let token = next()
        return IdentifierSyntax(token.text, token.location)
    }

    mutating func expectNumber(_ meaning: String) throws(Abandoned) -> NumberSyntax {
        guard case .number(let value) = peek().kind else {
            let isNegative = at("-")
            throw fail(
                peek(), "expected \(meaning), found \(peek().spelling)",
                hint: isNegative ? "it cannot be negative" : nil)
        }
        return NumberSyntax(value, next().location)
    }

    mutating func expect(word: String, _ place: String) throws(Abandoned) {
        guard !take(word: word) else { return }
        throw failWord(peek(), "expected '\(word)' \(place)", [word])
    }

    mutating func expect(lowerCaseWord word: String, _ place: String) throws(Abandoned) {
        guard !take(lowerCaseWord: word) else { return }
        throw failWord(peek(), "expected '\(word)' \(place)", [word])
    }

    // MARK: Reporting

    mutating func report(_ location: SourceLocation, _ message: String, hint: String? = nil) {
        diagnostics.append(Diagnostic(.error, location, message, hint: hint))
    }

    mutating func fail(_ token: Token, _ message: String, hint: String? = nil) -> Abandoned {
        report(token.location, message, hint: hint)
        return Abandoned()
    }

    /// Reports a wrong keyword and suggests the nearest one, unless the word is itself a keyword in the wrong place.
    mutating func failWord(_ token: Token, _ message: String, _ candidates: [String]) -> Abandoned {
        let word = token.text.lowercased()
        let hint = token.isName ? Suggestion.hint(for: word, among: candidates) : nil
        return fail(token, "\(message), found \(token.spelling)", hint: hint)
    }

    // MARK: Recovering

    /// Parses items up to the closing brace of a block; invalid ones are skipped.
    ///
    /// - Parameter item: parses one item.
    mutating func block(
        _ owner: String, item: (inout SchemaParser) throws(Abandoned) -> Void
    ) throws(Abandoned) {
        let opening = peek()
        try expect("{", "to open \(owner)")
        while !at("}") {
            guard !isAtEnd, !startsFileItem else {
                report(
                    peek().location, "\(owner) is not closed",
                    hint: "add '}' for the '{' in line \(opening.location.line)")
                return
            }
            let before = position
            do {
                try item(&self)
            } catch {
                skipItem(from: before)
            }
            if position == before { next() }
        }
        next()
    }

    /// Whether a top-level item begins here, inside of a block; then a brace is missing.
    private var startsFileItem: Bool {
        guard peek().startsLine, peek().location.column == 1, peek().isName else { return false }
        let opens = peek(1).isName && (peek(2).isMark("=") || peek(2).isMark(":") || peek(2).isMark("{"))
        return switch peek().text.lowercased() {
        case "cluster": opens && peek(2).isMark("=")
        case "endpoint": !peek(1).isName
        case "refine": at(word: "cluster", ahead: 1)
        case "device": at(word: "type", ahead: 1) && peek(3).isMark("=")
        case "vendor": opens && peek(2).isMark("=")
        default: false
        }
    }

    /// Skips an invalid item: to its `;`, past its block, or to the beginning of the next item.
    mutating func skipItem(from start: Int) {
        var depth = 0
        for read in tokens[start..<index] {
            if read.isMark("{") { depth += 1 }
            if read.isMark("}") { depth -= 1 }
        }
        depth = max(depth, 0)
        while !isAtEnd {
            if startsFileItem { return }
            if at("{") {
                depth += 1
            } else if at("}") {
                guard depth > 0 else { return }
                depth -= 1
                if depth == 0 {
                    next()
                    return
                }
            } else if at(";"), depth == 0 {
                next()
                return
            } else if depth == 0, index > start, peek().startsLine, Self.itemWords.contains(peek().text.lowercased()) {
                return
            }
            next()
        }
    }

    /// Skips to the next item that is allowed only at the top of a file.
    mutating func skipToFileItem() {
        repeat { next() } while !isAtEnd && !startsFileItem
    }

    /// Words with which an item can begin. At the start of a line they end the skipping of an invalid item.
    private static let itemWords: Set<String> = [
        "enum", "bitmap", "struct", "shared", "fabric_scoped", "request", "response", "readonly", "writeonly",
        "nosubscribe", "timedwrite", "attribute", "fabric", "timed", "command", "fabric_sensitive", "critical",
        "info", "debug", "cluster", "endpoint", "server", "client", "device", "refine", "vendor", "binding",
        "emits", "ram", "persist", "callback", "handle", "require", "revision", "provisional", "internal",
        "deprecated", "stable", "optional",
    ]
}
