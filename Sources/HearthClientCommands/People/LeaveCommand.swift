internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth leave`: ends the caller's membership of a home.
package enum LeaveCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let structure = try listing.ownStructure(arguments["structure"])
        let caller = try await hub.caller()
        guard let own = try await ListedMember.all(of: [structure], caller).first(where: \.isSelf) else {
            throw CommandError(.refused, "you are not a member of \(structure.name)")
        }
        let isLast = caller.memberships.count < 2
        let end = isLast ? " It is your only home here: you lose access to the hub." : ""
        try Confirmation.ask("Leave \(quoted(structure.name))?\(end)", else: "you stay", arguments)
        try await own.remove()
        if arguments.has("json") { return try printLine(JSON.object([("left", .string(structure.id))]).text) }
        try printLine("you left \(structure.name)" + (isLast ? ", and have no access to the hub any more" : ""))
    }
}
