internal import Foundation
internal import HearthJSON

@testable internal import HearthSpeech

/// A file with a home, and sentences with the readings that are expected for it.
struct SampledSentences {
    /// A sentence with its expected reading.
    struct Row {
        let text: String
        let speaker: Speaker
        let verb: String
        let things: [String]
        /// The things of the whole home, where "all" leaves the place open.
        let orThings: [String]?
        let value: SpokenValue?
        let state: String?
        let needsYes: Bool
        /// The things to choose from, if a question is expected.
        let choices: [String]?
    }

    let rows: [Row]
    let home: SpokenHome

    init(_ name: String, in language: Language) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appendingPathComponent("Sentences/\(name).json"))
        let json = try JSONValue(Array(data), bytes: 1 << 22)
        home = Self.home(json["home"] ?? .null, language)
        rows = json["sentences"]?.items.map(Self.row) ?? []
    }

    private static func row(_ json: JSONValue) -> Row {
        func ids(_ name: String) -> [String]? { json[name]?.items.compactMap(\.integer).map { "thing\($0)" }.sorted() }
        return Row(
            text: json["text"]?.string ?? "",
            speaker: Speaker(roomID: json["here"]?.integer.map { "room\($0)" }),
            verb: json["verb"]?.string ?? "", things: ids("things") ?? [], orThings: ids("or"),
            value: value(json["value"]),
            state: json["state"]?.string, needsYes: json["yes"]?.bool ?? false, choices: ids("asks"))
    }

    private static func value(_ json: JSONValue?) -> SpokenValue? {
        guard let unit = json?.items.first?.string, let value = json?.items.last else { return nil }
        return switch unit {
        case "percent": .percent(value.number ?? -1)
        case "degrees": .degrees(value.number ?? -1)
        case "kelvin": .kelvin(value.number ?? -1)
        case "color": .color(value.string == "turquoise" ? "cyan" : value.string ?? "")
        case "mode": .mode(value.string ?? "")
        case "more": .more(value.number)
        case "less": .less(value.number)
        default: nil
        }
    }

    private static func home(_ json: JSONValue, _ language: Language) -> SpokenHome {
        let rooms = json["rooms"]?.items ?? []
        let zones = json["zones"]?.items.compactMap(\.string) ?? []
        let places =
            rooms.enumerated().map { index, room in
                SpokenHome.Place(
                    id: "room\(index)", names: [room.items.first?.string ?? ""], roomIDs: ["room\(index)"])
            }
            + zones.enumerated().map { index, name in
                SpokenHome.Place(
                    id: "zone\(index)", names: [name],
                    roomIDs: Set(rooms.indices.filter { rooms[$0].items.last?.integer == index }.map { "room\($0)" }))
            }
        let things = (json["things"]?.items ?? []).enumerated().map { index, thing in
            let (kinds, abilities) = parts(thing.items[2].string ?? "", thing.items[3].string ?? "")
            return SpokenHome.Thing(
                id: "thing\(index)", names: [thing.items[0].string ?? ""],
                roomID: thing.items[1].integer.map { "room\($0)" }, kinds: kinds, abilities: abilities)
        }
        return SpokenHome(things: things, places: places, homeNames: ["Villa"], in: language)
    }

    /// As the hub's: what guards the home is no cover.
    private static func coverings(_ kind: String) -> Set<ThingKind> {
        switch kind {
        case "garage": [.garageDoor]
        case "gate", "door", "window": [ThingKind(rawValue: kind) ?? .gate]
        default: [.cover, ThingKind(rawValue: kind) ?? .cover]
        }
    }

    /// The kinds and abilities of an entity's domain and class.
    static func parts(_ domain: String, _ kind: String) -> (Set<ThingKind>, Set<Ability>) {
        switch domain {
        case "light": ([.light], [.power, .brightness, .color, .whiteness, .state])
        case "switch": ([.outlet], [.power, .state])
        case "fan": ([.fan], [.power, .fanSpeed, .fanMode, .state])
        case "cover":
            (coverings(kind), [.opening, .position, .state])
        case "lock": ([.lock], [.lock, .state])
        case "alarm": ([.alarm], [.arming, .state])
        case "valve": ([.valve], [.opening, .state])
        case "climate": ([.thermostat], [.power, .targetTemperature, .temperature, .fanMode, .state])
        case "media_player":
            (kind == "tv" ? [.media, .television] : [.media], [.power, .volume, .mute, .playback, .skipping, .state])
        case "vacuum": ([.vacuum], [.cleaning, .docking, .state])
        case "scene", "script": ([.scene], [.running])
        case "binary_sensor": ([.sensor], [.detection, .state])
        default: ([.sensor], [.state])
        }
    }
}

/// What a reading of a sentence is worth.
enum Verdict {
    /// The expected reading.
    case right
    /// Nothing is done: it was not understood, or a question was asked.
    case nothing
    /// A question was answered that was not asked.
    case wrongAnswer
    /// Something else would be done.
    case wrongAct

    init(_ reading: Reading, _ row: SampledSentences.Row) {
        switch reading {
        case .commands(let commands):
            if commands.count == 1, row.choices == nil, row.fits(commands[0]) {
                self = .right
            } else {
                self = commands.allSatisfy(\.verb.isQuestion) ? .wrongAnswer : .wrongAct
            }
        case .question(let commands):
            let ids = commands.flatMap(\.targets).map(\.id).sorted()
            self = row.choices == ids && commands.allSatisfy { $0.verb.rawValue == row.verb } ? .right : .nothing
        case .misunderstanding: self = .nothing
        }
    }
}

extension SampledSentences.Row {
    func fits(_ command: SpokenCommand) -> Bool {
        command.verb.rawValue == verb && [things, orThings].contains(command.targets.map(\.id).sorted())
            && command.value == value
            && command.state?.rawValue == state && command.needsYes == needsYes
    }
}
