package import HearthTerminal
internal import HearthTraitCore

/// `hearth rename DEVICE|ROOM|STRUCTURE NAME`; with `--endpoint`, a part of the device.
package enum RenameCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let (word, name) = (arguments.positional[0], arguments.positional[1])
        if let endpoint = try Connection.endpoint(arguments) {
            try await rename(endpoint, of: try house.device(word), name, hub, arguments)
        } else {
            try await rename(try house.item(word), name, hub, arguments)
        }
    }

    /// Names a part of a device; an empty name removes the part's name.
    private static func rename(
        _ endpoint: UInt16, of device: House.Device, _ name: String, _ hub: HubClient, _ arguments: Arguments
    ) async throws(CommandError) {
        let new = try await hub.rename(part: endpoint, of: device, to: name)
        if arguments.has("json") {
            let words: [(String, JSON)] = [
                ("device", .string(device.id)), ("endpoint", .number(endpoint)), ("name", .string(new)),
            ]
            try printLine(JSON.object(words).text)
        } else {
            let what = new.isEmpty ? "has no name" : "is called \(quoted(new))"
            try printLine("\(device.name): endpoint \(endpoint) \(what) now")
        }
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
