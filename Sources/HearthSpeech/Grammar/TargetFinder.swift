/// The things that a clause means for a verb.
struct TargetFinder {
    let home: SpokenHome
    let speaker: Speaker
    let clause: Clause
    let verb: SpokenVerb
    let ability: Ability
    /// The kinds that are meant where only a place was said.
    let kinds: Set<ThingKind>

    /// The result of the search.
    enum Result {
        case things([Found])
        /// A person has to choose, or say the exact name.
        case choices([Int])
        case nothing
        /// A person would have to choose for a part of a list, which would lose the rest.
        case several
    }

    /// A thing and why it is meant.
    struct Found: Hashable {
        let thing: Int
        let reason: SpokenTarget.Reason
    }

    /// The most things that a question offers.
    static let mostChoices = 8

    func find() -> Result {
        var found: [Found] = []
        var seen: Set<Int> = []
        for phrase in phrases {
            switch things(of: phrase) {
            case .things(let things): found += things.filter { seen.insert($0.thing).inserted }
            case .choices where phrases.count > 1: return .several
            case let other: return other
            }
        }
        if clause.hasException {
            let excepted = Set(clause.exceptions.flatMap { all(of: $0) })
            // An exception that takes nothing out is a misunderstanding.
            guard found.contains(where: { excepted.contains($0.thing) }) else { return .nothing }
            found.removeAll { excepted.contains($0.thing) }
        }
        guard !clause.saysBoth || found.count == 2 else { return .nothing }
        return found.isEmpty ? .nothing : .things(found)
    }

    /// The clause's phrases, or an empty one for "everything" and for what needs no things: "pause".
    private var phrases: [NounPhrase] {
        guard clause.phrases.isEmpty else { return clause.phrases }
        return [NounPhrase()]
    }

    private func all(of phrase: NounPhrase) -> [Int] {
        let named = phrase.names.first?.things
        let ofKind = phrase.kinds.isEmpty ? nil : inAll(phrase.kinds)
        return placed(named ?? ofKind ?? Array(home.things.indices), phrase)
    }

    private func things(of phrase: NounPhrase) -> Result {
        if let (things, exactness) = phrase.names.first { return named(things, exactness, phrase) }
        if !phrase.kinds.isEmpty { return ofKind(phrase) }
        return ofPlace(phrase)
    }

    /// Whether the place is where a cleaner cleans, not where it is.
    private var isElsewhere: Bool { verb == .clean || verb == .dock }

    private func isAble(_ thing: Int) -> Bool { home.things[thing].abilities.contains(ability) }

    private func placed(_ things: [Int], _ phrase: NounPhrase) -> [Int] {
        guard let rooms = phrase.rooms else { return things }
        return things.filter { home.things[$0].roomID.map { rooms.contains($0) } ?? false }
    }

    /// The things in the speaker's room if there are some.
    private func nearest(_ things: [Int]) -> [Int] {
        guard let room = speaker.roomID else { return things }
        let near = things.filter { home.things[$0].roomID == room }
        return near.isEmpty ? things : near
    }

    // MARK: Things by name

    private func named(_ things: [Int], _ exactness: NameTable.Exactness, _ phrase: NounPhrase) -> Result {
        var found = (isElsewhere ? things : placed(things, phrase)).filter(isAble)
        if !phrase.kinds.isEmpty, verb != .fanMode {
            found = found.filter { phrase.kinds.isSubset(of: home.things[$0].kinds) }
        }
        guard !found.isEmpty, !phrase.isHere || speaker.roomID != nil else { return .nothing }
        if !phrase.saysPlace, !clause.saysAll { found = nearest(found) }
        if isFanAlone { found = found.filter { home.things[$0].kinds.contains(.fan) } }
        guard !found.isEmpty else { return .nothing }
        if isGuardedEffect(found) {
            guard exactness == .exact, found.count == 1, clause.phrases.count == 1 else {
                return .choices(Array(found.prefix(Self.mostChoices)))
            }
        }
        return .things(found.map { Found(thing: $0, reason: exactness == .exact ? .name : .similarName) })
    }

    /// Whether a mode is meant only for fans: "ceiling fan to low". Thermostats need the word "fan mode".
    private var isFanAlone: Bool { verb == .fanMode && !clause.concepts.contains(.mode) }

    private func isGuardedEffect(_ things: [Int]) -> Bool {
        verb.needsExactName && things.contains { home.things[$0].isGuarded }
    }

