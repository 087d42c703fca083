/// Words that mean something to the language.
enum ScriptWords {
    /// What cannot be the name of anything.
    static let reserved: Set<String> = [
        "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete",
        "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements",
        "import", "in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public",
        "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
        "while", "with", "yield",
    ]

    /// What has a meaning in places where a name could stand, too. Inside of functions it keeps its name.
    static let contextual: Set<String> = ["async", "of"]
}
