/// Reads tokens as statements and expressions, by the rules of Jinja's parser.
struct Parser {
    private let tokens: [PlacedToken]
    private var index = 0
    private var depth = 0

    init(_ tokens: [PlacedToken]) { self.tokens = tokens }

    // MARK: Tokens

    var token: Token { index < tokens.count ? tokens[index].token : .end }

    var following: Token { index + 1 < tokens.count ? tokens[index + 1].token : .end }

    var position: Int { index < tokens.count ? tokens[index].position : tokens.last?.position ?? 0 }

    mutating func advance() { index += 1 }

    func error(_ code: TemplateError.Code, _ message: String) -> TemplateError {
        TemplateError(code, message, position)
    }

    func isAt(_ symbol: String) -> Bool { token == .symbol(symbol) }

    func isAt(word: String) -> Bool { token == .name(word) }

    mutating func skip(_ symbol: String) -> Bool {
        guard isAt(symbol) else { return false }
        advance()
        return true
    }

    mutating func skip(word: String) -> Bool {
        guard isAt(word: word) else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: String) throws(TemplateError) {
        guard skip(symbol) else { throw error(.syntax, "expected '\(symbol)' before \(token.words)") }
    }

    mutating func expect(_ wanted: Token) throws(TemplateError) {
        guard token == wanted else { throw error(.syntax, "expected \(wanted.words) before \(token.words)") }
        advance()
    }

    mutating func name() throws(TemplateError) -> String {
        guard case .name(let name) = token else { throw error(.syntax, "expected a name before \(token.words)") }
        advance()
        return name
    }

    /// Runs a rule one level deeper.
    mutating func nested<Result>(
        _ rule: (inout Parser) throws(TemplateError) -> Result
    ) throws(TemplateError) -> Result {
        guard depth < TemplateLimits.depth else {
            throw error(.budget, "the template is nested deeper than \(TemplateLimits.depth) levels")
        }
        depth += 1
        defer { depth -= 1 }
        return try rule(&self)
    }

    // MARK: Statements

    mutating func template() throws(TemplateError) -> [Statement] {
        let statements = try self.statements(until: [])
        guard token == .end else { throw error(.syntax, "\(token.words) ends no statement") }
        return statements
    }

    /// Reads statements up to a block whose word is in the list; its `{%` is then read and the word is next.
    private mutating func statements(until words: [String]) throws(TemplateError) -> [Statement] {
        var statements: [Statement] = []
        while true {
            switch token {
            case .data(let text):
                advance()
                statements.append(.text(text))
            case .outputBegin:
                advance()
                let node = try tuple(isConditional: true)
                try expect(.outputEnd)
                statements.append(.output(node))
            case .blockBegin:
                advance()
                if case .name(let word) = token, words.contains(word) { return statements }
                statements.append(try nested { (parser) throws(TemplateError) in try parser.statement() })
                try expect(.blockEnd)
            default:
                guard words.isEmpty else {
                    throw error(.syntax, "a statement has no '\(words.last ?? "")'")
                }
                return statements
            }
        }
    }

    private mutating func statement() throws(TemplateError) -> Statement {
        let start = position
        let word = try name()
        switch word {
        case "if": return try branches()
        case "set": return try assignment()
        case "for": return try loop()
        case "elif", "else", "endif", "endfor", "endset", "endmacro", "endraw":
            throw TemplateError(.syntax, "'\(word)' ends no statement", start)
        default:
            throw TemplateError(.notSupported, "the statement '\(word)' is not supported", start)
        }
    }

    private mutating func branches() throws(TemplateError) -> Statement {
        var branches: [(condition: Node, body: [Statement])] = []
        while true {
            let condition = try tuple(isConditional: false)
            try expect(.blockEnd)
            branches.append((condition, try statements(until: ["elif", "else", "endif"])))
            switch try name() {
            case "elif": continue
            case "else":
                try expect(.blockEnd)
                let otherwise = try statements(until: ["endif"])
                advance()
                return .branches(branches, otherwise: otherwise)
            default: return .branches(branches, otherwise: [])
            }
        }
    }

    private mutating func assignment() throws(TemplateError) -> Statement {
        let names = try targets()
        if isAt(".") { throw error(.notSupported, "a namespace in 'set' is not supported") }
        guard skip("=") else { throw error(.notSupported, "a 'set' block is not supported; write 'set NAME = VALUE'") }
        return .set(names, try tuple(isConditional: true))
    }

    private mutating func loop() throws(TemplateError) -> Statement {
        let names = try targets()
        guard skip(word: "in") else { throw error(.syntax, "expected 'in' before \(token.words)") }
        let items = try tuple(isConditional: false)
        let condition = skip(word: "if") ? try expression() : nil
        if isAt(word: "recursive") { throw error(.notSupported, "a recursive loop is not supported") }
        try expect(.blockEnd)
        let body = try statements(until: ["else", "endfor"])
        var otherwise: [Statement] = []
        if try name() == "else" {
            try expect(.blockEnd)
            otherwise = try statements(until: ["endfor"])
            advance()
        }
        return .loop(Loop(names: names, items: items, condition: condition, body: body, otherwise: otherwise))
    }

    /// The names that a value is assigned to: one, or several for the items of a tuple.
    private mutating func targets() throws(TemplateError) -> [String] {
        let isEnclosed = skip("(")
        var names: [String] = []
        repeat {
            if Self.constants[try peekedName()] != nil || token == .name("loop") {
                throw error(.syntax, "\(token.words) takes no value")
            }
            names.append(try name())
        } while skip(",")
        if isEnclosed { try expect(")") }
        return names
    }

    private func peekedName() throws(TemplateError) -> String {
        guard case .name(let name) = token else { throw error(.syntax, "expected a name before \(token.words)") }
        return name
    }

    static let constants: [String: TemplateValue] = [
        "true": .bool(true), "True": .bool(true), "false": .bool(false), "False": .bool(false), "none": .none,
        "None": .none,
    ]
}
