internal import HearthTraitCore
internal import HearthWire

/// `hearth demo reset`: brings back the virtual devices that were removed.
enum DemoCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        guard arguments.positional == ["reset"] else {
            throw CommandError(.usage, "say hearth demo reset; hearth serve --demo starts the virtual home")
        }
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
}
