/// A part of a sentence with one of its meanings.
struct Edge: Hashable, Sendable {
    /// The words, as a range of the sentence.
    let range: Range<Int>
    let atoms: [Atom]
    /// How unlikely the meaning is.
    let cost: Int
}

/// Finds the meanings of all parts of a sentence.
struct Tagger {
    let sentence: Sentence
    let home: SpokenHome
    let language: Language

    /// The costs of meanings. As each part costs something, few long parts are cheaper than many short ones.
    private enum Cost {
        static let names: [NameTable.Exactness: Int] = [.exact: 9, .withoutMarks: 10, .withEnding: 12, .misspelled: 25]
        static let to = 9
        // "Lamps 1, 11 and the mirror" has no value.
        static let listed = 9
        static let phrase = 10
        static let filler = 11
        static let unmarked = 13
        static let compound = 14
    }

    /// The parts by their first word.
    ///
    /// - Parameter steps: the steps that the search for slips may take; nil for no such search.
    func edges(slips steps: Int?) -> [[Edge]] {
        let words = sentence.words
        var edges = words.indices.map { index in
            names(at: index) + phrases(at: index) + numbers(at: index) + compounds(at: index)
        }
        guard var steps else { return edges }
        let explained = Self.explained(edges)
        for index in words.indices {
            for end in (index + 1)..<min(index + 5, words.count + 1) {
                let range = index..<end
                guard !range.allSatisfy({ explained[$0] }), range.allSatisfy({ mayBeSlip(words[$0]) }) else { continue }
                let key = words[range].joined()
                guard let meanings = home.names.meanings(ofMisspelled: key, steps: &steps) else { continue }
                edges[index] += meanings.flatMap { named($0, .misspelled, range) }
            }
        }
        return edges
    }

    /// Whether each word is in a part with a meaning.
    static func explained(_ edges: [[Edge]]) -> [Bool] {
        var explained = [Bool](repeating: false, count: edges.count)
        for edge in edges.joined() { for index in edge.range { explained[index] = true } }
        return explained
    }

    private func mayBeSlip(_ word: String) -> Bool {
        !language.negations.contains(word) && !language.conditions.contains(word)
            && !(word.first.map { Sentence.signs.contains($0) } ?? true)
    }

    private func edge(_ range: Range<Int>, _ atom: Atom, _ cost: Int) -> Edge {
        Edge(range: range, atoms: [atom], cost: cost)
    }

    // MARK: Names

    private var numbered: NumberedNames { NumberedNames(words: sentence.words, home: home, language: language) }

    private func names(at start: Int) -> [Edge] {
        let words = sentence.words
        var found: [Edge] = []
        var key = ""
        for end in (start + 1)..<min(start + home.names.mostWords + 2, words.count + 1) {
            let word = words[end - 1]
            guard word.first.map({ !Sentence.signs.contains($0) }) ?? false else { break }
            key += word
            // A thing that is called "Not" must not hide a negation.
            if end == start + 1, language.negations.contains(word) { continue }
            if let (meanings, exactness) = meanings(of: key, start..<end) {
                found += meanings.flatMap { named($0, exactness, start..<end) }
            } else if let meanings = numbered.meanings(of: start..<end) {
                found += meanings.flatMap { named($0, .withEnding, start..<end) }
            }
        }
        let listed = numbered.meanings(ofNumberAt: start) ?? []
        return found + listed.map { edge(start..<(start + 1), .name($0, .withEnding), Cost.listed) }
    }

