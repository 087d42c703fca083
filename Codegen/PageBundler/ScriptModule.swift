/// A module of a page, with its imports and exports.
///
/// The modules of a page use a subset of the language for these: `import "./path.js"`, `import("./path.js")`,
/// `import.meta.url`, `import { a, b as c } from "./path.js"`, and `export` before a `const` of one name, a function or
/// a class. So exports never change, and keep their names.
struct ScriptModule {
    struct Import {
        let path: String
        let line: Int
        /// The exported name, and the local one.
        let names: [(name: String, alias: String)]
    }

    /// A token, or its replacement.
    enum Part {
        case text(Range<Int>)
        /// A string, without its quotes.
        case string(String, Range<Int>)
        /// A name, with the index of its token. A shorthand is also the name of a member.
        case name(String, isShorthand: Bool, token: Int)
        /// The name of a private member, with its mark.
        case secret(String)
        /// A shorter form of a word, such as `!0` for `true`.
        case short(String)
        /// A `const` or `let` that ends at the next semicolon of its depth, and that semicolon.
        case declare(String)
        case declared(String)
        /// `import("./path.js")`, with the file's path relative to the folder.
        case fetch(String, line: Int)
        /// `import.meta.url`
        case address(line: Int)
        /// `export`
        case export
    }

    let path: String
    let bytes: [UInt8]
    private(set) var imports: [Import] = []
    private(set) var exports: [String] = []
    /// The rest of the module, with the gap before each part.
    private(set) var parts: [(gap: ScriptToken.Gap, part: Part)] = []

    /// The declared names.
    let declared: ScriptDeclarations

    private let script: ScriptText
    private let roles: ScriptRoles
    private var position = 0
    /// Semicolons that end declarations, with their keywords.
    private var ends: [Int: String] = [:]
    private var tokens: [ScriptToken] { script.tokens }

    /// The strings, without their quotes.
    var strings: [String] {
        parts.compactMap { if case .string(let text, _) = $0.part { text } else { nil } }
    }

    /// The beginnings of strings that are assembled at run time: the text of a template before its first value, and
    /// string literals that end with a dot.
    var startsOfStrings: [String] {
        let starts = tokens.indices.filter { tokens[$0].kind == .template && script.begins($0, with: "`") }
            .filter { script.ends($0, with: "{") }
            .map { String(decoding: bytes[tokens[$0].range].dropFirst().dropLast(2), as: UTF8.self) }
        return starts.filter { !$0.isEmpty } + strings.filter { $0.hasSuffix(".") && $0.count > 1 }
    }

    /// The dynamic imports.
    var fetched: [String] {
        parts.compactMap { if case .fetch(let path, _) = $0.part { path } else { nil } }
    }

    init(path: String, bytes: [UInt8]) throws(ScriptError) {
        self.path = path
        self.bytes = bytes
        script = try ScriptText(path: path, bytes: bytes)
        roles = try ScriptRoles(script)
        declared = try ScriptDeclarations(script, roles)
        while let token = peek() { try next(token) }
    }

    private mutating func next(_ token: ScriptToken) throws(ScriptError) {
        guard token.kind == .word, !script.isMember(position) else { return keep(token) }
        switch text(token) {
        case "import" where isMark(1, "(") || isMark(1, "."): try expression(token)
        case "import" where token.depth == 0: try statement(token)
        case "export" where token.depth == 0: try export(token)
        case "await" where token.curlyDepth == 0:
            throw error(token, "top-level await is not supported in joined modules")
        case let name where name.hasPrefix("$") && name.dropFirst().first?.isNumber == true:
            throw error(token, "names such as \(name) are reserved for joined modules")
        default: keep(token)
        }
    }

    private mutating func keep(_ token: ScriptToken) {
        if isNeedless {
            position += 1
            return
        }
        let name = text(token)
        switch roles.roles[position] {
        case .reference: parts.append((token.gap, .name(name, isShorthand: false, token: position)))
        case .shorthand: parts.append((token.gap, .name(name, isShorthand: true, token: position)))
        case .member where name.hasPrefix("#"): parts.append((token.gap, .secret(name)))
        case .other where token.kind == .number: parts.append((token.gap, .short(name.filter { $0 != "_" })))
        case .other where token.kind == .string:
            parts.append((token.gap, .string(String(name.dropFirst().dropLast()), token.range)))
        case .other where token.kind == .word: keepWord(token, name)
        case .other, .member:
            parts.append((token.gap, ends[position].map { .declared($0) } ?? .text(token.range)))
        }
        position += 1
    }

    /// A keyword. Its replacement begins with another byte, so it may need space where the keyword did not.
    private mutating func keepWord(_ token: ScriptToken, _ name: String) {
        switch name {
        case "const", "let":
            if let end = endOfDeclaration {
                ends[end] = name
                return parts.append((token.gap, .declare(name)))
            }
        case "false" where isOperand: return parts.append((max(token.gap, .space), .short("!1")))
        case "true" where isOperand: return parts.append((max(token.gap, .space), .short("!0")))
        case "undefined" where isOperand: return parts.append((max(token.gap, .space), .short("void 0")))
        default: break
        }
        parts.append((token.gap, .text(token.range)))
    }

    /// Whether no operator of higher precedence applies to the value here.
    private var isOperand: Bool {
        !script.isMark(position + 1, in: ".([*") && !script.isOptionalChain(position + 1) && peek(1)?.kind != .template
    }

