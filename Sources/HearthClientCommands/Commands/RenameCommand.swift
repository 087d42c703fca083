internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth rename DEVICE|ROOM|STRUCTURE NAME`; with `--endpoint`, a part of the device.
package enum RenameCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let listing = try await Connection.open(arguments).listing()
        let (word, name) = (arguments.positional[0], arguments.positional[1])
        if let endpoint = try Connection.endpoint(arguments) {
            try await rename(endpoint, of: try listing.device(word), name, arguments)
        } else {
            try await rename(try listing.item(word), name, arguments)
        }
    }

    /// Names a part of a device; an empty name removes the part's name.
    private static func rename(
        _ endpoint: UInt16, of device: HomeListing.Device, _ name: String, _ arguments: Arguments
    ) async throws(CommandError) {
        let new = try await change(endpoint, of: device, name)
        if arguments.has("json") {
            let words: [(String, JSON)] = [
                ("device", .string(device.id)), ("endpoint", .number(endpoint)), ("name", .string(new)),
            ]
            try printLine(JSON.object(words).text)
        } else {
            let what = new.isEmpty ? "has no name" : "is called \(quoted(new))"
            try printLine("\(device.name): endpoint \(endpoint) \(what) now")
        }
    }

    /// Also used by `hearth rooms rename`.
    static func rename(
        _ item: HomeListing.Item, _ name: String, _ arguments: Arguments
    ) async throws(CommandError) {
        let new = try await change(item, name)
        if arguments.has("json") {
            try printLine(JSON.object([(item.kind, .string(item.id)), ("name", .string(new))]).text)
        } else {
            try printLine("\(item.name): the \(item.kind) is called \(quoted(new)) now")
        }
    }

    /// Renames an object. Returns its resulting name.
    private static func change(_ item: HomeListing.Item, _ name: String) async throws(CommandError) -> String {
        if case .part(let part) = item { return try await change(part.endpoint, of: part.device, name) }
        return try await CommandError.ofHome(changing: item.name) {
            switch item {
            case .device(let device): try await device.object.setName(name).name
            case .part(let part): part.name
            case .room(let room): try await room.setName(name).name
            case .zone(let zone): try await zone.setName(name).name
            case .serviceGroup(let group): try await group.setName(name).name
            case .structure(let structure): try await structure.setName(name).name
            }
        }
    }

    /// Names a part of a device. Returns its resulting name.
    private static func change(
        _ endpoint: UInt16, of device: HomeListing.Device, _ name: String
    ) async throws(CommandError) -> String {
        let new = try await CommandError.ofHome(changing: device.name) {
            try await device.object.setName(name, ofPart: endpoint)
        }
        return new.endpoints.first { $0.id == endpoint }.map { $0.name ?? "" } ?? name
    }
}
