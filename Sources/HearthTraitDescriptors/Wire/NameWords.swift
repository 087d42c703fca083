/// Splits names into words, to spell them for another language.
package enum NameWords {
    /// The words of a name in any spelling: `device_id`, `PICoolingDemand`, `NOCs`, `k12hr`, `AC_POWER`. A run of
    /// capitals is one word, without its last letter if a small letter follows that is not a plural's `s`. Digits stay
    /// with the letters before them. Words in `whole` are never split (`IPv4`).
    package static func split(_ name: String, whole: [String] = []) -> [String] {
        let characters = Array(name)
        func at(_ index: Int) -> Character? { characters.indices.contains(index) ? characters[index] : nil }
        var result: [String] = []
        var current = ""
        func flush() {
            if !current.isEmpty { result.append(current) }
            current = ""
        }
        var index = 0
        while let character = at(index) {
            let rest = String(characters[index...])
            if let word = whole.first(where: { rest.hasPrefix($0) }) {
                flush()
                result.append(word)
                index += word.count
                continue
            }
            if character == "_" {
                flush()
            } else {
                if character.isUppercase, startsWord(current.last, at(index + 1), at(index + 2)) { flush() }
                current.append(character)
            }
            index += 1
        }
        flush()
        return result
    }

    /// Whether a capital starts a word, given the character before it and the two after it.
    private static func startsWord(_ before: Character?, _ next: Character?, _ afterNext: Character?) -> Bool {
        guard let before else { return false }
        if before.isLowercase { return true }
        guard next?.isLowercase == true else { return false }
        let isPlural = next == "s" && before.isUppercase && afterNext?.isLowercase != true
        return !isPlural
    }
}
