/// Decides which space between two tokens is necessary.
enum ScriptSpace {
    /// Whether two tokens would merge without space: two words, or two of `+`, `-`, `/` and `.`.
    static func needsSpace(_ last: UInt8?, _ next: UInt8?) -> Bool {
        guard let last, let next else { return false }
        // A dot after a number would be read as its decimal point.
        if next == UInt8(ascii: "."), digits.contains(last) { return true }
        if last == UInt8(ascii: "."), !lonely.contains(next), !signs.contains(next) { return true }
        // Together they would begin an HTML-like comment.
        if last == UInt8(ascii: "<"), next == UInt8(ascii: "!") { return true }
        if signs.contains(last) || signs.contains(next) { return last == next }
        return !lonely.contains(last) && !lonely.contains(next)
    }

    /// Whether a line end may end a statement here, or separate two tokens.
    static func needsLine(_ last: UInt8?, _ next: UInt8?) -> Bool {
        guard let last, let next else { return false }
        return !open.contains(last) && !continuing.contains(next)
    }

    private static let signs = Set("+-.".utf8)
    private static let digits = Set("0123456789".utf8)
    /// Bytes at the edge of tokens that need no space beside them.
    private static let lonely = Set("(){}[],;:=<>!?&|*%^~\"'`".utf8)
    /// Bytes that end no statement, or have already ended it.
    private static let open = Set("{[(,;:=&|?*<>!%^~".utf8)
    /// Bytes that begin no statement.
    private static let continuing = Set("})],;:.?=&|<>%^".utf8)
}
