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
    /// The comments between the previous token and this one.
    var comments: [Comment] = []

    /// The token's name in diagnostics.
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

/// A block comment, or consecutive `//` lines.
struct Comment {
    var lines: [String]
    var firstLine: Int
    var lastLine: Int
    /// Whether it starts on the last line of the previous token, and so belongs to that one.
    var trails: Bool
}
