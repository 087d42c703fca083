/// The names that a script declares, anywhere in it.
struct ScriptDeclarations {
    /// Each name, and whether it is declared outside of all functions and blocks.
    private(set) var names: [String: Bool] = [:]

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
                if script.isPair(index + 1, "=>") { try declare(index, isOutside: false) }
                return
            }
            switch script.text(index) {
            case "const", "let": try statement(index)
            case "function": try named(script.mark(index + 1) == "*" ? index + 2 : index + 1, index)
            case "class": try named(index + 1, index)
            case "var": throw script.error(index, "const and let declare, as var belongs to more than its block")
            default: break
            }
        } else if script.mark(index) == ")", let start = roles.matches[index],
            script.isPair(index + 1, "=>") || roles.isBodyOfFunction(index + 1)
        {
            try elements(start, isOutside: false)
        }
    }

    private mutating func declare(_ index: Int, isOutside: Bool) throws(ScriptError) {
        guard script.isWord(index), [.reference, .shorthand].contains(roles.roles[index]) else { return }
        let name = script.text(index)
        if !ScriptWords.contextual.contains(name) {
            names[name] = (names[name] ?? false) || isOutside
        } else if isOutside {
            throw script.error(index, "outside of functions nothing has the name \(name)")
        }
    }

    private mutating func named(_ name: Int, _ start: Int) throws(ScriptError) {
        try declare(name, isOutside: script.tokens[start].depth == 0)
    }

    /// A `const` or `let`, with all that it declares.
    private mutating func statement(_ start: Int) throws(ScriptError) {
        let depth = script.tokens[start].depth
        var index = start + 1
        try pattern(index, isOutside: depth == 0)
        while script.tokens.indices.contains(index), script.tokens[index].depth >= depth {
            if script.tokens[index].depth == depth {
                if script.mark(index) == ";" { return }
                if script.mark(index) == "," { try pattern(index + 1, isOutside: depth == 0) }
            }
            index += 1
        }
    }

    // MARK: Patterns

    private mutating func pattern(_ index: Int, isOutside: Bool) throws(ScriptError) {
        if script.isWord(index) {
            try declare(index, isOutside: isOutside)
        } else if script.isMark(index, in: "{[") {
            try elements(index, isOutside: isOutside)
        }
    }

    /// What a list of parameters, or a pattern, declares.
    private mutating func elements(_ start: Int, isOutside: Bool) throws(ScriptError) {
        guard let end = roles.matches[start] else { return }
        let (isObject, depth) = (script.mark(start) == "{", script.tokens[start].depth + 1)
        var index = start + 1
        while index < end {
            while script.mark(index) == "." { index += 1 }
            if isObject, script.isWord(index), roles.roles[index] != .member {
                try declare(index, isOutside: isOutside)
            } else {
                if isObject {
                    while index < end, script.mark(index) != ":" || script.tokens[index].depth != depth { index += 1 }
                    index += 1
                }
                try pattern(index, isOutside: isOutside)
            }
            while index < end, script.mark(index) != "," || script.tokens[index].depth != depth { index += 1 }
            index += 1
        }
    }
}
