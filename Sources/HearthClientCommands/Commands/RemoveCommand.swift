internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth remove DEVICE`
package enum RemoveCommand {
    package static let forget = Arguments.Option(
        "forget", nil,
        "Lets the hub keep no name, room or history for the case that it is added again. Also for a removed device, by ID."
    )

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let listing = try await Connection.open(arguments).listing()
        let word = arguments.positional[0]
        let device: HomeListing.Device
        do throws(CommandError) {
            device = try listing.device(word)
        } catch {
            // A name that several devices have is no removed device's ID.
            guard arguments.has("forget"),
                case .none = Names.find(word, in: listing.devices, by: { $0.names }, id: { $0.id })
            else { throw error }
            return try await forgetRemoved(word, listing, arguments)
        }
        let place = device.room.map { " in \($0)" } ?? ""
        let behind = listing.devices(behind: device).map(\.name)
        let with = behind.isEmpty ? "" : ", and with it \(behind.joined(separator: ", "))"
        let action = arguments.has("forget") ? "Remove and forget" : "Remove"
        try Confirmation.ask(
            "\(action) \(quoted(device.name))\(place), a \(device.typeName), id \(device.id)\(with)?",
            else: "\(device.name) stays",
            arguments)
        let removed = try await listing.remove(device, forgetting: arguments.has("forget"))
        if arguments.has("json") { return try printJSON(removed) }
        let others = removed.filter { $0 != device.id }.map { id in
            listing.devices.first { $0.id == id }?.name ?? id
        }
        let more = others.isEmpty ? "" : ", and with it \(others.joined(separator: ", "))"
        try printLine("\(device.name) is removed\(more)")
    }

    /// Lets the hub forget a device that was removed before.
    private static func forgetRemoved(
        _ id: String, _ listing: HomeListing, _ arguments: Arguments
    ) async throws(CommandError) {
        guard let structure = listing.structures.first else {
            throw CommandError(.refused, "the hub has no structure, so it has no removed device either")
        }
        try Confirmation.ask(
            "Forget the removed device \(quoted(id))?", else: "the hub keeps what it has of it", arguments)
        let removed = try await CommandError.ofHome(changing: id) {
            try await structure.removeDevice(id: id, forgetting: true)
        }
        if arguments.has("json") { return try printJSON(removed) }
        try printLine("\(printable(id)) is forgotten")
    }

    private static func printJSON(_ removed: [String]) throws(CommandError) {
        try printLine(JSON.object([("removed", .array(removed.map { .string($0) }))]).text)
    }
}
