internal import Hearth
internal import HearthCalendar
package import HearthTerminal
internal import HearthTraitCore

/// `hearth home`: shows the locations and time zones of structures, and sets them.
package enum HomeCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let listing = try await Connection.open(arguments).listing()
        let (zone, location) = (arguments["time-zone"], try arguments["location"].map(Coordinates.location))
        var shown = listing.structures
        if zone != nil || location != nil {
            let structure = try listing.structure(arguments.positional.first)
            let place = location.map { StructureLocation(latitude: $0.latitude, longitude: $0.longitude) }
            shown = [
                try await CommandError.ofHome(changing: structure.name) {
                    try await structure.update(timeZone: zone, location: place)
                }
            ]
        } else if let word = arguments.positional.first {
            shown = [try listing.structure(word)]
        }
        if arguments.has("json") {
            let list = shown.map { structure in
                JSON.object([
                    ("id", .string(structure.id)), ("name", .string(structure.name)),
                    ("timeZone", .string(structure.timeZone ?? "")),
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
            table.add([structure.name, structure.timeZone ?? "the hub's", place])
        }
        try printLine(table.text(columns: Screen(arguments).columns))
    }
}
