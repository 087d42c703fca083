internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth integrations entities`: the parts of a device, and which of them the home has.
package enum EntitiesCommand {
    package static let options: [Arguments.Option] = [
        .init("show", "PART", "Of a device's entities, one to show; may be repeated."),
        .init("hide", "PART", "Of a device's entities, one to leave out again; may be repeated."),
    ]

    static func run(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let device = try await hub.listing().device(word)
        var entities = try await CommandError.ofHome { try await hub.integrations.entities(ofDevice: device.id) }
        for (option, isShown) in [("show", true), ("hide", false)] where !arguments.all(option).isEmpty {
            let known = entities
            let keys = try arguments.all(option).map { word throws(CommandError) in try find(word, in: known).key }
            entities = try await CommandError.ofHome {
                try await hub.integrations.show(keys, isShown, ofDevice: device.id)
            }
        }
        if arguments.has("json") { return try printLine(JSON.array(entities.map(json)).text) }
        guard !entities.isEmpty else { return try printLine("\(printable(device.name)) has no parts.") }
        try printLine(table(entities).text(columns: screen.columns))
    }

    static func find(_ word: String, in entities: [DeviceEntity]) throws(CommandError) -> DeviceEntity {
        switch Names.find(word, in: entities, by: { [$0.name, $0.key] }) {
        case .one(let entity): return entity
        case .several(let names):
            throw CommandError(
                .refused, "\(quoted(word)) could be \(names.map(quoted).joined(separator: ", ")); write it out")
        case .none(let nearest):
            throw CommandError(
                .refused,
                "the device has no part \(quoted(word))" + Names.hint(nearest, "without --show they are listed"))
        }
    }

    static func table(_ entities: [DeviceEntity]) -> Table {
        var table = Table(["PART", "KEY", "CATEGORY", "STATE"])
        for entity in entities {
            table.add([
                entity.name.isEmpty ? "the device itself" : entity.name, entity.key, text(entity.category),
                text(entity),
            ])
        }
        return table
    }

    private static func text(_ category: DeviceEntity.Category) -> String {
        switch category {
        case .main: "main"
        case .setting: "setting"
        case .diagnostic: "diagnostic"
        case .unknown: "?"
        }
    }

    private static func text(_ entity: DeviceEntity) -> String {
        choice(entity) + (entity.isAssumed && entity.isShown ? "; its state is assumed" : "")
    }

    private static func choice(_ entity: DeviceEntity) -> String {
        switch entity.leftOut {
        case nil: entity.isChoice ? "shown" : "always shown"
        case .turnedOff: "left out; --show adds it"
        case .unsupported(let reason): "not supported: \(reason)"
        case .tooMany: "left out: the device has too many parts"
        case .unknown: "left out"
        }
    }

    private static func json(_ entity: DeviceEntity) -> JSON {
        .object([
            ("key", .string(entity.key)), ("name", .string(entity.name)),
            ("category", .string(text(entity.category))), ("shown", .bool(entity.isShown)),
            ("choice", .bool(entity.isChoice)),
            ("assumed", .bool(entity.isAssumed)), ("state", .string(text(entity))),
        ])
    }
}
