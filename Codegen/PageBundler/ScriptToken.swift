/// A token of JavaScript, with the data that joining needs.
struct ScriptToken {
    enum Kind {
        /// A name or a keyword.
        case word
        case number, string, regularExpression
        /// A template, or a part of one that ends at a `${` or begins at its `}`.
        case template
        /// Punctuation, one byte per token.
        case mark
    }

    /// The gap before a token. A comment counts as a space, or as a line end if it contains one.
    enum Gap: Comparable { case none, space, line }

    let kind: Kind
    let range: Range<Int>
    let line: Int
    let gap: Gap
    /// The number of open brackets of any kind before it.
    let depth: Int
    /// The number of open braces before it.
    let curlyDepth: Int
}
