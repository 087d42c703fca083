/// Who says a sentence.
package struct Speaker: Sendable {
    /// The room in which the speaker is; nil if unknown.
    package var roomID: String?

    package init(roomID: String? = nil) {
        self.roomID = roomID
    }
}

/// Reads sentences about a home. A sentence with a word that has no meaning is never a command.
package struct SentenceReader: Sendable {
    /// The most characters of a sentence.
    package static let mostCharacters = 500
    /// The most words of a sentence.
    package static let mostWords = 60
    /// The steps that the search for misspelled names may take.
    static let slipSteps = 20_000
    /// How much a way to read a sentence may cost more than the cheapest one.
    static let margin = 5

    let home: SpokenHome
    let language: Language

    package init(home: SpokenHome, language: Language) {
        self.home = home
        self.language = language
    }

    /// Reads a sentence.
    package func read(_ text: String, by speaker: Speaker = Speaker()) -> Reading {
        var work = Work()
        return read(text, by: speaker, &work)
    }

    /// - Parameter work: the steps for it.
    func read(_ text: String, by speaker: Speaker, _ work: inout Work) -> Reading {
        guard text.utf8.count <= 4 * Self.mostCharacters, text.count <= Self.mostCharacters else {
            return .misunderstanding(Misunderstanding(.tooLong))
        }
        let sentence = Sentence(text, elisions: language.elisions)
        guard !sentence.words.isEmpty else { return .misunderstanding(Misunderstanding(.empty)) }
        guard sentence.words.count <= Self.mostWords else { return .misunderstanding(Misunderstanding(.tooLong)) }
        // "Arrête d'allumer" has only words that mean something.
        if let words = language.negation(in: sentence) {
            return .misunderstanding(Misunderstanding(.negated, words))
        }
        let tagger = Tagger(sentence: sentence, home: home, language: language)
        var edges = tagger.edges(slips: nil)
        if Tagger.explained(edges).contains(false) { edges = tagger.edges(slips: Self.slipSteps) }
        let paths = PathFinder.paths(edges)
        guard let cheapest = paths.first?.cost else { return .misunderstanding(reason(sentence, edges)) }
        return reading(of: paths.prefix { $0.cost <= cheapest + Self.margin }, sentence, by: speaker, &work)
    }

    private func reading(
        of paths: some Sequence<(cost: Int, path: [Edge])>, _ sentence: Sentence, by speaker: Speaker,
        _ work: inout Work
    ) -> Reading {
        var best: (cost: Int, readings: [[SpokenCommand]])?
        var choices: [SpokenCommand]?
        var fitsNothing = false
        for (cost, path) in paths {
            if let best, cost > best.cost { break }
            let atoms = path.flatMap(\.atoms)
            // "Kitchen lights on?" asks.
            let asks = sentence.isQuestion && !isOrder(atoms, sentence)
            var reader = ClauseReader(home: home, speaker: speaker, needsBy: language.differencesNeedBy)
            let result = reader.read(atoms[...], &work)
            guard !work.isOver else { return .misunderstanding(Misunderstanding(.noCommand)) }
            switch result {
            case .commands(let commands):
                if asks, !commands.allSatisfy(\.verb.isQuestion) { continue }
                if best?.readings.contains(where: { Self.same($0, commands) }) == true { continue }
                best = (cost, (best?.readings ?? []) + [commands])
            case .choices(let commands):
                if asks, !commands.allSatisfy(\.verb.isQuestion) { continue }
                choices = choices ?? commands
            case .nothingFits: fitsNothing = true
            case .noCommand: break
            }
        }
        if let readings = best?.readings {
            if readings.count == 1 { return .commands(readings[0]) }
            // A choice is one command, so that an answer never loses the rest of a sentence.
            guard readings.allSatisfy({ $0.count == 1 }) else { return .misunderstanding(Misunderstanding(.noCommand)) }
            return .question(readings.map { $0[0] })
        }
        if let choices { return .question(choices) }
        let words = sentence.words
        if words.contains(where: language.negations.contains) { return .misunderstanding(Misunderstanding(.negated)) }
        return .misunderstanding(Misunderstanding(fitsNothing ? .nothingFits : .noCommand))
    }

    /// Whether a sentence with "?" is a polite order: "can you open the blinds?", "turn on the light?" As "open" and "zu" are
    /// states, too, they are verbs only before the things: "blinds open?" asks.
    private func isOrder(_ atoms: [Atom], _ sentence: Sentence) -> Bool {
        var mayBeState = false
        for atom in atoms {
            switch atom {
            case .concept(let concept):
                if Self.verbs.contains(concept) || !mayBeState && Self.states.contains(concept) { return true }
            case .name, .kind, .all, .both, .here, .everywhere: mayBeState = true
            default: break
            }
        }
        let text = sentence.words.joined(separator: " ")
        return mayBeState
            && atoms.contains { atom in
                if case .concept(let concept) = atom { Self.states.contains(concept) } else { false }
            } && language.requests.contains { text.hasPrefix($0 + " ") }
    }

    private static let verbs: Set<Concept> = [
        .act, .unlock, .arm, .disarm, .dim, .play, .pause, .start, .run, .clean, .mute, .unmute,
    ]
    private static let states: Set<Concept> = [.open, .close, .lock]

    /// Whether two readings do the same.
    private static func same(_ one: [SpokenCommand], _ other: [SpokenCommand]) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy {
                $0.verb == $1.verb && $0.value == $1.value && $0.state == $1.state && $0.needsYes == $1.needsYes
                    && $0.targets.map(\.id) == $1.targets.map(\.id)
                    && $0.targets.map(\.endpoint) == $1.targets.map(\.endpoint)
            }
    }

    /// Why no way covers a sentence.
    private func reason(_ sentence: Sentence, _ edges: [[Edge]]) -> Misunderstanding {
        let unknown = zip(sentence.words, Tagger.explained(edges)).filter { !$0.1 }.map(\.0)
        if let word = sentence.words.first(where: language.negations.contains) {
            return Misunderstanding(.negated, [word])
        }
        if let word = sentence.words.first(where: language.conditions.contains) {
            return Misunderstanding(.conditional, [word])
        }
        return unknown.isEmpty ? Misunderstanding(.noCommand) : Misunderstanding(.unknownWords, unknown)
    }
}
