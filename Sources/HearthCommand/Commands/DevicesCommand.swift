internal import HearthTraitCore

/// `hearth devices`: one line for each device.
enum DevicesCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let house = try await Connection.open(arguments).house()
        if arguments.has("json") {
            try printLine(JSON.array(house.devices.map(json)).text)
            return
        }
        var table = Table(["ROOM", "DEVICE", "TYPE", "STATE", "ONLINE"])
        for device in house.devices {
            let state = DeviceSummary.text(of: device) ?? "-"
            table.add([device.room ?? "-", device.name, device.typeName, state, online(device.state)])
        }
        try printLine(table.text)
    }

    private static func json(_ device: House.Device) -> JSON {
        .object([
            ("id", .string(device.id)), ("name", .string(device.name)), ("structure", .string(device.structure)),
            ("room", device.room.map { .string($0) } ?? .null), ("type", .string(device.typeName)),
            ("state", DeviceSummary.text(of: device).map { .string($0) } ?? .null),
            ("connectivity", .string("\(device.state)")),
        ])
    }

    static func online(_ state: ConnectivityState) -> String {
        switch state {
        case .online: "yes"
        case .offline: "no"
        case .partiallyOnline: "partly"
        case .unknown: "?"
        }
    }
}
