/// The output of a script: it writes only necessary space, and merges consecutive declarations.
struct ScriptOutput {
    private var written: [UInt8] = []
    /// The keyword of the last declaration, whose semicolon is held back because another may follow.
    private var declaration: String?

    var bytes: [UInt8] { written + (declaration == nil ? [] : [UInt8(ascii: ";")]) }

    /// Writes text that follows a gap.
    mutating func write(_ text: [UInt8], after gap: ScriptToken.Gap = .none) {
        guard !text.isEmpty else { return }
        if declaration != nil { written.append(UInt8(ascii: ";")) }
        declaration = nil
        if gap == .line, ScriptSpace.needsLine(written.last, text.first) {
            written.append(UInt8(ascii: "\n"))
        } else if gap != .none, ScriptSpace.needsSpace(written.last, text.first) {
            written.append(UInt8(ascii: " "))
        }
        written += text
    }

    mutating func write(_ text: String, after gap: ScriptToken.Gap = .none) { write(Array(text.utf8), after: gap) }

    /// Writes a declaration's keyword, or the comma that continues the previous declaration.
    mutating func declare(_ word: String, after gap: ScriptToken.Gap = .none) {
        guard declaration == word else { return write(word, after: gap) }
        declaration = nil
        written.append(UInt8(ascii: ","))
    }

    /// Ends a declaration with this keyword.
    mutating func endDeclaration(_ word: String) { declaration = word }

    /// Ends the last statement if it has no semicolon yet.
    mutating func endStatement() {
        if declaration == nil, let last = written.last, last != UInt8(ascii: ";") { write(";") }
    }
}
