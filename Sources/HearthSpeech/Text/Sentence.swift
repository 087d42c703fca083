/// The words of a text.
struct Sentence {
    /// The words in their order: runs of letters, or numbers such as "21.5", or one of ``signs``.
    let words: [String]

    /// Whether it ends with a question mark.
    let isQuestion: Bool

    /// Signs that are words of their own. A minus before a digit is one, so that "-5" never counts as 5.
    static let signs: Set<Character> = ["%", "°", ",", "-"]

    /// - Parameter elisions: those of the language.
    init(_ text: String, elisions: Set<String>) {
        isQuestion = text.last { !$0.isWhitespace } == "?"
        words = Self.words(in: Spelling.folded(text, elisions: elisions))
    }

    /// The words of a name, which have no signs.
    static func ofName(_ name: String, elisions: Set<String>) -> [String] {
        Sentence(name, elisions: elisions).words.filter { $0.first.map { !signs.contains($0) } ?? false }
    }

    private static func words(in text: String) -> [String] {
        let characters = Array(text)
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            let isInNumber = word.last.map(isDigit) ?? false
            if isDigit(character) {
                if !isInNumber && word.last != "." { end() }
                word.append(character)
            } else if character.isLetter || character.isNumber {
                if isInNumber { end() }
                word.append(character)
            } else if character == "." || character == ",", isInNumber, isDigit(next), !word.contains(".") {
                word.append(".")
            } else {
                end()
                let rest = characters[(index + 1)...].first { $0 != " " } ?? " "
                let isMinus = dashes.contains(character) && isDigit(rest)
                let isAfterWord = index > 0 && (characters[index - 1].isLetter || isDigit(characters[index - 1]))
                if isMinus, !isAfterWord { words.append("-") }
                // No language has a meaning for it, so "volume +5" is not understood as 5.
                if character == "+", isDigit(next), !isAfterWord { words.append("+") }
                if character != "-", signs.contains(character) { words.append(String(character)) }
            }
        }
        end()
        return words
    }

    private static let dashes: Set<Character> = [
        "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}",
    ]

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
