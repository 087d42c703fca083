internal import Hearth
internal import HearthBase
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// Finds completions of a command line, in the table of commands and among the hub's names.
package enum Completions {
    package static let shells = ["bash", "zsh", "fish"]

    /// The command that shells call: `hearth __complete WORD…`, where the last word is the unfinished one.
    package static let command = "__complete"

    /// Prints the candidates for the last word, one a line; nothing without candidates.
    package static func run(_ words: [String], of commands: [Command]) async throws(CommandError) {
        let typed = words.map(unquoted)
        let last = typed.last ?? ""
        let found = await candidates(Array(typed.dropLast()), last, of: commands)
        for candidate in found where candidate.lowercased().hasPrefix(last.lowercased()) { try printLine(candidate) }
    }

    /// - Parameters:
    ///   - before: the complete words after `hearth`.
    ///   - last: the unfinished word.
    ///   - commands: the program's commands.
    static func candidates(
        _ before: [String], _ last: String, of commands: [Command],
        listing: @escaping @Sendable ([String]) async -> HomeListing? = Completions.listing,
        automations: @escaping @Sendable ([String]) async -> [HomeAutomation]? = Completions.automations,
        isGuest: @escaping @Sendable ([String]) async -> Bool = Completions.isGuest
    ) async -> [String] {
        guard let name = before.first else {
            let found = commands.map(\.name).filter { $0.hasPrefix(last) }
            guard found.contains(where: notForGuests.contains), await isGuest([]) else { return found }
            return found.filter { !notForGuests.contains($0) }
        }
        guard let command = commands.first(where: { $0.name == name }) else { return [] }
        if last.hasPrefix("-") { return command.options.map { "--" + $0.name } + ["--help"] }
        let rest = Array(before.dropFirst())
        if let option = command.options.first(where: { "--" + $0.name == rest.last }), option.value != nil {
            let fixed = values(of: option)
            return fixed.isEmpty ? await names(for: option, rest, listing) : fixed
        }
        let position = positional(rest, command).count
        guard let kind = command.kinds.dropFirst(position).first ?? command.kinds.last else { return [] }
        if case .fixed(let words) = kind {
            guard let ofGuests = wordsOfGuests[name], await isGuest(rest) else { return words }
            return words.filter { ofGuests.contains($0) }
        }
        if case .free = kind { return [] }
        if case .file = kind { return [] }
        if case .automation = kind {
            // The shell completes file names.
            if rest.first == "import" { return [] }
            if rest.first == "examples" { return ExamplesCommand.names }
            return await automations(rest)?.map(\.name) ?? []
        }
        if case .scene = kind {
            return await automations(rest)?.filter { ScenesCommand.isScene($0) }.map(\.name) ?? []
        }
        guard let home = await listing(rest) else { return [] }
        if let verb = DeviceVerb(rawValue: name) { return names(verb, home) }
        let device = positional(rest, command).first.flatMap { try? home.device($0) }
        return names(kind, home, device)
    }

    /// Commands that a guest of a home may not use at all.
    private static let notForGuests: Set<String> = [
        "log", "history", "automations", "say", "rename", "aliases", "move", "remove", "audit", "backup", "traits",
        "demo",
        "notices", "notify",
    ]
    /// The words that a guest may use of commands with several.
    private static let wordsOfGuests: [String: Set<String>] = [
        "rooms": ["list"], "zones": ["list"], "groups": ["list"], "people": ["list", "add-device"],
    ]

    /// The devices, parts and rooms to which a verb applies.
    private static func names(_ verb: DeviceVerb, _ listing: HomeListing) -> [String] {
        func can(_ device: HomeListing.Device, _ scope: DeviceVerb.Scope = .named) -> Bool {
            !verb.actions(on: device.reading, 0, scope: scope).isEmpty
        }
        let parts = listing.parts.filter { part in listing.devices(in: .part(part)).contains { can($0) } }
        let rooms = listing.rooms.filter { room in listing.devices(in: .room(room)).contains { can($0, .among) } }
        return listing.devices.filter { can($0) }.map(\.name) + parts.map(\.name) + rooms.map(\.name) + ["all"]
    }

    private static func names(_ kind: Command.Word, _ listing: HomeListing, _ device: HomeListing.Device?) -> [String] {
        switch kind {
        case .device: return listing.devices.map(\.name)
        case .deviceOrPart: return listing.devices.map(\.name) + listing.parts.map(\.name)
        case .room: return listing.rooms.map(\.name)
        case .zone: return listing.zones.map(\.name)
        case .serviceGroup: return listing.serviceGroups.map(\.name)
        case .deviceOrRoom: return listing.devices.map(\.name) + listing.rooms.map(\.name) + ["all"]
        case .item:
            let inside = listing.devices.map(\.name) + listing.rooms.map(\.name) + listing.zones.map(\.name)
            return inside + listing.serviceGroups.map(\.name) + listing.structures.map(\.name)
        case .traitCommand:
            let traits = device?.endpoints.flatMap(\.traits) ?? []
            return unique(
                traits.flatMap { trait in trait.commands.map { "\(trait.descriptor.name).\($0.methodName)" } })
        case .attribute:
            let traits = device?.endpoints.flatMap(\.traits) ?? []
            return unique(
                traits.flatMap { trait in
                    trait.descriptor.attributes.filter { $0.isWritable && trait.values[$0.id] != nil }
                        .map { "\(trait.descriptor.name).\($0.name)=" }
                })
        case .value:
            let traits = device?.endpoints.flatMap(\.traits) ?? []
            return unique(
                traits.flatMap { trait in
                    trait.descriptor.attributes.filter {
                        !GlobalAttribute.contains($0.id) && !$0.field.isList && trait.values[$0.id] != nil
                    }
                    .map { "\(trait.descriptor.name).\($0.name)" }
                })
        case .automation, .scene, .file, .hub, .fixed, .free: return []
        }
    }

    private static func values(of option: Arguments.Option) -> [String] {
        switch option.name {
        case "color": ["auto", "always", "never"]
        case "role", "announce": option.value?.split(separator: "|").map(String.init) ?? []
        case "invite": ["owner", "provider"]
        case "local-owner": ["user", "group", "machine", "nobody"]
        default: []
        }
    }

    /// The names of the hub's objects that an option takes.
    private static func names(
        for option: Arguments.Option, _ words: [String], _ listing: @Sendable ([String]) async -> HomeListing?
    ) async -> [String] {
        guard ["room", "device", "structure"].contains(option.name), let home = await listing(words) else { return [] }
        return switch option.name {
        case "room": home.rooms.map(\.name)
        case "device": home.devices.map(\.name)
        default: home.structures.map(\.name)
        }
    }

    /// The positional words, without options and their values.
    private static func positional(_ words: [String], _ command: Command) -> [String] {
        var result: [String] = []
        var isValue = false
        for word in words {
            if isValue {
                isValue = false
            } else if word.hasPrefix("--") {
                isValue = !word.contains("=") && command.options.contains { "--" + $0.name == word && $0.value != nil }
            } else {
                result.append(word)
            }
        }
        return result
    }

    private static func unique(_ words: [String]) -> [String] { Set(words).ordered { [$0] } }

    /// The hub's objects; nil if the hub doesn't answer in time.
    static func listing(_ words: [String]) async -> HomeListing? {
        await soon(words) { hub in try? await hub.listing() }
    }

    /// Whether the user is a guest and nothing else; false if the hub doesn't answer in time.
    static func isGuest(_ words: [String]) async -> Bool {
        let caller = await soon(words) { hub in try? await hub.caller() }
        guard let caller, caller.role == .member, !caller.memberships.isEmpty else { return false }
        return caller.memberships.allSatisfy { $0.role == .guest }
    }

    /// The automations of all structures; nil if the hub doesn't answer in time.
    static func automations(_ words: [String]) async -> [HomeAutomation]? {
        await soon(words) { hub in
            guard let listing = try? await hub.listing() else { return nil }
            return try? await hub.automations(of: listing.structures)
        }
    }

    /// A hub's answer within 300 ms, because a completion must not delay typing.
    private static func soon<Answer: Sendable>(
        _ words: [String], _ ask: @escaping @Sendable (HubClient) async -> Answer?
    ) async -> Answer? {
        let hub = words.firstIndex(of: "--hub").flatMap { words.dropFirst($0 + 1).first }
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask {
                let given = hub.map { ["--hub", $0] } ?? []
                guard let arguments = try? Arguments(given, options: [.hub]),
                    let client = try? await HubClient(Connection.find(arguments).client())
                else { return nil }
                return await ask(client)
            }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(300))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    /// Removes the quotes of a word that the shell passes half quoted.
    private static func unquoted(_ word: String) -> String {
        var result = ""
        var isEscaped = false
        for character in word {
            if isEscaped || !"\\\"'".contains(character) {
                result.append(character)
                isEscaped = false
            } else {
                isEscaped = character == "\\"
            }
        }
        return result
    }
}
