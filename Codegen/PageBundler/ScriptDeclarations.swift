/// The names that a script declares, anywhere in it.
struct ScriptDeclarations {
    /// The names that are declared at the top level.
    private(set) var outside: Set<String> = []
    /// The other names, each with the tokens of its scope. A scope may be too large, never too small: a statement
    /// without a semicolon is taken to continue.
    private(set) var inside: [(name: String, scope: ClosedRange<Int>)] = []

    private let script: ScriptText
    private let roles: ScriptRoles

    init(_ script: ScriptText, _ roles: ScriptRoles) throws(ScriptError) {
        self.script = script
        self.roles = roles
        for index in script.tokens.indices { try look(index) }
    }

    private mutating func look(_ index: Int) throws(ScriptError) {
        if script.isWord(index) {
            guard roles.roles[index] == .other else {
                if script.isPair(index + 1, "=>") { try declare(index, in: index...bodyEnd(index + 1)) }
                return
            }
            switch script.text(index) {
            case "const", "let": try statement(index)
            case "function": try named(script.mark(index + 1) == "*" ? index + 2 : index + 1, index)
            case "class": try named(index + 1, index)
            case "var": throw script.error(index, "use const or let; var is visible outside of its block")
            default: break
            }
        } else if script.mark(index) == ")", let start = roles.matches[index],
            script.isPair(index + 1, "=>") || roles.isBodyOfFunction(index + 1)
        {
            try elements(start, in: start...bodyEnd(index + 1))
        }
    }

    /// - Parameter scope: nil at the top level.
    private mutating func declare(_ index: Int, in scope: ClosedRange<Int>?) throws(ScriptError) {
        guard script.isWord(index), [.reference, .shorthand].contains(roles.roles[index]) else { return }
        let name = script.text(index)
        if !ScriptWords.contextual.contains(name) {
            if let scope { inside.append((name, scope)) } else { outside.insert(name) }
        } else if scope == nil {
            throw script.error(index, "no top-level name may be \(name)")
        }
    }

    private mutating func named(_ name: Int, _ start: Int) throws(ScriptError) {
        try declare(name, in: scope(of: start))
    }

    /// A `const` or `let` with all its declarations.
    private mutating func statement(_ start: Int) throws(ScriptError) {
        let depth = script.tokens[start].depth
        let scope = scope(of: start)
        var index = start + 1
        try pattern(index, in: scope)
        while script.tokens.indices.contains(index), script.tokens[index].depth >= depth {
            if script.tokens[index].depth == depth {
                if script.mark(index) == ";" { return }
                if script.mark(index) == "," { try pattern(index + 1, in: scope) }
            }
            index += 1
        }
    }

    // MARK: Scopes

    /// The scope of the names that a statement declares; nil at the top level.
    private func scope(of statement: Int) -> ClosedRange<Int>? {
        guard script.tokens[statement].depth > 0 else { return nil }
        var open = roles.enclosing[statement]
        while open >= 0, let end = roles.matches[open] {
            // A function's body shares one scope with its parameters, so that no two of these names are the same.
            if script.mark(open) == "{" { return (parametersStart(open) ?? open)...end }
            // Names that a loop's head declares are visible in its body as well.
            if script.mark(open) == "(" { return open...bodyEnd(end + 1) }
            open = roles.enclosing[open]
        }
        return 0...script.tokens.count - 1
    }

    /// The first token of the parameters of the function or `catch` that this body belongs to; nil for other blocks.
    private func parametersStart(_ body: Int) -> Int? {
        let isArrow = script.isPair(body - 2, "=>")
        let last = isArrow ? body - 3 : body - 1
        if script.mark(last) == ")" { return isArrow || roles.isBodyOfFunction(body) ? roles.matches[last] : nil }
        return isArrow && script.isWord(last) ? last : nil
    }

    /// The last token of a body: its closing brace, or where its expression or statement ends.
    private func bodyEnd(_ start: Int) -> Int {
        let isArrow = script.isPair(start, "=>")
        let first = isArrow ? start + 2 : start
        if script.mark(first) == "{" { return roles.matches[first] ?? first }
        let depth = script.tokens[start - 1].depth
        var index = first
        while index < script.tokens.count - 1, script.tokens[index].depth >= depth,
            script.tokens[index].depth > depth || !script.isMark(index, in: isArrow ? ",;" : ";")
        {
            index += 1
        }
        return min(index, script.tokens.count - 1)
    }

    // MARK: Patterns

    private mutating func pattern(_ index: Int, in scope: ClosedRange<Int>?) throws(ScriptError) {
        if script.isWord(index) {
            try declare(index, in: scope)
        } else if script.isMark(index, in: "{[") {
            try elements(index, in: scope)
        }
    }

    /// Records the names in a parameter list or a pattern.
    private mutating func elements(_ start: Int, in scope: ClosedRange<Int>?) throws(ScriptError) {
        guard let end = roles.matches[start] else { return }
        let (isObject, depth) = (script.mark(start) == "{", script.tokens[start].depth + 1)
        var index = start + 1
        while index < end {
            while script.mark(index) == "." { index += 1 }
            if isObject, script.isWord(index), roles.roles[index] != .member {
                try declare(index, in: scope)
            } else {
                if isObject {
                    while index < end, script.mark(index) != ":" || script.tokens[index].depth != depth { index += 1 }
                    index += 1
                }
                try pattern(index, in: scope)
            }
            while index < end, script.mark(index) != "," || script.tokens[index].depth != depth { index += 1 }
            index += 1
        }
    }
}
