/// Makes commands of the meanings of a sentence's parts.
struct ClauseReader {
    let home: SpokenHome
    let speaker: Speaker
    /// As ``Clause/needsBy``.
    let needsBy: Bool

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

    /// The results of parts of the sentence that were read, for "and" divides it in many ways.
    private var known: [Range<Int>: Result] = [:]
    private var knownRests: [[Int]: Result] = [:]

    init(home: SpokenHome, speaker: Speaker, needsBy: Bool) {
        self.home = home
        self.speaker = speaker
        self.needsBy = needsBy
    }

    /// Reads meanings as one command, or as several that "and" joins.
    mutating func read(_ atoms: ArraySlice<Atom>, depth: Int = 1, _ work: inout Work) -> Result {
        let key = [atoms.startIndex, depth]
        if let result = knownRests[key] { return result }
        let result = divided(atoms, depth, &work)
        knownRests[key] = result
        return result
    }

    private mutating func divided(_ atoms: ArraySlice<Atom>, _ depth: Int, _ work: inout Work) -> Result {
        var hasVerbs = false
        if depth < Self.mostCommands {
            for (index, atom) in zip(atoms.indices, atoms) where atom == .and {
                let (left, right) = (atoms[..<index], atoms[(index + 1)...])
                guard Self.isClause(left), Self.isClause(right) else { continue }
                hasVerbs = hasVerbs || Self.isOrder(left) && Self.isOrder(right)
                guard case .commands(let first) = single(left, &work),
                    case .commands(let rest) = read(right, depth: depth + 1, &work)
                else { continue }
                return .commands(first + rest)
            }
        }
        // One of two orders that fails must not lend its verb to the other.
        return hasVerbs ? .noCommand : single(atoms, &work)
    }

    /// Whether meanings have a verb that starts an order.
    private static func isOrder(_ atoms: ArraySlice<Atom>) -> Bool {
        isClause(atoms)
            && atoms.contains { atom in
                guard case .concept(let concept) = atom else { return false }
                return [
                    .act, .open, .close, .stop, .lock, .unlock, .arm, .disarm, .play, .pause, .mute, .unmute, .start,
                    .dim,
                ].contains(concept)
            }
    }

    /// Whether meanings may be a command of their own.
    private static func isClause(_ atoms: ArraySlice<Atom>) -> Bool {
        atoms.contains { atom in
            switch atom {
            case .concept(let concept): ![.to, .by, .act, .vague].contains(concept)
            case .value, .timed: true
            default: false
            }
        }
    }

    private mutating func single(_ atoms: ArraySlice<Atom>, _ work: inout Work) -> Result {
        if let result = known[atoms.indices] { return result }
        let result = undivided(atoms, &work)
        known[atoms.indices] = result
        return result
    }

    private func undivided(_ atoms: ArraySlice<Atom>, _ work: inout Work) -> Result {
        guard work.spend(atoms.count), let clause = Clause(atoms, home: home, speaker: speaker, needsBy: needsBy)
        else {
            return .noCommand
        }
        var result = Result.noCommand
        for candidate in candidates(clause) {
            switch resolved(candidate, clause, &work) {
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
        guard !clause.isWhereabouts else { return [] }
        // "Make sure that all lights are off" is a command.
        var concepts = clause.concepts
        if clause.first == .act { concepts.remove(.whether) }
        return Frame.commands.compactMap { frame in
            guard frame.fits(concepts), let value = frame.value(of: clause, concepts) else { return nil }
            return Candidate(verb: frame.verb, value: value, ability: frame.ability, kinds: frame.kinds)
        }
    }

    private func resolved(_ candidate: Candidate, _ clause: Clause, _ work: inout Work) -> Result {
        func command(_ targets: [TargetFinder.Found], _ value: SpokenValue?) -> SpokenCommand {
            let things = targets.map { SpokenTarget(home.things[$0.thing], $0.reason) }
            return SpokenCommand(
                verb: candidate.verb, value: value, state: candidate.state,
                targets: things.sorted { ($0.id, $0.endpoint ?? 0) < ($1.id, $1.endpoint ?? 0) },
                places: clause.phrases.flatMap(\.placeNames),
                needsYes: !candidate.verb.isQuestion && candidate.verb.opens
                    && targets.contains { home.things[$0.thing].isGuarded })
        }
        if [.askTime, .askDate].contains(candidate.verb) { return .commands([command([], nil)]) }
        guard work.spend(home.things.count * max(1, clause.phrases.count + clause.exceptions.count)) else {
            return .noCommand
        }
        let finder = TargetFinder(
            home: home, speaker: speaker, clause: clause, verb: candidate.verb, ability: candidate.ability,
            kinds: candidate.kinds)
        switch finder.find() {
        case .things(let things):
            guard things.allSatisfy({ home.things[$0.thing].takes(candidate.value) }) else { return .noCommand }
            guard let only = things.first, things.count == 1 else {
                return .commands([command(things, candidate.value)])
            }
            let values = values(of: candidate, for: only.thing)
            let commands = values.map { command(things, $0) }
            return commands.count == 1 ? .commands(commands) : .choices(commands)
        case .choices(let things):
            let commands = things.filter { home.things[$0].takes(candidate.value) }.flatMap { thing in
                values(of: candidate, for: thing).map { command([.init(thing: thing, reason: .kind)], $0) }
            }
            return commands.isEmpty ? .noCommand : .choices(Array(commands.prefix(TargetFinder.mostChoices)))
        case .nothing: return .nothingFits
        case .several: return .noCommand
        }
    }

    /// The value that was said, or those that a person must choose from: an alarm system is armed to one of its levels.
    private func values(of candidate: Candidate, for thing: Int) -> [SpokenValue?] {
        let levels = home.things[thing].armLevels
        guard candidate.verb == .arm, candidate.value == nil, !levels.isEmpty else { return [candidate.value] }
        return levels.map(SpokenValue.level)
    }
}
