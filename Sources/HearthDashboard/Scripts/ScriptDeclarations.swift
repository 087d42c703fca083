/// The names that a script declares, anywhere in it.
struct ScriptDeclarations {
    /// Each name, and whether it is declared outside of all functions and blocks.
    private(set) var names: [String: Bool] = [:]

    private let script: ScriptText
    private let roles: ScriptRoles

    init(_ script: ScriptText, _ roles: ScriptRoles) {
        self.script = script
        self.roles = roles
        for index in script.tokens.indices { look(index) }
    }

    private mutating func look(_ index: Int) {
        if script.isWord(index) {
            guard roles.roles[index] == .other else {
                if script.isPair(index + 1, "=>") { declare(index, isOutside: false) }
                return
            }
            switch script.text(index) {
            case "const", "let", "var": statement(index)
            case "function": named(script.mark(index + 1) == "*" ? index + 2 : index + 1, index)
            case "class": named(index + 1, index)
            default: break
            }
        } else if script.mark(index) == ")", let start = roles.matches[index],
            script.isPair(index + 1, "=>") || script.mark(index + 1) == "{" && !roles.isAfterCondition(index + 1)
        {
            elements(start, isOutside: false)
        }
    }

    private mutating func declare(_ index: Int, isOutside: Bool) {
        guard script.isWord(index), [.reference, .shorthand].contains(roles.roles[index]) else { return }
        let name = script.text(index)
        if !ScriptWords.contextual.contains(name) { names[name] = (names[name] ?? false) || isOutside }
    }

    private mutating func named(_ name: Int, _ start: Int) {
        declare(name, isOutside: script.tokens[start].depth == 0)
    }

    /// A `const`, `let` or `var`, with all that it declares.
    private mutating func statement(_ start: Int) {
        let depth = script.tokens[start].depth
        var index = start + 1
        pattern(index, isOutside: depth == 0)
        while script.tokens.indices.contains(index), script.tokens[index].depth >= depth {
            if script.tokens[index].depth == depth {
                if script.mark(index) == ";" || script.isWord(index) && ["of", "in"].contains(script.text(index)) {
                    return
                }
                if script.mark(index) == "," { pattern(index + 1, isOutside: depth == 0) }
            }
            index += 1
        }
    }

    // MARK: Patterns

    private mutating func pattern(_ index: Int, isOutside: Bool) {
        if script.isWord(index) {
            declare(index, isOutside: isOutside)
        } else if script.isMark(index, in: "{[") {
            elements(index, isOutside: isOutside)
        }
    }

    /// What a list of parameters, or a pattern, declares.
    private mutating func elements(_ start: Int, isOutside: Bool) {
        guard let end = roles.matches[start] else { return }
        let (isObject, depth) = (script.mark(start) == "{", script.tokens[start].depth + 1)
        var index = start + 1
        while index < end {
            while script.mark(index) == "." { index += 1 }
            if isObject, script.isWord(index), roles.roles[index] != .member {
                declare(index, isOutside: isOutside)
            } else {
                if isObject {
                    while index < end, script.mark(index) != ":" || script.tokens[index].depth != depth { index += 1 }
                    index += 1
                }
                pattern(index, isOutside: isOutside)
            }
            while index < end, script.mark(index) != "," || script.tokens[index].depth != depth { index += 1 }
            index += 1
        }
    }
}
