internal import HearthCalendar
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth home`: shows the locations and time zones of structures, and sets them.
package enum HomeCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let (zone, location) = (arguments["time-zone"], try arguments["location"].map(Coordinates.location))
        var shown = house.structures
        if zone != nil || location != nil {
            let structure = try house.structure(arguments.positional.first)
            let place = location.map { Hearth_V1_Location(latitude: $0.latitude, longitude: $0.longitude) }
            let new = try await hub.place(structure, timeZone: zone, location: place)
            shown = [
                House.Structure(
                    id: structure.id, name: structure.name, timeZone: new?.timeZone ?? "", location: new?.location)
            ]
        } else if let word = arguments.positional.first {
            shown = [try house.structure(word)]
        }
        if arguments.has("json") {
            let list = shown.map { structure in
                JSON.object([
                    ("id", .string(structure.id)), ("name", .string(structure.name)),
                    ("timeZone", .string(structure.timeZone)),
                    (
                        "location",
                        structure.location.map {
                            .object([
                                ("latitude", .number("\($0.latitude)")), ("longitude", .number("\($0.longitude)")),
                            ])
                        } ?? .null
                    ),
                ])
            }
            return try printLine(JSON.array(list).text)
        }
        var table = Table(["STRUCTURE", "TIME ZONE", "LOCATION"])
        for structure in shown {
            let place = structure.location.map { "\($0.latitude),\($0.longitude)" } ?? ""
            table.add([structure.name, structure.timeZone.isEmpty ? "the hub's" : structure.timeZone, place])
        }
        try printLine(table.text(columns: Screen(arguments).columns))
    }
}
