/// A part of a template's text.
enum Token: Equatable {
    /// Text outside of placeholders.
    case data(String)
    case outputBegin, outputEnd
    case blockBegin, blockEnd
    case name(String)
    case string(String)
    case integer(Int)
    case float(Double)
    case symbol(String)
    case end

    /// The token in words, for errors.
    var words: String {
        switch self {
        case .data: "text"
        case .outputBegin: "'{{'"
        case .outputEnd: "'}}'"
        case .blockBegin: "'{%'"
        case .blockEnd: "'%}'"
        case .name(let name): "'\(name)'"
        case .string: "a text in quotes"
        case .integer, .float: "a number"
        case .symbol(let symbol): "'\(symbol)'"
        case .end: "the end"
        }
    }
}

struct PlacedToken {
    let token: Token
    /// The offset in the template, in Unicode scalars.
    let position: Int
}
