internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth move DEVICE ROOM`, `hearth move DEVICE --out`
package enum MoveCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let word = arguments.positional.dropFirst().first
        guard (word == nil) == arguments.has("out") else {
            throw CommandError(.usage, "say the ROOM to move the device to, or --out for no room")
        }
        let listing = try await Connection.open(arguments).listing()
        let device = try listing.device(arguments.positional[0])
        let room: Room? = if let word { try listing.room(word, in: device.structureID) } else { nil }
        let structure = try listing.structure(withID: device.structureID)
        try await CommandError.ofHome(changing: device.name) {
            _ = try await structure.move(device: device.object, to: room)
        }
        if arguments.has("json") {
            let place = room.map { JSON.string($0.name) } ?? .null
            try printLine(JSON.object([("device", .string(device.id)), ("room", place)]).text)
        } else {
            try printLine("\(device.name): " + (room.map { "it is in \($0.name) now" } ?? "it is in no room now"))
        }
    }
}
