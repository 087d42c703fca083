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
        let found = try await CommandError.ofHome { try await hub.integrations.found() }
        guard case .found(let thing) = try AddCommand.find(word, in: found.filter { !$0.isAdded }) else {
            throw CommandError(
                .refused, "nothing that could be added is called \(quoted(word)); hearth integrations found lists it")
        }
        try await CommandError.ofHome { try await hub.integrations.ignore(id: thing.id) }
        if arguments.has("json") { return try printLine(JSON.object([("ignored", .string(thing.id))]).text) }
        try printLine("\(quoted(thing.name)) is ignored")
        printError("\(ShellLine.hearth("integrations", "unignore", thing.name)) shows it again.")
    }

    static func unignore(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let thing = try find(word, in: try await CommandError.ofHome { try await hub.integrations.ignored() })
        try await CommandError.ofHome { try await hub.integrations.stopIgnoring(id: thing.id) }
        if arguments.has("json") { return try printLine(JSON.object([("shown", .string(thing.id))]).text) }
        try printLine("\(quoted(thing.name)) is shown again when it is near")
    }

    static func find(_ word: String, in ignored: [IgnoredDevice]) throws(CommandError) -> IgnoredDevice {
        switch Names.find(word, in: ignored, by: { [$0.name] }, id: { $0.id }) {
        case .one(let thing): return thing
        case .several(let names):
            throw CommandError(
                .refused,
                "\(quoted(word)) could be \(names.map(quoted).joined(separator: ", ")); write it out, or say the ID that "
                    + "hearth integrations ignored --json has")
        case .none(let nearest):
            throw CommandError(
                .refused,
                "nothing that is ignored is called \(quoted(word))"
                    + Names.hint(nearest, "hearth integrations ignored lists it"))
        }
    }
}
