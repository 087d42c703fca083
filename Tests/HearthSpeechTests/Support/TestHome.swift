@testable internal import HearthSpeech

/// A home whose names are easy to mistake: names that others begin with, that differ by a digit, that equal a room, a
/// scene or a word of the language.
enum TestHome {
    static func home(_ language: Language) -> SpokenHome {
        let rooms = ["Bath", "Bathroom", "Kitchen", "Living Room", "Cinema", "Hall", "Garage", "Küche"]
        let places =
            rooms.map { SpokenHome.Place(id: $0, names: [$0], roomIDs: [$0]) } + [
                SpokenHome.Place(id: "Upstairs", names: ["Upstairs"], roomIDs: ["Bath", "Bathroom"]),
                SpokenHome.Place(
                    id: "Downstairs", names: ["Downstairs"], roomIDs: ["Kitchen", "Living Room", "Cinema", "Hall"]),
            ]
        return SpokenHome(
            things: things.map { name, room, domain, kind in
                let (kinds, abilities) = SampledSentences.parts(domain, kind)
                return SpokenHome.Thing(
                    id: "\(name)@\(room)", names: [name], roomID: room.isEmpty ? nil : room, kinds: kinds,
                    abilities: abilities, opensGuarded: kind == "unlock",
                    armLevels: domain == "alarm" && kind != "plain" ? ArmLevel.allCases : [])
            }, places: places, homeNames: ["Cottage"], in: language)
    }

    private static let things: [(String, String, String, String)] = [
        ("Lamp 1", "Kitchen", "light", ""), ("Lamp 11", "Kitchen", "light", ""), ("Ceiling", "Kitchen", "light", ""),
        ("Ceiling", "Living Room", "light", ""), ("Off", "Hall", "light", ""), ("All", "Hall", "light", ""),
        ("Mirror", "Bath", "light", ""), ("Shower Light", "Bathroom", "light", ""),
        ("Bücherregal", "Living Room", "light", ""), ("Coffee Maker", "Kitchen", "switch", ""),
        ("Front Door", "Hall", "lock", ""), ("Back Door", "Kitchen", "lock", ""),
        ("Garage Door", "Garage", "cover", "garage"), ("Blind", "Living Room", "cover", "blind"),
        ("Cinema", "", "scene", ""), ("Movie Night", "", "scene", ""), ("Good Night", "", "scene", ""),
        ("Thermostat", "Living Room", "climate", ""), ("Radio", "Kitchen", "media_player", ""),
        ("Television", "Cinema", "media_player", ""), ("Fan", "Cinema", "fan", ""),
        ("Theaterlampe", "Küche", "light", ""), ("Spüle", "Küche", "light", ""), ("Rover", "Hall", "vacuum", ""),
        ("Smoke", "Hall", "binary_sensor", "smoke"), ("Sunset", "Hall", "light", ""), ("Lamp 21", "Hall", "light", ""),
        ("Sonnenuntergang", "Hall", "light", ""), ("Lamp 201", "Hall", "light", ""),
        ("Coming Home", "", "scene", "unlock"), ("House Alarm", "Hall", "alarm", ""),
        ("Shop Alarm", "Garage", "alarm", "plain"),
    ]
}

extension Reading {
    /// The reading in a line: "on Lamp 1@Kitchen, Ceiling@Kitchen", "ask …", or why there is none.
    var line: String {
        switch self {
        case .commands(let commands): commands.map(\.line).joined(separator: " + ")
        case .question(let commands): "ask " + commands.map(\.line).joined(separator: " | ")
        case .misunderstanding(let misunderstanding):
            ([misunderstanding.reason.rawValue] + misunderstanding.words).joined(separator: " ")
        }
    }

    /// Whether something would be done.
    var acts: Bool {
        if case .commands(let commands) = self { !commands.allSatisfy(\.verb.isQuestion) } else { false }
    }
}

extension SpokenCommand {
    fileprivate var line: String {
        var line = verb.rawValue
        if let state { line += " \(state.rawValue)" }
        if let value { line += " \(value)" }
        if !targets.isEmpty { line += " " + targets.map(\.id).joined(separator: ", ") }
        return line + (needsYes ? " after a yes" : "")
    }
}
