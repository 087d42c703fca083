/// A part of a sentence with at most one command, as a set of meanings without order.
struct Clause {
    private(set) var concepts: Set<Concept> = []
    private(set) var values: [SpokenValue] = []
    private(set) var phrases: [NounPhrase] = []
    /// What "except" takes out.
    private(set) var exceptions: [NounPhrase] = []
    private(set) var saysAll = false
    private(set) var saysEverywhere = false
    private(set) var saysBoth = false
    /// Whether the value is a number that may also be a time.
    private(set) var isTimed = false
    /// Whether a property was said as a noun: "temperature", but not "warmer".
    private(set) var saysProperty = false
    /// Whether "nearer to its end" was said of a property: "warmer".
    private(set) var isComparative = false
    /// Whether "to" stands before a value, or another word.
    private(set) var saysTo = false
    /// Whether a word was passed over that may also be a concept: "on".
    private(set) var isAmbiguous = false
    /// Whether "on" or "off" was said with a word that also opens or closes.
    private(set) var mayOpenInstead = false
    /// Whether "on" or "off" stands before all things and places.
    private(set) var switchesFirst = false
    /// The first concept, which tells an order from a question.
    private(set) var first: Concept?
    /// Whether "except" was said.
    private(set) var hasException = false

    /// Whether "down 10 %" may mean to 10 %, so that a difference needs a word such as "by".
    let needsBy: Bool

    /// - Returns: nil for words that can't be together.
    init?(_ atoms: ArraySlice<Atom>, home: SpokenHome, speaker: Speaker, needsBy: Bool) {
        self.needsBy = needsBy
        var phrase = NounPhrase()
        func end(_ clause: inout Clause) {
            if !phrase.isEmpty {
                if clause.hasException { clause.exceptions.append(phrase) } else { clause.phrases.append(phrase) }
            }
            phrase = NounPhrase()
        }
        var isDoubtful = false
        var saysSubject = false
        for (index, atom) in zip(atoms.indices, atoms) {
            saysSubject = saysSubject || Self.isSubject(atom)
            switch atom {
            case .concept(.to), .concept(.by):
                guard let next = Self.word(after: index, in: atoms) else { return nil }
                switch next {
                case .value where atom == .concept(.to), .timed where atom == .concept(.to): saysTo = true
                case .value, .timed: concepts.insert(.by)
                // "Auf hoch" is a mode, not a difference.
                case .concept where atom == .concept(.to): saysTo = true
                case .name(.things, _) where atom == .concept(.to): break
                default: return nil
                }
            case .concept(let concept):
                first = first ?? concept
                if [.on, .off].contains(concept), !saysSubject { switchesFirst = true }
                concepts.insert(concept)
                note(concept, before: Self.atom(index + 1, in: atoms))
            case .value(let value): values.append(value)
            case .timed(let number):
                values.append(.number(number))
                isTimed = true
            case .doubtful: isDoubtful = true
            case .opensToo: mayOpenInstead = true
            case .rank:
                // Beside a zone's name: "planta baja". "Kitchen floor lamp" may be a lamp.
                if Self.isZone(Self.atom(index - 1, in: atoms), home)
                    || Self.isZone(Self.atom(index + 1, in: atoms), home)
                {
                    break
                }
                if case .value? = Self.atom(index + 1, in: atoms) { break }
                if case .value? = Self.atom(index - 1, in: atoms) { break }
                return nil
            case .kind(let kind): phrase.kinds.insert(kind)
            case .name(.things(let things), let exactness): phrase.names.append((things, exactness))
            case .name(.place(let place), _): phrase.add(home.places[place])
            case .name(.home, _): phrase.isHome = true
            case .filler: break
            case .leading, .ambiguous:
                if atom == .ambiguous { isAmbiguous = true }
                guard Self.word(after: index, in: atoms) != nil else { return nil }
            case .and:
                guard index > atoms.startIndex, Self.word(after: index, in: atoms) != nil else { return nil }
                // "12 and the mirror" is the rest of a list, not a value for the mirror.
                guard values.isEmpty || !phrases.isEmpty || !phrase.isEmpty || !concepts.isEmpty else { return nil }
                end(&self)
            case .except:
                end(&self)
                guard !hasException else { return nil }
                hasException = true
            case .all: saysAll = true
            case .both: saysBoth = true
            case .everywhere: saysEverywhere = true
            case .here:
                phrase.isHere = true
                guard let room = speaker.roomID else { break }
                phrase.rooms = phrase.rooms.map { $0.intersection([room]) } ?? [room]
            }
        }
        end(&self)
        guard !hasException || !exceptions.isEmpty && Self.isPlain(atoms) else { return nil }
        guard !isDoubtful || isOnlyName else { return nil }
        guard inherit() else { return nil }
    }

