/// The roles of a script's words: names of declarations, or names of members, which are kept.
///
/// This needs no more grammar than the kind of each brace: a block, an object or a class body.
struct ScriptRoles {
    enum Role {
        /// Not a word, or a keyword.
        case other
        /// The name of a member: after a dot, or before a colon or parenthesis in an object or a class.
        case member
        /// A reference to a declaration.
        case reference
        /// Both, as in `{ name }`.
        case shorthand
    }

    /// The role of each token.
    private(set) var roles: [Role] = []
    /// The matching bracket of each bracket, by token.
    private(set) var matches: [Int: Int] = [:]
    /// The opening bracket of the innermost pair around each token; -1 at the top level.
    private(set) var enclosing: [Int] = []
    /// The braces that begin class bodies.
    private var classBodies: Set<Int> = []

    private enum Kind { case block, object, classBody, other }

    private struct Level {
        let kind: Kind
        let start: Int
        /// Whether the next word is the name of a member.
        var isAtName: Bool
        /// Question marks whose colon is still to come.
        var questions = 0
        /// Whether the last colon belonged to a question mark.
        var isChoice = false
        /// Whether a class body is still to come.
        var isBeforeClass = false
    }

    private let script: ScriptText
    private var levels: [Level] = [Level(kind: .block, start: -1, isAtName: false)]

    init(_ script: ScriptText) throws(ScriptError) {
        self.script = script
        for index in script.tokens.indices {
            roles.append(.other)
            enclosing.append(level.start)
            switch script.tokens[index].kind {
            case .word: roles[index] = try word(index)
            case .mark: try mark(index)
            case .template: template(index)
            case .number, .string, .regularExpression: pass()
            }
        }
    }

    private var level: Level {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// The next word is not the name of a member.
    private mutating func pass() { level.isAtName = false }

    /// Whether a token follows the condition of an `if` or a loop.
    func isAfterCondition(_ index: Int) -> Bool {
        guard script.mark(index - 1) == ")", let start = matches[index - 1], script.isWord(start - 1),
            roles[start - 1] == .other || script.text(start - 1) == "await"
        else { return false }
        return ["await", "for", "if", "switch", "while", "with"].contains(script.text(start - 1))
    }

    /// Whether a token after parentheses is the brace of a function body.
    func isBodyOfFunction(_ index: Int) -> Bool {
        script.mark(index) == "{" && !classBodies.contains(index) && !isAfterCondition(index)
    }

    // MARK: Words

    private mutating func word(_ index: Int) throws(ScriptError) -> Role {
        let name = script.text(index)
        if name.hasPrefix("#") || script.isMember(index) {
            pass()
            return .member
        }
        if level.isAtName {
            let isName = script.isMark(index + 1, in: level.kind == .object ? ":(,}=" : "(=;}")
            // Modifiers such as `get` and `static`, before the name.
            guard isName || !Self.modifiers.contains(name) else { return .other }
            pass()
            return level.kind == .object && script.isMark(index + 1, in: ",}=") ? .shorthand : .member
        }
        if isLabel(index) { return .other }
        if name == "class" { level.isBeforeClass = true }
        guard !ScriptWords.reserved.contains(name) else { return .other }
        if level.kind == .classBody, script.tokens[index].gap == .line, script.isEndOfValue(index - 1) {
            throw script.error(index, "a class field must end with a semicolon")
        }
        return .reference
    }

    /// Whether a word is the label of a statement, or refers to one.
    private func isLabel(_ index: Int) -> Bool {
        if script.isWord(index - 1), roles[index - 1] == .other, script.tokens[index].gap != .line {
            return ["break", "continue"].contains(script.text(index - 1))
        }
        return script.mark(index + 1) == ":" && level.kind == .block && level.questions == 0
            && (index == 0 || script.isMark(index - 1, in: ";:{})"))
    }

    private static let modifiers: Set<String> = ["async", "get", "set", "static"]

    // MARK: Brackets

    private mutating func template(_ index: Int) {
        if script.begins(index, with: "}") { close(index) }
        pass()
        if script.ends(index, with: "{") { open(.other, index) }
    }

    private mutating func mark(_ index: Int) throws(ScriptError) {
        switch script.mark(index) {
        case "{":
            let kind = try kind(index)
            pass()
            open(kind, index)
        case "(", "[":
            pass()
            open(.other, index)
        case ")", "]": close(index)
        case "}":
            close(index)
            level.isAtName = level.kind == .classBody
        case ",": level.isAtName = level.kind == .object
        case ";": level.isAtName = level.kind == .classBody
        case "*": break
        case "?":
            pass()
            if !script.isOptionalChain(index) && !script.isPair(index, "??") && !script.isPair(index - 1, "??") {
                level.questions += 1
            }
        case ":":
            pass()
            level.isChoice = level.questions > 0
            if level.isChoice { level.questions -= 1 }
        default: pass()
        }
    }

    private mutating func open(_ kind: Kind, _ index: Int) {
        levels.append(Level(kind: kind, start: index, isAtName: kind == .object || kind == .classBody))
    }

    private mutating func close(_ index: Int) {
        guard levels.count > 1 else { return }
        let start = levels.removeLast().start
        matches[start] = index
        matches[index] = start
    }

    private mutating func kind(_ index: Int) throws(ScriptError) -> Kind {
        if level.isBeforeClass {
            level.isBeforeClass = false
            classBodies.insert(index)
            return .classBody
        }
        guard index > 0 else { return .block }
        let before = index - 1
        switch script.tokens[before].kind {
        case .word:
            if roles[before] == .other {
                let name = script.text(before)
                if ["catch", "do", "else", "finally", "static", "try"].contains(name) { return .block }
                return .object
            }
        case .mark:
            switch script.mark(before) {
            case ")", ";", "}": return .block
            case "{": if level.kind == .block { return .block }
            case "]": break
            case ":" where level.kind == .block && !level.isChoice: return .block
            case ">" where script.isPair(before - 1, "=>"): return .block
            default: return .object
            }
        case .template: if script.ends(before, with: "{") { return .object }
        case .number, .string, .regularExpression: break
        }
        throw script.error(index, "a brace is neither a block nor an object here")
    }
}
