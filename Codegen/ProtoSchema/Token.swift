internal import HearthBase

/// A lexical element of a `.proto` text.
struct Token {
    enum Kind: Equatable {
        case identifier(String)
        case integer(UInt64)
        case float(Double)
        case string([UInt8])
        case symbol(UInt8)
        case end
    }

    var kind: Kind
    var location: SourceLocation
    /// What stands between the token before and this one.
    var comments: [Comment] = []

    /// As a diagnostic names it.
    var spelling: String {
        switch kind {
        case .identifier(let name): "'\(name)'"
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .string: "a string"
        case .symbol(let byte): "'\(Character(UnicodeScalar(byte)))'"
        case .end: "the end of the file"
        }
    }
}

/// A block comment, or `//` lines that follow one another.
struct Comment {
    var lines: [String]
    var firstLine: Int
    var lastLine: Int
    /// It starts on the line on which the token before it ends, and so belongs to that one.
    var trails: Bool
}
