/// What must stand between two tokens that had space between them.
enum ScriptSpace {
    /// Whether two tokens would be another one without it: two words, or two of `+`, `-`, `/` and `.`.
    static func needsSpace(_ last: UInt8?, _ next: UInt8?) -> Bool {
        guard let last, let next else { return false }
        // A point behind a number would be its own, and may be it already.
        if next == UInt8(ascii: "."), digits.contains(last) { return true }
        if last == UInt8(ascii: "."), !lonely.contains(next), !signs.contains(next) { return true }
        // That would begin a comment of HTML.
        if last == UInt8(ascii: "<"), next == UInt8(ascii: "!") { return true }
        if signs.contains(last) || signs.contains(next) { return last == next }
        return !lonely.contains(last) && !lonely.contains(next)
    }

    /// Whether the end of a line may end a statement there, or be what makes two tokens of one.
    static func needsLine(_ last: UInt8?, _ next: UInt8?) -> Bool {
        guard let last, let next else { return false }
        return !open.contains(last) && !continuing.contains(next)
    }

    private static let signs = Set("+-.".utf8)
    private static let digits = Set("0123456789".utf8)
    /// Bytes at the end or the beginning of what means the same with a space beside it and without.
    private static let lonely = Set("(){}[],;:=<>!?&|*%^~\"'`".utf8)
    /// What no statement ends with, or is its end already.
    private static let open = Set("{[(,;:=&|?*<>!%^~".utf8)
    /// What no statement begins with.
    private static let continuing = Set("})],;:.?=&|<>%^".utf8)
}
