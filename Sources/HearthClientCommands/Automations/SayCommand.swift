internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth say`: sends a home a spoken phrase that automations wait for.
package enum SayCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        guard let words = arguments.positional.first else {
            throw CommandError(.usage, "the phrase is missing, as in hearth say \"good night\"")
        }
        let hub = try await Connection.open(arguments)
        let structure = try await hub.listing().ownStructure(arguments["structure"])
        let ids = try await CommandError.ofHome(changing: structure.name) { try await structure.say(words) }
        guard !ids.isEmpty else {
            throw CommandError(
                .refused,
                "nothing in \(structure.name) waits for \(quoted(words)); hearth automations lists the automations")
        }
        let names = try await hub.automations(of: [structure]).filter { ids.contains($0.id) }.map(\.name)
        try GroupsCommand.tell(
            [("said", words), ("automations", names.joined(separator: ", "))],
            "\(structure.name) has heard \(quoted(words)), for which \(names.map(quoted).joined(separator: " and ")) "
                + "\(names.count == 1 ? "waits" : "wait")", arguments)
    }
}