    /// The meanings of a name. One that is a word for a time hides no time: "at sunset" is never the lamp "Sunset".
    private func named(
        _ meaning: NameTable.Meaning, _ exactness: NameTable.Exactness, _ range: Range<Int>
    ) -> [Edge] {
        let atom = Atom.name(meaning, exactness)
        let word = range.count == 1 ? sentence.words[range.lowerBound] : ""
        if case .things = meaning, range.count > 1, sentence.words[range].allSatisfy(language.isGrammar) {
            // "Turn off the lamp" is an order, though a lamp is called "Turn Off".
            return [Edge(range: range, atoms: [.doubtful, atom], cost: Cost.phrase * range.count - 1)]
        }
        if case .things = meaning, language.isGrammar(word) {
            // "Alles" is no plural of a lamp "Alle".
            guard exactness < .withEnding else { return [] }
            return [Edge(range: range, atoms: [.doubtful, atom], cost: Cost.names[exactness] ?? 0)]
        }
        guard language.conditions.contains(word) || isCondition(meaning) else {
            let cost = Cost.names[exactness] ?? 0
            // "The garage" is a room as likely as a garage door.
            return [edge(range, atom, isPlaceAndKind(meaning, range) ? max(cost, Cost.phrase) : cost)]
        }
        guard exactness != .misspelled, !isAfterTimeWord(range.lowerBound) else { return [] }
        return [Edge(range: range, atoms: [.doubtful, atom], cost: Cost.names[exactness] ?? 0)]
    }

    private func isPlaceAndKind(_ meaning: NameTable.Meaning, _ range: Range<Int>) -> Bool {
        guard case .place = meaning else { return false }
        return language.phrases[sentence.words[range].joined(separator: " ")]?.contains { atoms in
            if case .kind? = atoms.first { atoms.count == 1 } else { false }
        } ?? false
    }

    private func isCondition(_ meaning: NameTable.Meaning) -> Bool {
        let names: [String] =
            switch meaning {
            case .things(let things): things.prefix(1).flatMap { home.things[$0].names }
            case .place(let place): home.places[place].names
            case .home: home.homeNames
            }
        return names.contains { name in
            let words = Sentence.ofName(name, elisions: language.elisions)
            return words.count == 1 && language.conditions.contains(words[0])
        }
    }

    /// Whether a word before times stands before a word, perhaps with articles between them.
    private func isAfterTimeWord(_ index: Int) -> Bool {
        for word in sentence.words[..<index].reversed() {
            if language.beforeTimes.contains(word) { return true }
            guard language.phrases[word]?.contains(where: { $0 == [.leading] || $0 == [.filler] }) == true else {
                return false
            }
        }
        return false
    }

    /// Whether a word says when: "at night", and "nuit", which is a level of an alarm system only with "mode".
    private func isTime(_ index: Int) -> Bool {
        language.conditions.contains(sentence.words[index]) || isAfterTimeWord(index)
    }

    private func meanings(
        of key: String, _ range: Range<Int>
    ) -> (meanings: [NameTable.Meaning], exactness: NameTable.Exactness)? {
        if let found = home.names.meanings(of: key, endings: language.endings) { return found }
        let inDigits = language.withDigits(sentence.words[range]).joined()
        guard inDigits != key, let found = home.names.meanings(of: inDigits, endings: []) else { return nil }
        return (found.meanings, max(found.exactness, .withoutMarks))
    }

    // MARK: Words of the language

    private func phrases(at start: Int) -> [Edge] {
        var found: [Edge] = []
        var phrase = ""
        for end in (start + 1)..<min(start + language.mostWords + 1, sentence.words.count + 1) {
            phrase += (phrase.isEmpty ? "" : " ") + sentence.words[end - 1]
            let meanings = language.phrases[phrase] ?? []
            // "Ferme" is a verb before it is "fermé" without its mark.
            found += (language.unmarked[phrase] ?? []).map {
                Edge(range: start..<end, atoms: $0, cost: Cost.unmarked)
            }
            let mayOpen = meanings.contains { $0.contains(.concept(.open)) || $0.contains(.concept(.close)) }
            let isAmbiguous = meanings.contains { if case .concept = $0.first { $0 != [.concept(.to)] } else { false } }
            for var atoms in meanings {
                if end == start + 1, case .value(.level)? = atoms.first, isTime(start) { continue }
                let isEmpty = atoms == [.filler] || atoms == [.leading]
                if atoms == [.leading], isAmbiguous { atoms = [.ambiguous] }
                // "Auf 50 %" is a value before it is a direction.
                let isBeforeValue = atoms == [.concept(.to)] || atoms == [.concept(.by)]
                var cost = isEmpty ? Cost.filler : isBeforeValue ? Cost.to : Cost.phrase
                // "Switch everything off" is a verb before it is a kind.
                if case .kind? = atoms.first, meanings.contains([.concept(.act)]) { cost += 1 }
                if mayOpen, atoms.contains(.concept(.on)) || atoms.contains(.concept(.off)) { atoms.append(.opensToo) }
                found.append(Edge(range: start..<end, atoms: atoms, cost: cost))
            }
        }
        return found
    }

