/// Splits a line into words. Text in double quotes is one word.
enum Words {
    static func split(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false, isOpen = false
        for character in line {
            switch character {
            case "\"":
                isQuoted.toggle()
                isOpen = true
            case " " where !isQuoted:
                if isOpen { words.append(word) }
                (word, isOpen) = ("", false)
            default:
                word.append(character)
                isOpen = true
            }
        }
        if isOpen { words.append(word) }
        return words
    }
}
