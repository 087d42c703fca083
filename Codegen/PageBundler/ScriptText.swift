/// The tokens of a script with their texts.
struct ScriptText {
    let path: String
    let bytes: [UInt8]
    let tokens: [ScriptToken]

    init(path: String, bytes: [UInt8]) throws(ScriptError) {
        self.path = path
        self.bytes = bytes
        tokens = try ScriptLexer.tokens(of: bytes, path: path)
    }

    func text(_ index: Int) -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }

    /// Whether the token is a word.
    func isWord(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

    /// The token's punctuation mark; nil for other tokens.
    func mark(_ index: Int) -> Unicode.Scalar? {
        guard tokens.indices.contains(index), tokens[index].kind == .mark else { return nil }
        return Unicode.Scalar(bytes[tokens[index].range.lowerBound])
    }

    func isMark(_ index: Int, in marks: String) -> Bool {
        mark(index).map { marks.unicodeScalars.contains($0) } ?? false
    }

    /// Whether the token and the next are these two marks, without a gap.
    func isPair(_ index: Int, _ marks: String) -> Bool {
        let marks = Array(marks.unicodeScalars)
        return mark(index) == marks[0] && mark(index + 1) == marks[1] && tokens[index + 1].gap == .none
    }

    /// Whether a token is a name after a dot. Three dots are a spread, not a member access.
    func isMember(_ index: Int) -> Bool { mark(index - 1) == "." && !isPair(index - 2, "..") }

    /// Whether a question mark belongs to `?.`. Before a digit the dot belongs to the number.
    func isOptionalChain(_ index: Int) -> Bool {
        isPair(index, "?.")
            && !(tokens.indices.contains(index + 2) && tokens[index + 2].kind == .number
                && tokens[index + 2].gap == .none)
    }

    /// Whether a value may end at the token.
    func isEndOfValue(_ index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        return switch tokens[index].kind {
        case .word:
            !ScriptWords.reserved.contains(text(index))
                || ["null", "this", "true", "false", "undefined"].contains(text(index))
        case .number, .string, .regularExpression: true
        case .template: ends(index, with: "`")
        case .mark: isMark(index, in: ")]}")
        }
    }

    func begins(_ index: Int, with mark: Unicode.Scalar) -> Bool {
        bytes[tokens[index].range.lowerBound] == UInt8(ascii: mark)
    }

    func ends(_ index: Int, with mark: Unicode.Scalar) -> Bool {
        bytes[tokens[index].range.upperBound - 1] == UInt8(ascii: mark)
    }

    func error(_ index: Int, _ what: String) -> ScriptError {
        ScriptError(path: path, line: tokens[index].line, what: what)
    }
}
