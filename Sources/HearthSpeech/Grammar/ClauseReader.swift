/// Makes commands of the meanings of a sentence's parts.
struct ClauseReader {
    let house: SpokenHouse
    let speaker: Speaker

    /// The result for one way to read a sentence.
    enum Result {
        case commands([SpokenCommand])
        case choices([SpokenCommand])
        /// It is a command for nothing in the home.
        case nothingFits
        case noCommand
    }

    /// The most commands in a sentence.
    private static let mostCommands = 4

    /// Reads meanings as one command, or as several that "and" joins.
    func read(_ atoms: ArraySlice<Atom>, depth: Int = 1) -> Result {
        if depth < Self.mostCommands {
            for (index, atom) in zip(atoms.indices, atoms) where atom == .and {
                let (left, right) = (atoms[..<index], atoms[(index + 1)...])
                guard Self.isClause(left), Self.isClause(right), case .commands(let first) = single(left),
                    case .commands(let rest) = read(right, depth: depth + 1)
                else { continue }
                return .commands(first + rest)
            }
        }
        return single(atoms)
    }

    /// Whether meanings may be a command of their own.
    private static func isClause(_ atoms: ArraySlice<Atom>) -> Bool {
        atoms.contains { atom in
            switch atom {
            case .concept(let concept): ![.to, .by, .act].contains(concept)
            case .value: true
            default: false
            }
        }
    }

    private func single(_ atoms: ArraySlice<Atom>) -> Result {
        guard let clause = Clause(atoms, house: house, speaker: speaker) else { return .noCommand }
        var result = Result.noCommand
        for candidate in candidates(clause) {
            switch resolved(candidate, clause) {
            case .commands(let commands): return .commands(commands)
            case .choices(let commands): if case .choices = result {} else { result = .choices(commands) }
            case .nothingFits: if case .noCommand = result { result = .nothingFits }
            case .noCommand: break
            }
        }
        return result
    }

    /// A verb with its value, before its things are found.
    private struct Candidate {
        let verb: SpokenVerb
        var value: SpokenValue?
        var state: SpokenState?
        let ability: Ability
        let kinds: Set<ThingKind>
    }

    private func candidates(_ clause: Clause) -> [Candidate] {
        let questions = Question.all(of: clause).map {
            Candidate(verb: $0.verb, state: $0.state, ability: $0.ability, kinds: $0.kinds)
        }
        guard questions.isEmpty else { return questions }
        // "Make sure that all lights are off" is a command.
        var concepts = clause.concepts
        if clause.first == .act { concepts.remove(.whether) }
        return Frame.commands.compactMap { frame in
            guard frame.fits(concepts), let value = frame.value(of: clause, concepts) else { return nil }
            return Candidate(verb: frame.verb, value: value, ability: frame.ability, kinds: frame.kinds)
        }
    }

    private func resolved(_ candidate: Candidate, _ clause: Clause) -> Result {
        func command(_ targets: [TargetFinder.Found]) -> SpokenCommand {
            let things = targets.map { SpokenTarget(house.things[$0.thing], $0.reason) }
            return SpokenCommand(
                verb: candidate.verb, value: candidate.value, state: candidate.state,
                targets: things.sorted { ($0.id, $0.endpoint ?? 0) < ($1.id, $1.endpoint ?? 0) },
                places: clause.phrases.flatMap(\.placeNames),
                needsYes: !candidate.verb.isQuestion && candidate.verb.opens
                    && targets.contains { house.things[$0.thing].isGuarded })
        }
        if [.askTime, .askDate].contains(candidate.verb) { return .commands([command([])]) }
        let finder = TargetFinder(
            house: house, speaker: speaker, clause: clause, verb: candidate.verb, ability: candidate.ability,
            kinds: candidate.kinds)
        switch finder.find() {
        case .things(let things): return .commands([command(things)])
        case .choices(let things):
            return .choices(things.map { command([.init(thing: $0, reason: .kind)]) })
        case .nothing: return .nothingFits
        }
    }
}
