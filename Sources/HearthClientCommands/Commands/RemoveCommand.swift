internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth remove DEVICE`
package enum RemoveCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let listing = try await Connection.open(arguments).listing()
        let device = try listing.device(arguments.positional[0])
        let place = device.room.map { " in \($0)" } ?? ""
        let behind = listing.devices(behind: device).map(\.name)
        let with = behind.isEmpty ? "" : ", and with it \(behind.joined(separator: ", "))"
        try Confirmation.ask(
            "Remove \(quoted(device.name))\(place), a \(device.typeName), id \(device.id)\(with)?",
            else: "\(device.name) stays",
            arguments)
        let removed = try await listing.remove(device)
        if arguments.has("json") {
            try printLine(JSON.object([("removed", .array(removed.map { .string($0) }))]).text)
            return
        }
        let others = removed.filter { $0 != device.id }.map { id in
            listing.devices.first { $0.id == id }?.name ?? id
        }
        let more = others.isEmpty ? "" : ", and with it \(others.joined(separator: ", "))"
        try printLine("\(device.name) is removed\(more)")
    }
}