    /// The semicolon that ends the declaration here; nil if a line end may end it, and in a loop's parentheses.
    private var endOfDeclaration: Int? {
        let depth = tokens[position].depth
        guard script.mark(position - 1) != "(" else { return nil }
        var index = position + 1
        while index < tokens.count, tokens[index].depth >= depth {
            if tokens[index].depth == depth {
                if script.mark(index) == ";" { return index }
                let (last, next) = (
                    bytes[tokens[index - 1].range.upperBound - 1], bytes[tokens[index].range.lowerBound]
                )
                if tokens[index].gap == .line, ScriptSpace.needsLine(last, next) { return nil }
            }
            index += 1
        }
        return nil
    }

    /// Whether this is a comma or semicolon directly before a closing bracket, which makes it redundant. Array holes
    /// and empty statements are kept.
    private var isNeedless: Bool {
        switch script.mark(position) {
        case ",": script.isMark(position + 1, in: ")]}") && !script.isMark(position - 1, in: "[,")
        case ";":
            script.mark(position + 1) == "}" && !roles.isAfterCondition(position) && script.mark(position - 1) != ":"
                && !(script.isWord(position - 1) && ["do", "else"].contains(script.text(position - 1)))
        default: false
        }
    }

    // MARK: Statements

    private mutating func statement(_ start: ScriptToken) throws(ScriptError) {
        let shape = "imports are written: import { name } from \"./path.js\";"
        var names: [(String, String)] = []
        position += 1
        if isMark(0, "{") {
            position += 1
            while !isMark(0, "}") {
                let name = try word(shape)
                var alias = name
                if peek().map(text) == "as" {
                    position += 1
                    alias = try word(shape)
                }
                if ScriptWords.contextual.contains(alias) {
                    throw error(start, "no top-level name may be \(alias)")
                }
                names.append((name, alias))
                guard isMark(0, ",") else { break }
                position += 1
            }
            guard isMark(0, "}") else { throw error(start, shape) }
            position += 1
            guard try word(shape) == "from" else { throw error(start, shape) }
        }
        guard let place = peek(), place.kind == .string else { throw error(start, shape) }
        imports.append(Import(path: try resolved(place), line: start.line, names: names))
        position += 1
        if isMark(0, ";") {
            position += 1
        } else if let next = peek(), next.gap != .line {
            throw error(start, shape)
        }
    }

    private mutating func export(_ start: ScriptToken) throws(ScriptError) {
        position += 1
        let shape = "exports are a const of one name, a function or a class, declared where it is exported"
        guard let kind = peek(), kind.kind == .word else { throw error(start, shape) }
        var ahead = 1
        switch text(kind) {
        case "const": try checkConstant(start, shape)
        case "class": break
        case "function": ahead = isMark(1, "*") ? 2 : 1
        case "async": ahead = isMark(2, "*") ? 3 : 2
        default: throw error(start, shape)
        }
        guard let name = peek(ahead), name.kind == .word else { throw error(start, shape) }
        exports.append(text(name))
        parts.append((start.gap, .export))
        keep(kind)
    }

    /// Refuses a second constant, which would be exported as well.
    private func checkConstant(_ start: ScriptToken, _ shape: String) throws(ScriptError) {
        guard isMark(2, "=") else { throw error(start, shape) }
        var ahead = 3
        while let token = peek(ahead), token.depth > start.depth || !isMark(ahead, ";") {
            if token.depth == start.depth, isMark(ahead, ",") { throw error(start, shape) }
            ahead += 1
        }
        guard peek(ahead) != nil else { throw error(start, "a const that is exported ends with a semicolon") }
    }

    // MARK: Expressions

    private mutating func expression(_ start: ScriptToken) throws(ScriptError) {
        if isMark(1, ".") {
            guard peek(2).map(text) == "meta", isMark(3, "."), peek(4).map(text) == "url" else {
                throw error(start, "the only supported property of import.meta is import.meta.url")
            }
            parts.append((start.gap, .address(line: start.line)))
            position += 5
        } else {
            guard let place = peek(2), place.kind == .string, isMark(3, ")") else {
                throw error(start, "a dynamic import must be written: import(\"./path.js\")")
            }
            parts.append((start.gap, .fetch(try resolved(place), line: start.line)))
            position += 4
        }
    }

    // MARK: Tokens

    private func peek(_ ahead: Int = 0) -> ScriptToken? {
        position + ahead < tokens.count ? tokens[position + ahead] : nil
    }

    private func text(_ token: ScriptToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    private func isMark(_ ahead: Int, _ mark: Unicode.Scalar) -> Bool { script.mark(position + ahead) == mark }

    private mutating func word(_ shape: String) throws(ScriptError) -> String {
        guard let token = peek(), token.kind == .word else {
            throw ScriptError(path: path, line: tokens[position - 1].line, what: shape)
        }
        position += 1
        return text(token)
    }

    private func error(_ token: ScriptToken, _ what: String) -> ScriptError {
        ScriptError(path: path, line: token.line, what: what)
    }

    /// The path relative to the folder that a string refers to.
    private func resolved(_ place: ScriptToken) throws(ScriptError) -> String {
        let text = String(decoding: bytes[place.range].dropFirst().dropLast(), as: UTF8.self)
        guard text.hasPrefix("./") || text.hasPrefix("../"),
            let resolved = ScriptPath.resolve(text, from: path)
        else { throw error(place, "a module is named by its path from here, such as \"./path.js\"") }
        return resolved
    }
}
