internal import Foundation
internal import HearthAutomation
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthWire

/// `hearth automations show` and `export`: automations as texts that people read, edit and import again.
enum AutomationExport {
    static func show(
        _ automation: HouseAutomation, _ hub: HubClient, _ house: House, _ arguments: Arguments
    ) async throws(CommandError) {
        let all = try await hub.automations(of: [automation.structure])
        let text = text(automation, AutomationNames(house, all, automation.structure))
        if arguments.has("json") {
            return try printLine(
                JSON.object([("id", .string(automation.id)), ("text", .string(text))]).text)
        }
        try printLine(String(text.dropLast()))
    }

    /// - Parameter word: which automation; nil for all.
    static func run(_ word: String?, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let all = try await hub.automations(of: house.structures)
        var chosen = all
        if let name = arguments["structure"] {
            let structure = try house.structure(name)
            chosen = chosen.filter { $0.structure.id == structure.id }
        }
        if let word {
            chosen = [try AutomationsCommand.find(word, in: chosen, "automation", "hearth automations lists them")]
        }
        let texts = chosen.map { automation in
            text(automation, AutomationNames(house, all, automation.structure))
        }
        let content = texts.joined(separator: "\n")
        if texts.contains(where: { $0.contains("\n  kept ") || $0.contains(" kept ") || $0.contains("\nkept: ") }) {
            printError(
                "what stands behind kept is of a newer version, or can't be said in words; leave it as it is, and it"
                    + " stays in the automation")
        }
        guard let file = arguments["file"] else { return try printLine(String(content.dropLast())) }
        do {
            try content.write(toFile: file, atomically: true, encoding: .utf8)
        } catch {
            throw CommandError(.output, "\(file) can't be written: \(error.localizedDescription)")
        }
        try GroupsCommand.tell(
            [("file", file), ("automations", "\(chosen.count)")],
            "\(chosen.count == 1 ? "1 automation is" : "\(chosen.count) automations are") in \(file)", arguments)
    }

    static func text(_ automation: HouseAutomation, _ names: AutomationNames) -> String {
        AutomationText(automation).text(names)
    }
}

extension AutomationText {
    init(_ item: HouseAutomation) {
        self.init(
            name: item.name, description: item.automation.description, isActive: item.automation.isActive,
            item.automation.program ?? .init())
    }
}

extension AutomationNames {
    /// What there is in a structure.
    init(_ house: House, _ automations: [HouseAutomation], _ structure: House.Structure) {
        var objects: [(object: Object, name: String)] = []
        func add(_ kind: Kind, _ items: [some HouseItem]) { objects += items.map { (Object(kind, $0.id), $0.name) } }
        add(.device, house.devices.filter { $0.structureID == structure.id })
        add(.room, house.rooms.filter { $0.structureID == structure.id })
        add(.zone, house.zones.filter { $0.structure == structure.name })
        add(.group, house.serviceGroups.filter { $0.structure == structure.name })
        add(.automation, automations.filter { $0.structure.id == structure.id })
        self.init(
            structureID: structure.id, objects: objects, traits: Array(house.traits.values),
            deviceTypes: StandardTraits.deviceTypes.map { ($0.id, $0.name) })
    }
}
