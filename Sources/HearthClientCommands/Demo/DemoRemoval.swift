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
    /// What was removed so far.
    private struct Removed {
        var automations = 0
        var devices: [String] = []
        var rooms = 0
        /// The names of traits that the caller may not remove.
        var keptTraits: [String] = []
        var isNothing: Bool { automations == 0 && devices.isEmpty && rooms == 0 }
        var words: String { DemoRemoval.words(devices: devices.count, automations: automations, rooms: rooms) }
    }

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
    var words: String { Self.words(devices: devices.count, automations: automations.count, rooms: rooms.count) }

    private static func words(devices: Int, automations: Int, rooms: Int) -> String {
        func count(_ number: Int, _ name: String) -> String? {
            number == 0 ? nil : "\(number) \(name)\(number == 1 ? "" : "s")"
        }
        let parts = [
            count(devices, "device"), count(automations, "automation"), count(rooms, "room"),
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
        var removed = Removed()
        do throws(CommandError) {
            try await demo.remove(from: hub, listing, &removed)
        } catch {
            guard !removed.isNothing else {
                throw CommandError(error.code, error.message + (error.code == .refused ? "; nothing was removed" : ""))
            }
            throw CommandError(
                .inPart,
                "\(error.message); removed of the demo's \(demo.words): \(removed.words)"
                    + (removed.devices.count < demo.devices.count ? "; try hearth demo remove again for the rest" : ""))
        }
        if arguments.has("json") {
            return try printLine(JSON.object([("removed", .array(removed.devices.map { .string($0) }))]).text)
        }
        let parts = [demo.devices.count, demo.automations.count, demo.rooms.count]
        let verb = parts.reduce(0, +) == 1 ? "is" : "are"
        try printLine("The demo's \(demo.words) \(verb) removed; hearth demo reset brings the devices back.")
        let kept = removed.keptTraits
        guard !kept.isEmpty else { return }
        let (trait, them) =
            kept.count == 1 ? ("trait \(kept[0]) stays", "it") : ("traits \(kept.joined(separator: ", ")) stay", "them")
        try printLine("Its \(trait), as only the hub's owner may remove traits; no device has \(them).")
    }

    /// Removes everything, and counts it as it goes.
    private func remove(
        from hub: HubClient, _ listing: HomeListing, _ removed: inout Removed
    ) async throws(CommandError) {
        let traits = try await hub.traits(includeStandard: false).filter { trait in
            VirtualHome.demoTraits.contains(trait.id) && trait.providerID == nil
        }
        // Before their devices: an automation that refers to a removed device has errors.
        for automation in automations {
            try await listing.remove(automation)
            removed.automations += 1
        }
        // Before their devices: if this fails, the devices that are left tell the next try what else is the demo's.
        for room in rooms {
            let structure = try listing.structure(withID: room.structureID)
            try await CommandError.ofHome(changing: room.name) { try await structure.deleteRoom(id: room.id) }
            removed.rooms += 1
        }
        // Devices behind a bridge are removed with it.
        for device in devices where device.bridgeID == nil { removed.devices += try await listing.remove(device) }
        let left = try await hub.traits(includeStandard: false)
        for trait in traits {
            // A caller who may manage the home only sees no traits that no device has.
            guard let now = left.first(where: { $0.id == trait.id }) else {
                removed.keptTraits.append(trait.name)
                continue
            }
            guard now.deviceCount == 0 else { continue }
            do throws(CommandError) {
                try await hub.remove(trait)
            } catch {
                guard error.code == .refused else { throw error }
                removed.keptTraits.append(trait.name)
            }
        }
    }
}
