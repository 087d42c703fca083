internal import HearthTraitCore

/// `hearth rename DEVICE|ROOM|STRUCTURE NAME`
enum RenameCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let item = try await hub.house().item(arguments.positional[0])
        try await rename(item, arguments.positional[1], hub, arguments)
    }

    /// Also used by `hearth rooms rename`.
    static func rename(
        _ item: House.Item, _ name: String, _ hub: HubClient, _ arguments: Arguments
    ) async throws(CommandError) {
        let new = try await hub.rename(item, to: name)
        if arguments.has("json") {
            try printLine(JSON.object([(item.kind, .string(item.id)), ("name", .string(new))]).text)
        } else {
            try printLine("\(item.name): the \(item.kind) is called \(quoted(new)) now")
        }
    }
}
