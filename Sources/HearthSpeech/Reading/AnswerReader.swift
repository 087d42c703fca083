/// Reads the answers to the hub's questions: "yes", "no", a name, a room, a number, "both".
package struct AnswerReader: Sendable {
    /// What an answer means.
    package enum Answer: Hashable, Sendable {
        /// These choices are meant.
        case chosen([SpokenCommand])
        /// A yes to the only choice.
        case yes
        /// None is meant.
        case none
        /// It is no answer, but may be a sentence of its own.
        case other
    }

    private let home: SpokenHome
    private let language: Language

    package init(home: SpokenHome, language: Language) {
        self.home = home
        self.language = language
    }

    package func read(_ text: String, to choices: [SpokenCommand]) -> Answer {
        guard text.count <= SentenceReader.mostCharacters else { return .other }
        let sentence = Sentence(text, elisions: language.elisions)
        // "Yes?" is no yes.
        guard !sentence.isQuestion else { return .other }
        let all = sentence.words.joined(separator: " ")
        if language.refusals.contains(all) { return .none }
        if language.agreements.contains(all) { return choices.count == 1 ? .yes : .other }
        let words = sentence.words.filter { language.phrases[$0].map { !$0.contains([.filler]) } ?? true }
        let phrase = words.joined(separator: " ")
        if language.refusals.contains(phrase) { return .none }
        if language.agreements.contains(phrase) { return choices.count == 1 ? .yes : .other }
        if language.phrases[phrase]?.contains(where: { $0 == [.all] || $0 == [.both] }) == true { return both(choices) }
        if let chosen = choice(of: phrase, choices) { return .chosen([chosen]) }
        if words.count == 1, let number = Double(words[0]) ?? language.numbers[words[0]],
            let index = Int(exactly: number), choices.indices.contains(index - 1)
        {
            return .chosen([choices[index - 1]])
        }
        return named(sentence, choices)
    }

    /// The only choice with the level that was said: "away".
    private func choice(of phrase: String, _ choices: [SpokenCommand]) -> SpokenCommand? {
        let levels = (language.phrases[phrase] ?? []).compactMap { atoms -> SpokenValue? in
            if case .value(.level(let level))? = atoms.first { .level(level) } else { nil }
        }
        let chosen = choices.filter { $0.value.map(levels.contains) ?? false }
        return chosen.count == 1 ? chosen[0] : nil
    }

    /// Several locked things are never opened by one answer, and a thing is never set to several values.
    private func both(_ choices: [SpokenCommand]) -> Answer {
        let isOneThing = Set(choices.map(\.targets)).count < choices.count
        return isOneThing || choices.contains(where: \.needsYes) ? .other : .chosen(choices)
    }

    private func named(_ sentence: Sentence, _ choices: [SpokenCommand]) -> Answer {
        let edges = Tagger(sentence: sentence, home: home, language: language).edges(slips: nil)
        guard sentence.words.count <= SentenceReader.mostWords, let path = PathFinder.paths(edges).first?.path else {
            return .other
        }
        var things: Set<String> = []
        var rooms: Set<String> = []
        for atom in path.flatMap(\.atoms) {
            switch atom {
            case .name(.things(let found), .exact): for thing in found { things.insert(home.things[thing].id) }
            case .name(.place(let place), _): rooms.formUnion(home.places[place].roomIDs)
            case .filler, .leading, .ambiguous, .and: break
            default: return .other
            }
        }
        guard !things.isEmpty || !rooms.isEmpty else { return .other }
        let chosen = choices.filter { choice in
            choice.targets.contains { target in
                let room = home.things.first { $0.id == target.id && $0.endpoint == target.endpoint }?.roomID
                return (things.isEmpty || things.contains(target.id))
                    && (rooms.isEmpty || room.map { rooms.contains($0) } ?? false)
            }
        }
        return chosen.isEmpty || chosen.count == choices.count && choices.count > 1 ? .other : .chosen(chosen)
    }
}
