internal import Hearth
internal import HearthBase
internal import HearthTerminal
internal import HearthTraitCore

/// `hearth integrations ignore`, `unignore` and `ignored`: found things that people do not want to see.
enum IgnoreCommand {
    static func list(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let (ignored, kinds) = try await CommandError.ofHome {
            (try await hub.integrations.ignored(), try await hub.integrations.kinds())
        }
        if arguments.has("json") { return try printLine(JSON.array(ignored.map(IntegrationWords.json)).text) }
        guard !ignored.isEmpty else { return try printLine("Nothing that was found is ignored") }
        try printLine(IntegrationWords.table(ignored, kinds).text(columns: screen.columns))
    }

    static func ignore(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let (found, ignored) = try await CommandError.ofHome {
            (try await hub.integrations.found(), try await hub.integrations.ignored())
        }
        let thing = try find(word, in: found.filter { !$0.isAdded })
        try await CommandError.ofHome { try await hub.integrations.ignore(id: thing.id) }
        if arguments.has("json") { return try printLine(JSON.object([("ignored", .string(thing.id))]).text) }
        try printLine("\(quoted(thing.name)) is ignored")
        printError("\(showing(thing.id, named: thing.name, among: ignored)) shows it again.")
    }

    static func unignore(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let thing = try find(word, in: try await CommandError.ofHome { try await hub.integrations.ignored() })
        try await CommandError.ofHome { try await hub.integrations.stopIgnoring(id: thing.id) }
        if arguments.has("json") { return try printLine(JSON.object([("shown", .string(thing.id))]).text) }
        try printLine("\(quoted(thing.name)) is shown again when it is near")
    }

    /// The command that shows an ignored thing again: by its name, or by its ID if the name is empty or not its alone.
    static func showing(_ id: String, named name: String, among ignored: [IgnoredDevice]) -> String {
        let key = ObjectName.key(name)
        let isItsAlone = ignored.allSatisfy { $0.id == id || $0.id != name && ObjectName.key($0.name) != key }
        let word = isItsAlone && !key.isEmpty ? name : id
        return "\(ShellLine.hearth("integrations", "unignore")) \(ShellLine.last(word))"
    }

    /// Finds a thing to ignore by its name, address or ID. A number of the list that a person has read may be that of
    /// another thing by now, and a person does not see what is hidden by mistake.
    static func find(_ word: String, in found: [FoundDevice]) throws(CommandError) -> FoundDevice {
        let list = "hearth integrations found"
        guard Int(word) == nil else {
            throw CommandError(
                .refused,
                "\(word) is no name: the numbers of hearth add change with each thing that comes, goes or is ignored; "
                    + "write its name or address, \(orID(list))")
        }
        let match = Names.find(word, in: found, by: { [$0.name] }, id: { $0.address == word ? word : $0.id })
        return try only(match, word, "nothing that could be added", list)
    }

    static func find(_ word: String, in ignored: [IgnoredDevice]) throws(CommandError) -> IgnoredDevice {
        let match = Names.find(word, in: ignored, by: { [$0.name] }, id: { $0.id })
        return try only(match, word, "nothing that is ignored", "hearth integrations ignored")
    }

    private static func only<Thing>(
        _ match: Names.Match<Thing>, _ word: String, _ none: String, _ list: String
    ) throws(CommandError) -> Thing {
        switch match {
        case .one(let thing): return thing
        case .several(let names):
            throw CommandError(
                .refused,
                "\(quoted(word)) could be \(names.map(quoted).joined(separator: ", ")); write it out, \(orID(list))")
        case .none(let nearest):
            throw CommandError(
                .refused, "\(none) is called \(quoted(word))" + Names.hint(nearest, "\(list) lists it"))
        }
    }

    private static func orID(_ list: String) -> String { "or say the ID that \(list) --json has" }
}
