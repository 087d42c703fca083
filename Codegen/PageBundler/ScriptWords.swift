/// Words with a meaning in the language.
enum ScriptWords {
    /// Words that cannot be names.
    static let reserved: Set<String> = [
        "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete",
        "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements",
        "import", "in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public",
        "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
        "while", "with", "yield",
    ]

    /// Words that have a meaning in some places where a name is allowed. Inside functions they are not renamed.
    static let contextual: Set<String> = ["async", "of"]
}
