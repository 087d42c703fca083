internal import Hearth
internal import HearthVirtualHome
internal import HearthTerminal
internal import HearthTraitCore

/// `hearth demo remove`: removes what `hearth serve --demo` has added to a home: its devices, its automations, those
/// of its rooms that contain nothing else, and the traits that its devices brought.
struct DemoRemoval {
    let devices: [HomeListing.Device]
    let automations: [HomeAutomation]
    let rooms: [Room]

    init(_ listing: HomeListing, _ automations: [HomeAutomation]) {
        let demo = listing.devices.filter { device in
            VirtualHome.demoDeviceIDs.contains(device.bridgeID ?? device.id)
        }
        let ids = Set(demo.map(\.id))
        let inUse = Set(listing.devices.filter { !ids.contains($0.id) }.compactMap(\.roomID))
        let left = Set(demo.compactMap(\.roomID))
        devices = demo
        let homes = Set(demo.map(\.structureID))
        self.automations = automations.filter {
            homes.contains($0.structureID) && DemoAutomations.names.contains($0.name)
        }
        rooms = listing.rooms.filter { room in
            VirtualHome.demoRooms.contains(room.name) && left.contains(room.id) && !inUse.contains(room.id)
        }
    }

    /// "28 devices, 5 automations and 7 rooms"
    var words: String {
        func count(_ number: Int, _ name: String) -> String? {
            number == 0 ? nil : "\(number) \(name)\(number == 1 ? "" : "s")"
        }
        let parts = [
            count(devices.count, "device"), count(automations.count, "automation"), count(rooms.count, "room"),
        ].compactMap(\.self)
        return parts.count < 2 ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and \(parts.last ?? "")"
    }

    static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let demo = DemoRemoval(listing, try await hub.automations(of: listing.structures))
        guard !demo.devices.isEmpty else {
            if arguments.has("json") { return try printLine(JSON.object([("removed", .array([]))]).text) }
            return try printLine("The home has nothing of the demo.")
        }
        let named = demo.automations.isEmpty ? "" : " (\(demo.automations.map(\.name).joined(separator: ", ")))"
        try Confirmation.ask(
            "Remove the demo's \(demo.words)\(named) from the home?", else: "the demo stays", arguments)
        // Before their devices: an automation that refers to a removed device has errors.
        for automation in demo.automations { try await listing.remove(automation) }
        var removed: [String] = []
        // Devices behind a bridge are removed with it.
        for device in demo.devices where device.bridgeID == nil { removed += try await listing.remove(device) }
        for room in demo.rooms {
            let structure = try listing.structure(withID: room.structureID)
            try await CommandError.ofHome(changing: room.name) { try await structure.deleteRoom(id: room.id) }
        }
        for trait in try await hub.traits(includeStandard: false)
        where VirtualHome.demoTraits.contains(trait.id) && trait.providerID == nil && trait.deviceCount == 0 {
            // A caller who may manage the home only has removed all of it; a trait that no device has does no harm.
            do throws(CommandError) {
                try await hub.remove(trait)
            } catch {
                guard error.code == .refused else { throw error }
            }
        }
        if arguments.has("json") {
            return try printLine(JSON.object([("removed", .array(removed.map { .string($0) }))]).text)
        }
        try printLine("The demo's \(demo.words) are removed; hearth demo reset brings the devices back.")
    }
}
