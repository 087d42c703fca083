internal import HearthRPC
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth demo`: restores virtual devices that were removed, or triggers an input of one.
package enum DemoCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        switch (words.first, words.count) {
        case ("reset", 1): try await reset(arguments)
        case ("remove", 1): try await DemoRemoval.run(arguments)
        case (let word?, 2):
            guard let input = DemoInput.all.first(where: { $0.word == word }) else { throw usage }
            try await play(input, at: words[1], arguments)
        default: throw usage
        }
    }

    private static var usage: CommandError {
        let inputs = DemoInput.all.map(\.word).joined(separator: ", ")
        return CommandError(
            .usage,
            "say reset, remove, or an input and a device, as in hearth demo press Doorbell (\(inputs)); hearth "
                + "serve --demo starts the virtual home")
    }

    private static func reset(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let response: Hearth_V1_RestoreDevicesResponse = try await hub.call(
            Hearth_V1_HomeMethods.restoreDevices, Hearth_V1_RestoreDevicesRequest(options: hub.options),
            changing: "the home")
        if arguments.has("json") {
            let ids = response.deviceIDs.map { JSON.string($0) }
            return try printLine(JSON.object([("restored", .array(ids))]).text)
        }
        let devices = try await hub.house().devices
        let names = response.deviceIDs.map { id in devices.first { $0.id == id }?.name ?? id }
        switch names.count {
        case 0: try printLine("No virtual device is missing.")
        case 1: try printLine("\(names.joined()) is back.")
        default: try printLine("\(names.count) devices are back: \(names.joined(separator: ", "))")
        }
    }

    private static func play(
        _ input: DemoInput, at word: String, _ arguments: Arguments
    ) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let devices = try devices(word, for: input, in: await hub.house())
        for device in devices {
            do throws(RPCError) {
                _ = try await Hearth_V1_DemoClient(hub.client).playInput(
                    Hearth_V1_PlayInputRequest(deviceID: device.id, input: input.input),
                    options: CallOptions(timeout: .seconds(10)))
            } catch  where error.code == .unimplemented {
                throw CommandError(.refused, "this hub has no virtual home; hearth serve --demo starts one that has")
            } catch {
                throw CommandError(error)
            }
        }
        if arguments.has("json") {
            let ids = devices.map { JSON.string($0.id) }
            return try printLine(JSON.object([("input", .string(input.word)), ("devices", .array(ids))]).text)
        }
        try printLine("\(devices.map(\.name).joined(separator: ", ")) \(input.outcome).")
    }

    /// The devices that a word names and that have the input: one by its name or id, or all of a room.
    static func devices(
        _ word: String, for input: DemoInput, in house: House
    ) throws(CommandError) -> [House.Device] {
        let able = house.devices.filter(input.concerns)
        let inRoom = able.filter { $0.room?.lowercased() == word.lowercased() }
        guard inRoom.isEmpty else { return inRoom }
        switch Names.find(word, in: able, by: { [$0.name, $0.id] }) {
        case .one(let device): return [device]
        case .several(let names):
            throw CommandError(.refused, "\(quoted(word)) could be \(names.joined(separator: ", "))")
        case .none:
            let known = able.map(\.name).joined(separator: ", ")
            throw CommandError(
                .refused,
                "there is no \(input.devices) called \(quoted(word))"
                    + (able.isEmpty ? " here" : "; \(input.word) works with \(known)"))
        }
    }
}
