/// A token of JavaScript, as far as joining needs to know it.
struct ScriptToken {
    enum Kind {
        /// A name or a keyword.
        case word
        case number, string, regularExpression
        /// A template, or a part of one that ends at a `${` or begins at its `}`.
        case template
        /// A byte of what is neither.
        case mark
    }

    /// What stands before a token. A comment is as much as a space, or as a line's end if it has one inside.
    enum Gap: Comparable { case none, space, line }

    let kind: Kind
    let range: Range<Int>
    let line: Int
    let gap: Gap
    /// How many brackets of any kind are open before it.
    let depth: Int
    /// How many of them are curly.
    let curlyDepth: Int
}
