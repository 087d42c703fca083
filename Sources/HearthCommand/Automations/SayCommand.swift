internal import HearthTraitCore

/// `hearth say`: tells a home words that automations wait for.
enum SayCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        guard let words = arguments.positional.first else {
            throw CommandError(.usage, "say what: hearth say \"good night\"")
        }
        let hub = try await Connection.open(arguments)
        let structure = try await hub.house().home(arguments["structure"])
        try await hub.say(words, to: structure)
        try GroupsCommand.tell([("said", words)], "\(structure.name) has heard \(quoted(words))", arguments)
    }
}
