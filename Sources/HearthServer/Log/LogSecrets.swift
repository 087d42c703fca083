/// Takes secrets out of the log's texts, in case one is in a message: tokens, and the codes of links.
enum LogSecrets {
    /// The beginnings of secrets. What follows is replaced up to the next character that no secret has.
    private static let marks = ["hth_", "code="]
    private static let replacement = "…"

    static func removed(from text: String) -> String {
        guard marks.contains(where: { text.contains($0) }) else { return text }
        var result = ""
        var rest = text[...]
        while let next = marks.compactMap({ rest.firstRange(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound }) {
            result += rest[..<next.upperBound]
            let end = rest[next.upperBound...].firstIndex { !isOfSecret($0) } ?? rest.endIndex
            if end > next.upperBound { result += replacement }
            rest = rest[end...]
        }
        return result + rest
    }

    private static func isOfSecret(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_-%+/=".contains(character))
    }
}
