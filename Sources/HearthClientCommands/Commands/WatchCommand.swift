internal import Hearth
internal import HearthCombine
package import HearthTerminal
internal import HearthTraitCore

/// `hearth watch [DEVICE|ROOM…]`: prints a line for each change until Ctrl-C, or until the hub refuses the watch for
/// good.
package enum WatchCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        var devices = WatchedDevices()
        var rooms: Set<String> = []
        var words = arguments.positional
        for word in arguments.positional {
            if try listing.meansAll(word) { words = [] }
        }
        for word in words {
            let item = try listing.deviceOrRoom(word)
            switch item {
            case .room(let room): rooms.insert(room.id)
            case .zone(let zone): rooms.formUnion(zone.roomIDs)
            case .structure(let structure):
                rooms.formUnion(listing.rooms.filter { $0.structureID == structure.id }.map(\.id))
                devices.insert(item, of: listing)
            case .device, .part, .serviceGroup: devices.insert(item, of: listing)
            }
        }
        let form: WatchPrinter.Form = arguments.has("json") ? .json : arguments.has("all") ? .attributes : .words
        let home = listing.home
        var printer = WatchPrinter(
            listing: listing, wanted: devices, rooms: rooms, form: form, screen: screen, ownClientID: home.clientID)
        // The names are optional: without them changes are still printed.
        if let people = try? await hub.people(of: listing.structures),
            let names = try? await LogCommand.names(people, hub, listing)
        {
            printer.learn(names: names)
        }
        if form != .json {
            let count = listing.devices.count { device in
                devices.isEmpty && rooms.isEmpty || devices.contains(device.id) || rooms.contains(device.roomID ?? "")
            }
            printError("Watching \(count) \(count == 1 ? "device" : "devices"); Ctrl-C ends it.")
        }
        let renewal = Task { await hub.keepKey() }
        defer { renewal.cancel() }
        // Ask only once: what the hub can't describe now it won't describe later.
        var asked: Set<UInt32> = []
        do {
            for try await change in home.changes().values {
                let unknown = printer.unknownTraits(in: change).subtracting(asked)
                if !unknown.isEmpty {
                    asked.formUnion(unknown)
                    printer.learn(try await hub.schemas(unknown))
                }
                if printer.hasNewDevice(change) { printer.learn(try await hub.listing()) }
                for line in printer.lines(for: change, home.freshness) { try printStyled(line) }
            }
        } catch let error as HomeError {
            throw CommandError(error)
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(.refused, "\(error)")
        }
    }
}
