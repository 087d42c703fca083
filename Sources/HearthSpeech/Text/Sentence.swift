/// The words of a text.
struct Sentence {
    /// The words in their order: runs of letters, or numbers such as "21.5", or one of ``signs``.
    let words: [String]

    /// Signs that are words of their own. A minus before a digit is one, so that "-5" never counts as 5.
    static let signs: Set<Character> = ["%", "°", ",", "-"]

    init(_ text: String) {
        words = Self.words(in: Spelling.folded(text))
    }

    /// The words of a name, which have no signs.
    static func ofName(_ name: String) -> [String] {
        Sentence(name).words.filter { $0.first.map { !signs.contains($0) } ?? false }
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
            } else if character.isLetter {
                if isInNumber { end() }
                word.append(character)
            } else if character == "." || character == ",", isInNumber, isDigit(next), !word.contains(".") {
                word.append(".")
            } else {
                end()
                let isMinus = (character == "-" || character == "\u{2212}") && isDigit(next)
                let isAfterWord = index > 0 && (characters[index - 1].isLetter || isDigit(characters[index - 1]))
                if isMinus, !isAfterWord { words.append("-") }
                if character != "-", signs.contains(character) { words.append(String(character)) }
            }
        }
        end()
        return words
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
