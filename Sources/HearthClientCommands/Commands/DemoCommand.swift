internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth demo`: restores virtual devices that were removed, or triggers an input of one.
package enum DemoCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        switch (words.first, words.count) {
        case ("reset", 1): try await reset(arguments)
        case ("remove", 1): try await DemoRemoval.run(arguments)
        case (let input?, 2):
            guard let word = DemoWord.all.first(where: { $0.word == input }) else { throw usage }
            try await play(word, at: words[1], arguments)
        default: throw usage
        }
    }

    private static var usage: CommandError {
        let inputs = DemoWord.all.map(\.word).joined(separator: ", ")
        return CommandError(
            .usage,
            "say reset, remove, or an input and a device, as in hearth demo press Doorbell (\(inputs)); hearth "
                + "serve --demo starts the virtual home")
    }

    private static func reset(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let home = try await hub.home()
        let ids = try await CommandError.ofHome(changing: "the home") { try await home.restoreDevices() }
        if arguments.has("json") {
            return try printLine(JSON.object([("restored", .array(ids.map { .string($0) }))]).text)
        }
        let devices = try await hub.listing().devices
        let names = ids.map { id in devices.first { $0.id == id }?.name ?? id }
        switch names.count {
        case 0: try printLine("No virtual device is missing.")
        case 1: try printLine("\(names.joined()) is back.")
        default: try printLine("\(names.count) devices are back: \(names.joined(separator: ", "))")
        }
    }

    private static func play(
        _ word: DemoWord, at name: String, _ arguments: Arguments
    ) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let devices = try devices(name, for: word, in: await hub.listing())
        let home = try await hub.home()
        for device in devices {
            do throws(HomeError) {
                try await home.play(word.input, on: device.id)
            } catch  where error.code == .unimplemented {
                throw CommandError(.refused, "this hub has no virtual home; hearth serve --demo starts one that has")
            } catch {
                throw CommandError(error)
            }
        }
        if arguments.has("json") {
            let ids = devices.map { JSON.string($0.id) }
            return try printLine(JSON.object([("input", .string(word.word)), ("devices", .array(ids))]).text)
        }
        try printLine("\(devices.map(\.name).joined(separator: ", ")) \(word.outcome).")
    }

    /// The devices that a name finds and that have the input: one by its name or id, or all of a room.
    static func devices(
        _ name: String, for word: DemoWord, in listing: HomeListing
    ) throws(CommandError) -> [HomeListing.Device] {
        let able = listing.devices.filter(word.concerns)
        let key = ObjectName.key(name)
        let inRoom = able.filter { $0.room.map(ObjectName.key) == key }
        guard inRoom.isEmpty else { return inRoom }
        switch Names.find(name, in: able, by: { [$0.name, $0.id] }) {
        case .one(let device): return [device]
        case .several(let names):
            throw CommandError(.refused, "\(quoted(name)) could be \(names.joined(separator: ", "))")
        case .none:
            let known = able.map(\.name).joined(separator: ", ")
            throw CommandError(
                .refused,
                "there is no \(word.devices) called \(quoted(name))"
                    + (able.isEmpty ? " here" : "; \(word.word) works with \(known)"))
        }
    }
}
