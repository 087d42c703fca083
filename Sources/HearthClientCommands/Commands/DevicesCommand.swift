internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// `hearth devices [ROOM…]`: the devices with their state, by room.
package enum DevicesCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let listing = try await Connection.open(arguments).listing()
        var wanted: Set<String> = []
        for word in arguments.positional { wanted.insert(try listing.room(word).id) }
        let devices = listing.devices.filter { wanted.isEmpty || wanted.contains($0.roomID ?? "") }
        if arguments.has("json") { return try printLine(JSON.array(devices.map(json)).text) }
        guard !devices.isEmpty else {
            return try printLine(wanted.isEmpty ? "The home has no devices." : "There are no devices in it.")
        }
        try printStyled(text(devices, listing, screen, withTypes: arguments.has("types")))
    }

    /// A heading for each room, and a line for each device.
    static func text(_ devices: [HomeListing.Device], _ listing: HomeListing, _ screen: Screen, withTypes: Bool)
        -> String
    {
        let columns = screen.columns ?? .max
        let names = devices.map { columnCount(printable($0.name)) }.max() ?? 0
        let nameWidth = min(names, max(12, columns / 2 - 4))
        let states = devices.map { columnCount(printable(state(of: $0).text)) }.max() ?? 0
        let stateWidth = min(states, max(8, columns - nameWidth - 4 - (withTypes ? 22 : 0)))
        var lines: [String] = []
        var heading: String?
        for device in devices {
            let room = title(device, listing)
            if room != heading {
                if heading != nil { lines.append("") }
                lines.append(screen.text(cut(printable(room), to: columns), .bold))
                heading = room
            }
            let state = state(of: device)
            var line = "  \(screen.cell(device.name, columns: nameWidth))  "
            line += screen.cell(state.text, columns: stateWidth, state.style)
            if withTypes { line += "  " + screen.cell(device.typeName, columns: min(20, columns), .dim) }
            while line.last == " " { line.removeLast() }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    /// The room's name, after the structure's if there are several.
    private static func title(_ device: HomeListing.Device, _ listing: HomeListing) -> String {
        let room = device.room ?? "In no room"
        return listing.structures.count > 1 ? "\(device.structure) · \(room)" : room
    }

    private static func state(of device: HomeListing.Device) -> (text: String, style: Screen.Style?) {
        let state = device.deviceState
        let words = state.words ?? "-"
        switch device.state {
        case .offline: return ("offline (was: \(words))", .red)
        case .partiallyOnline: return ("\(words) (partly offline)", .yellow)
        case .unknown: return ("not known yet", .yellow)
        case .online: return (words, state.isAlarming ? .alarm : state.isActive == true ? .green : .dim)
        }
    }

    private static func json(_ device: HomeListing.Device) -> JSON {
        let state = device.deviceState
        return .object([
            ("id", .string(device.id)), ("name", .string(device.name)), ("structure", .string(device.structure)),
            ("room", device.room.map { .string($0) } ?? .null), ("type", .string(device.typeName)),
            ("state", state.json), ("summary", state.words.map { .string($0) } ?? .null),
            ("connectivity", .string("\(device.state)")), ("bridge", device.bridgeID.map { .string($0) } ?? .null),
        ])
    }
}

extension ConnectivityState {
    /// A device's connectivity in words.
    var word: String {
        switch self {
        case .online: "online"
        case .offline: "offline"
        case .partiallyOnline: "partly offline"
        case .unknown: "not known yet"
        }
    }
}
