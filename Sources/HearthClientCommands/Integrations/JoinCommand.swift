internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth add --join`: lets new devices into an integration's network, and says what joins. Ending the command closes the
/// network.
package enum JoinCommand {
    package static let options: [Arguments.Option] = [
        .init("join", "INTEGRATION", "Lets new devices into the network of an integration, such as that of a radio."),
        .init("seconds", "NUMBER", "With --join, how long the network is open.", default: "120"),
    ]

    static func run(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        guard arguments.positional.isEmpty else {
            throw CommandError(.usage, "--join takes what joins; leave out \(quoted(arguments.positional[0]))")
        }
        let seconds = try self.seconds(arguments["seconds"])
        let hub = try await Connection.open(arguments)
        let integrations = try await CommandError.ofHome { try await hub.integrations.list() }
        let integration = try IntegrationsCommand.find(word, in: integrations)
        try await CommandError.ofHome {
            var lines = JoinLines(name: integration.name, seconds: seconds)
            for try await state in hub.integrations.joinDevices(id: integration.id, seconds: seconds) {
                if arguments.has("json") {
                    try printLine(json(state).text)
                } else {
                    for line in lines.take(state) { try printLine(line) }
                }
            }
            if !arguments.has("json") { try printLine(lines.end) }
        }
    }

    static func seconds(_ word: String?) throws(CommandError) -> Int {
        guard let word else { return 120 }
        guard let seconds = Int(word), (1...86_400).contains(seconds) else {
            throw CommandError(.usage, "--seconds takes a whole number from 1 to 86400, not \(quoted(word))")
        }
        return seconds
    }

    private static func json(_ state: JoiningState) -> JSON {
        .object([
            ("open", .bool(state.isOpen)),
            (
                "devices",
                .array(
                    state.devices.map { device in
                        .object([
                            ("id", .string(device.id)), ("name", .string(device.name)),
                            ("stage", .string(JoinLines.word(device.stage))),
                            ("maker", device.maker.map { .string($0) } ?? .null),
                            ("model", device.model.map { .string($0) } ?? .null),
                            ("device", device.deviceID.map { .string($0) } ?? .null),
                        ])
                    })
            ),
        ])
    }
}

extension JoiningDevice {
    fileprivate var deviceID: String? {
        if case .ready(let deviceID) = stage { deviceID } else { nil }
    }
}

/// The lines about a network that is open: one for each step of each device.
struct JoinLines {
    let name: String
    let seconds: Int
    private var wasOpen = false
    private var stages: [String: JoiningDevice.Stage] = [:]

    init(name: String, seconds: Int) {
        self.name = name
        self.seconds = seconds
    }

    mutating func take(_ state: JoiningState) -> [String] {
        var lines: [String] = []
        if state.isOpen, !wasOpen {
            lines.append(
                "\(quoted(name)) is open for new devices for \(seconds) s; make them join now. Ctrl-C closes it.")
        }
        for device in state.devices where stages.updateValue(device.stage, forKey: device.id) != device.stage {
            lines.append("\(quoted(device.name)) \(Self.text(device))")
        }
        if wasOpen, !state.isOpen { lines.append("\(quoted(name)) is closed for new devices") }
        wasOpen = state.isOpen
        return lines
    }

    /// The line at the end.
    var end: String {
        let count = stages.values.count { if case .ready = $0 { true } else { false } }
        return count == 1 ? "1 device was added" : "\(count) devices were added"
    }

    private static func text(_ device: JoiningDevice) -> String {
        let model = [device.maker, device.model].compactMap { $0 }.map(printable).joined(separator: " ")
        switch device.stage {
        case .joined: return "has joined"
        case .asking: return "is asked what it is …"
        case .ready: return "is added" + (model.isEmpty ? "" : ": \(model)")
        case .unsupported: return "is not supported" + (model.isEmpty ? "" : ": \(model)")
        case .failed: return "did not say what it is; bring it closer, and let it join again"
        case .unknown: return "is at a step that this program does not know"
        }
    }

    static func word(_ stage: JoiningDevice.Stage) -> String {
        switch stage {
        case .joined: "joined"
        case .asking: "asking"
        case .ready: "ready"
        case .unsupported: "unsupported"
        case .failed: "failed"
        case .unknown: "unknown"
        }
    }
}