    private static func isZone(_ atom: Atom?, _ home: SpokenHome) -> Bool {
        if case .name(.place(let place), _)? = atom { !home.places[place].isRoom } else { false }
    }

    private static func isSubject(_ atom: Atom) -> Bool {
        switch atom {
        case .name, .kind, .all, .both, .here, .everywhere, .concept(.music): true
        default: false
        }
    }

    /// Whether it is no more than "on the ceiling" or "off the kitchen", which says where something is.
    var isWhereabouts: Bool {
        switchesFirst && concepts.isSubset(of: [.on, .off, .music]) && !(phrases.isEmpty && !saysAll)
    }

    /// The next atom that says something; nil at the end of a list's part.
    private static func word(after index: Int, in atoms: ArraySlice<Atom>) -> Atom? {
        let next = atoms[(index + 1)...].first { ![.leading, .ambiguous, .filler].contains($0) }
        return next == .and || next == .except ? nil : next
    }

    private static func atom(_ index: Int, in atoms: ArraySlice<Atom>) -> Atom? {
        atoms.indices.contains(index) ? atoms[index] : nil
    }

    private mutating func note(_ concept: Concept, before next: Atom?) {
        guard [.brightness, .temperature, .volume, .position, .speed].contains(concept) else { return }
        if next == .concept(.more) || next == .concept(.less) { isComparative = true } else { saysProperty = true }
    }

    /// Whether what follows "except" is things and then at most the end of a verb, so that the command is not of them.
    private static func isPlain(_ atoms: ArraySlice<Atom>) -> Bool {
        guard let except = atoms.firstIndex(of: .except) else { return true }
        var hasVerb = false
        for atom in atoms[except...] {
            switch atom {
            case .value, .timed: return false
            case .concept: hasVerb = true
            case .kind, .name, .here, .everywhere, .all, .both: if hasVerb { return false }
            default: break
            }
        }
        return true
    }

    /// Whether nothing was said but a name and verbs.
    private var isOnlyName: Bool {
        phrases.count == 1 && exceptions.isEmpty && phrases[0].names.count + (phrases[0].rooms == nil ? 0 : 1) == 1
            && phrases[0].kinds.isEmpty && !phrases[0].isHere && values.isEmpty && !saysAll && !saysBoth
            && !saysEverywhere
    }

    /// Gives phrases with a place only the things of the phrase before, or else after: "the lights in the kitchen and
    /// the hall", "the kitchen and hall lights".
    private mutating func inherit() -> Bool {
        for index in phrases.indices where !phrases[index].saysThings {
            let before = phrases[..<index].last { $0.saysThings }
            let after = phrases[index...].first { $0.saysThings }
            guard let giver = before ?? after else { continue }
            phrases[index].kinds = giver.kinds
            phrases[index].names = giver.names
        }
        for index in exceptions.indices where !exceptions[index].saysThings {
            exceptions[index].kinds = phrases.first { $0.saysThings }?.kinds ?? []
        }
        // Two names without "and" between them are no list.
        return (phrases + exceptions).allSatisfy { $0.names.count <= 1 }
    }
}
