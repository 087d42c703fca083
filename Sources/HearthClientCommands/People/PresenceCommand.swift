internal import Hearth
internal import HearthAutomation
package import HearthTerminal
internal import HearthTraitCore

/// `hearth presence`: shows who is at home, and sets whether somebody is.
package enum PresenceCommand {
    private static let words: [(word: String, presence: MemberPresence)] = [
        ("home", .atHome), ("away", .away), ("forget", .notShared),
    ]

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let given = arguments.positional
        guard let word = given.first else { return try await list(arguments) }
        guard let presence = words.first(where: { $0.word == word })?.presence, given.count <= 2 else {
            throw CommandError(.usage, "say home, away or forget, as in hearth presence home [PERSON]")
        }
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let people = try await hub.people(of: PeopleCommand.structures(listing, arguments))
        let person = try whom(given.dropFirst().first, people)
        try await CommandError.ofHome {
            try await person.structure.setPresence(presence, ofMember: person.id)
        }
        if arguments.has("json") {
            return try printLine(JSON.object([("person", .string(person.id)), ("presence", .string(word))]).text)
        }
        let whose = person.isSelf ? "You are" : "\(person.name) is"
        switch presence {
        case .atHome: try printLine("\(whose) at home in \(person.structure.name)")
        case .away: try printLine("\(whose) away from \(person.structure.name)")
        case .notShared: try printLine("\(whose) not counted in \(person.structure.name) any more")
        }
    }

    private static func whom(_ word: String?, _ people: [ListedMember]) throws(CommandError) -> ListedMember {
        if let word { return try PeopleCommand.find(word, in: people) }
        let own = people.filter(\.isSelf)
        guard let first = own.first else {
            throw CommandError(.refused, "you are not a member of a home here; name the person who comes or leaves")
        }
        guard own.count == 1 else {
            let homes = own.map { quoted($0.structure.name) }.joined(separator: ", ")
            throw CommandError(.usage, "you are a member of \(homes); say which with --structure")
        }
        return first
    }

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        var table = Table(["STRUCTURE", "PERSON", "IS"])
        var knows: Set<String> = []
        var rows: [JSON] = []
        let structures = try PeopleCommand.structures(listing, arguments)
        for person in try await hub.people(of: structures) {
            let word = listing.presence(of: person)
            if word != nil { knows.insert(person.structure.id) }
            table.add([person.structure.name, person.name + (person.isSelf ? " (you)" : ""), word ?? "not shared"])
            rows.append(
                .object([
                    ("person", .string(person.id)), ("name", .string(person.name)),
                    ("structure", .string(person.structure.id)), ("presence", word.map { .string($0) } ?? .null),
                ]))
        }
        if arguments.has("json") { return try printLine(JSON.array(rows).text) }
        for structure in structures { try printLine(listing.summary(of: structure)) }
        try printLine("")
        try printLine(table.text(columns: screen.columns))
        if knows.isEmpty {
            try printLine(
                "\nNobody shares their presence yet; set yours with hearth presence home or hearth presence away."
            )
        }
    }
}

extension HomeListing {
    /// Whether anybody is at home, in the state that automations use.
    fileprivate func summary(of structure: Structure) -> String {
        switch values(of: PresenceTraits.Area.id, in: structure)?[PresenceTraits.Area.state] {
        case PresenceTraits.Area.occupied?: "\(structure.name): somebody is at home."
        case PresenceTraits.Area.vacant?: "\(structure.name): nobody is at home."
        default: "\(structure.name): it is not known whether anybody is at home."
        }
    }

    /// The presence of a person if it is shared with the caller; else nil.
    func presence(of person: ListedMember) -> String? {
        typealias People = PresenceTraits.People
        let values = values(of: People.id, in: person.structure)
        for (attribute, word) in [
            (People.atHome, "at home"), (People.away, "away"), (People.unknown, "not said yet"),
        ] {
            if case .list(let people)? = values?[attribute], people.contains(.string(person.id)) { return word }
        }
        return nil
    }
}
