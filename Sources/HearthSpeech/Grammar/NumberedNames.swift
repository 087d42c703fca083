/// Finds names that end with numbers where these are in a list: "lamps 1 and 11".
struct NumberedNames {
    let words: [String]
    let home: SpokenHome
    let language: Language

    /// The meanings of words before a number with it, if a word before the number has an ending: "lamps 1".
    func meanings(of range: Range<Int>) -> [NameTable.Meaning]? {
        guard range.count > 1, let number = number(at: range.upperBound - 1) else { return nil }
        return meanings(of: range.lowerBound..<(range.upperBound - 1), number)
    }

    /// The meanings of a number that follows others in a list, with the words before the first one.
    func meanings(ofNumberAt index: Int) -> [NameTable.Meaning]? {
        guard let number = number(at: index) else { return nil }
        var first = index
        while first >= 2, isAnd(words[first - 1]), self.number(at: first - 2) != nil { first -= 2 }
        guard first < index, let other = self.number(at: first) else { return nil }
        for start in max(0, first - home.names.mostWords)..<first where meanings(of: start..<first, other) != nil {
            return meanings(of: start..<first, number)
        }
        return nil
    }

    private func meanings(of range: Range<Int>, _ number: Int) -> [NameTable.Meaning]? {
        let name = words[range].joined()
        let stems = [name] + language.endings.filter(name.hasSuffix).map { String(name.dropLast($0.count)) }
        return stems.lazy.filter { $0.count >= 3 }
            .compactMap { home.names.meanings(of: "\($0)\(number)", endings: [])?.meanings }.first
    }

    private func number(at index: Int) -> Int? {
        Int(words[index]) ?? language.numbers[words[index]].flatMap { Int(exactly: $0) }
    }

    private func isAnd(_ word: String) -> Bool { language.phrases[word]?.contains([.and]) ?? false }
}