    // MARK: Things by kind

    /// The things that have all of some kinds, in their order.
    private func inAll(_ kinds: Set<ThingKind>) -> [Int] {
        guard let rarest = kinds.min(by: { home.byKind[$0, default: []].count < home.byKind[$1, default: []].count })
        else { return [] }
        return home.byKind[rarest, default: []].filter { kinds.isSubset(of: home.things[$0].kinds) }
    }

    /// The doors that people lock or open are their locks. Gates and windows are only with a place and a word for locks, as
    /// "close the window" is not about locks.
    private func meant(_ said: Set<ThingKind>, hasPlace: Bool) -> Set<ThingKind> {
        // Some players do not say that they are televisions.
        if said == [.television], home.byKind[.television] == nil { return [.media] }
        guard ability == .lock else { return said }
        if said.isSubset(of: [.door, .lock]) { return [.lock] }
        let saysLock = !clause.concepts.isDisjoint(with: [.lock, .unlock, .key, .locked, .unlocked])
        return saysLock && hasPlace && said.isSubset(of: Self.lockable) ? [.lock] : said
    }

    private static let lockable: Set<ThingKind> = [.door, .gate, .window, .garageDoor, .shutter, .lock]

    private func ofKind(_ phrase: NounPhrase) -> Result {
        let said = meant(phrase.kinds, hasPlace: phrase.rooms != nil)
        guard !phrase.isHere || speaker.roomID != nil else { return .nothing }
        var found = (isElsewhere ? inAll(said) : placed(inAll(said), phrase)).filter(isAble)
        if isFanAlone { found = found.filter { home.things[$0].kinds.contains(.fan) } }
        guard !found.isEmpty else { return .nothing }
        if verb == .run, found.count > 1 { return .choices(Array(found.prefix(Self.mostChoices))) }
        let isWide =
            phrase.saysPlace || clause.saysAll || clause.saysEverywhere || verb.isQuestion && verb != .askTemperature
        if !isWide { found = nearest(found) }
        if verb.needsExactName {
            let open = found.filter { !home.things[$0].isGuarded }
            if open.isEmpty { return .choices(Array(found.prefix(Self.mostChoices))) }
            found = open
        }
        return .things(found.map { Found(thing: $0, reason: .kind) })
    }

    // MARK: Things by place

    private func ofPlace(_ phrase: NounPhrase) -> Result {
        let isSaid = phrase.saysPlace || clause.saysAll || clause.saysEverywhere
        guard !kinds.isEmpty, !phrase.isHere || speaker.roomID != nil else { return .nothing }
        let openings = openings(in: phrase)
        guard openings.isEmpty else { return .choices(Array(openings.prefix(Self.mostChoices))) }
        var found = kinds.flatMap { home.byKind[$0] ?? [] }.filter { isAble($0) && isMeantByPlace($0) }
        found = Set(found).sorted()
        if !isElsewhere { found = placed(found, phrase) }
        guard !found.isEmpty else { return .nothing }
        if isSaid { return .things(found.map { Found(thing: $0, reason: .place) }) }
        // "Turn off" alone means nothing.
        guard ![.on, .off, .toggle, .open, .close, .lock, .unlock, .stop].contains(verb) else { return .nothing }
        let near = speaker.roomID.map { room in found.filter { home.things[$0].roomID == room } } ?? []
        if !near.isEmpty { return .things(near.map { Found(thing: $0, reason: .place) }) }
        guard found.count == 1 || verb == .askTemperature else {
            return .choices(Array(found.prefix(Self.mostChoices)))
        }
        return .things(found.map { Found(thing: $0, reason: .place) })
    }

    /// What opens and closes in a room that is told to, if some of it guards the home: "close the garage" may mean its door
    /// or its blind.
    private func openings(in phrase: NounPhrase) -> [Int] {
        guard [.open, .close].contains(verb), phrase.rooms != nil, !clause.saysAll, !clause.saysEverywhere else {
            return []
        }
        let found = placed(Array(home.things.indices), phrase).filter { thing in
            isAble(thing) && !home.things[thing].kinds.contains(.valve)
        }
        return found.contains { home.things[$0].isGuarded } ? found : []
    }

    private func isMeantByPlace(_ thing: Int) -> Bool {
        let thing = home.things[thing]
        if verb == .lock { return true }
        return !thing.isGuarded
    }
}
