internal import HearthBase

/// A word of the language, with the place it stands at.
struct Token: Sendable {
    enum Kind: Hashable, Sendable {
        /// `[A-Za-z_][A-Za-z0-9_]*`; whether it is a keyword depends on where it stands.
        case name
        case number(UInt64)
        /// The text between the quotes, escapes undone.
        case string
        /// One of `{ } ( ) [ ] < > ; : , = + - ! & |`.
        case mark(UInt8)
        case end
    }

    var kind: Kind
    /// As written (names, numbers, marks) or unescaped (strings).
    var text: String
    var location: SourceLocation
    /// Just after the token's last character: where a missing `;` belongs.
    var end: SourceLocation
    /// The `/** … */` straight before it.
    var documentation: String?
    /// Nothing but blanks and comments stands before it on its line.
    var startsLine: Bool

    func isMark(_ mark: Unicode.Scalar) -> Bool {
        if case .mark(let byte) = kind { UInt32(byte) == mark.value } else { false }
    }

    var isName: Bool { kind == .name }

    /// How messages name it.
    var spelling: String {
        switch kind {
        case .end: "the end of the file"
        case .string: "the string \"\(text)\""
        case .name, .number, .mark: "'\(text)'"
        }
    }
}
