/// A clause that asks: what it asks for, and what the things must be able to do.
struct Question {
    let verb: SpokenVerb
    let state: SpokenState?
    let ability: Ability
    /// The kinds that are meant where only a place was said.
    let kinds: Set<ThingKind>

    private static let asking: Set<Concept> = [.what, .which, .howMany, .whether, .any]
    private static let states: [(Concept, SpokenState, Ability)] = [
        (.on, .on, .power), (.off, .off, .power), (.out, .off, .power), (.open, .open, .opening),
        (.closed, .closed, .opening),
        (.opening, .opening, .opening), (.closing, .closing, .opening), (.locked, .locked, .lock),
        (.unlocked, .unlocked, .lock), (.open, .on, .power), (.closed, .off, .power),
        (.detected, .detected, .detection), (.clear, .clear, .detection), (.armed, .armed, .arming),
        (.disarmed, .disarmed, .arming), (.on, .armed, .arming), (.off, .disarmed, .arming),
    ]

    private static let onlyAsked: Set<Concept> = [.opening, .closing, .locked, .unlocked, .detected]

    /// The questions that a clause may be.
    static func all(of clause: Clause) -> [Question] {
        let concepts = clause.concepts
        guard clause.values.isEmpty, !concepts.contains(.act), !clause.hasException else { return [] }
        let rest = concepts.subtracting(asking)
        // "All shades opening" can be no command.
        let isAsking = !concepts.isDisjoint(with: asking) || clause.saysAll && rest.isSubset(of: onlyAsked)
        switch rest {
        case [.time] where clause.phrases.isEmpty:
            return [Question(verb: .askTime, state: nil, ability: .state, kinds: [])]
        case [.date] where clause.phrases.isEmpty:
            return [Question(verb: .askDate, state: nil, ability: .state, kinds: [])]
        case [.temperature], [.temperature, .state]:
            return [Question(verb: .askTemperature, state: nil, ability: .temperature, kinds: [.thermostat, .sensor])]
        case [.warm], [.warm, .temperature]:
            return [Question(verb: .askTemperature, state: nil, ability: .temperature, kinds: [.thermostat, .sensor])]
        case [] where concepts.contains(.what), [.state] where isAsking || concepts == [.state]:
            return [Question(verb: .askState, state: nil, ability: .state, kinds: [])]
        default: break
        }
        guard isAsking, rest.count == 1 else { return [] }
        return states.filter { rest.contains($0.0) }.map { row in
            Question(verb: form(clause, concepts), state: row.1, ability: row.2, kinds: [])
        } + detections(rest, clause, concepts)
    }

    /// Sensors say "on" and "open", too.
    private static func detections(_ rest: Set<Concept>, _ clause: Clause, _ concepts: Set<Concept>) -> [Question] {
        let state: SpokenState? =
            switch rest {
            case [.on]: .detected
            case [.open]: .open
            case [.closed]: .closed
            default: nil
            }
        return state.map { [Question(verb: form(clause, concepts), state: $0, ability: .detection, kinds: [])] } ?? []
    }

    private static func form(_ clause: Clause, _ concepts: Set<Concept>) -> SpokenVerb {
        if concepts.contains(.howMany) { return .askHowMany }
        if concepts.contains(.which) || concepts.contains(.what) { return .askWhich }
        if clause.saysAll { return .askAll }
        if concepts.contains(.any) { return .askAny }
        return clause.phrases.contains { !$0.names.isEmpty } ? .askIs : .askAny
    }
}