    /// A word such as "Küchenlicht": the name of a place, and the word for a kind or a value.
    private func compounds(at start: Int) -> [Edge] {
        let word = sentence.words[start]
        guard !language.links.isEmpty, word.count >= 6, word.count <= 40 else { return [] }
        let letters = Array(word)
        for split in (2..<(letters.count - 2)) {
            let last = String(letters[split...])
            guard let meanings = language.phrases[last]?.filter(Self.isHead), !meanings.isEmpty else { continue }
            let first = String(letters[..<split])
            for link in language.links where first.hasSuffix(link) && first.count > link.count + 1 {
                let name = String(first.dropLast(link.count))
                guard let found = home.names.meanings(of: name, endings: []) else { continue }
                return found.meanings.flatMap { meaning in
                    meanings.map {
                        Edge(
                            range: start..<(start + 1), atoms: [.name(meaning, .withEnding)] + $0, cost: Cost.compound)
                    }
                }
            }
        }
        return []
    }

    /// Whether a word may be the last part of a compound.
    private static func isHead(_ atoms: [Atom]) -> Bool {
        atoms.allSatisfy { atom in
            switch atom {
            case .kind, .rank, .concept(.temperature), .concept(.brightness), .concept(.volume): true
            default: false
            }
        }
    }

    // MARK: Numbers

    private func numbers(at start: Int) -> [Edge] {
        guard let (number, end) = number(at: start) else { return [] }
        let atom = isAfterTimeWord(start) ? Atom.timed(number) : .value(.number(number))
        // "Un" is an article unless a unit follows.
        let isArticle =
            language.phrases[sentence.words[start..<end].joined(separator: " ")]?.contains([.leading]) ?? false
        var found = isArticle ? [] : [edge(start..<end, atom, Cost.phrase)]
        var phrase = ""
        for after in (end + 1)..<max(end + 1, min(end + 4, sentence.words.count + 1)) {
            phrase += (phrase.isEmpty ? "" : " ") + sentence.words[after - 1]
            guard let unit = language.units[phrase], let value = Self.value(number, unit) else { continue }
            found.append(edge(start..<after, .value(value), Cost.phrase))
        }
        return found
    }

    private func number(at start: Int) -> (number: Double, end: Int)? {
        let words = sentence.words
        guard let (whole, end) = whole(at: start) else { return nil }
        if end < words.count, language.points.contains(words[end]), let (part, last) = self.whole(at: end + 1),
            (0..<10).contains(part), part == part.rounded()
        {
            return (whole + part / 10, last)
        }
        for last in (end + 1)..<max(end + 1, min(end + 4, words.count + 1))
        where language.units[words[end..<last].joined(separator: " ")] == .half {
            return (whole + 0.5, last)
        }
        return (whole, end)
    }

    private func whole(at start: Int) -> (number: Double, end: Int)? {
        let words = sentence.words
        guard start < words.count else { return nil }
        if let number = Double(words[start]), number.isFinite, number < 1e6 { return (number, start + 1) }
        for end in stride(from: min(start + language.mostNumberWords, words.count), to: start, by: -1) {
            if let number = language.numbers[words[start..<end].joined(separator: " ")] { return (number, end) }
        }
        return nil
    }

    private static func value(_ number: Double, _ unit: Language.Unit) -> SpokenValue? {
        switch unit {
        case .percent: .percent(number)
        case .celsius, .degree: .degrees(number)
        case .fahrenheit: .degrees((number - 32) / 1.8)
        case .kelvin: .kelvin(number)
        case .mired: number > 0 ? .kelvin(1_000_000 / number) : nil  // in range: a fraction
        case .half: nil
        }
    }
}
