internal import HearthBase

/// A lexical element of the language, with its location.
struct Token: Sendable {
    enum Kind: Hashable, Sendable {
        /// `[A-Za-z_][A-Za-z0-9_]*`; whether it is a keyword depends on its place.
        case name
        case number(UInt64)
        /// The text between the quotes, with escapes resolved.
        case string
        /// One of `{ } ( ) [ ] < > ; : , = + - ! & |`.
        case mark(UInt8)
        case end
    }

    var kind: Kind
    /// The text as written; for strings, with escapes resolved.
    var text: String
    var location: SourceLocation
    /// The location directly after the token, where a missing `;` belongs.
    var end: SourceLocation
    /// The `/** … */` directly before it.
    var documentation: String?
    /// Whether only blanks and comments precede it on its line.
    var startsLine: Bool

    func isMark(_ mark: Unicode.Scalar) -> Bool {
        if case .mark(let byte) = kind { UInt32(byte) == mark.value } else { false }
    }

    var isName: Bool { kind == .name }

    /// The token's name in messages.
    var spelling: String {
        switch kind {
        case .end: "the end of the file"
        case .string: "the string \"\(text)\""
        case .name, .number, .mark: "'\(text)'"
        }
    }
}
