internal import HearthBase
internal import HearthRPC
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth traits`: lists the traits that makers' devices have brought, and removes them.
package enum TraitsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        switch (words.first ?? "list", words.dropFirst().first) {
        case ("list", nil): try await list(arguments)
        case ("remove", let trait?): try await remove(trait, arguments)
        default: throw CommandError(.usage, "say list or remove TRAIT")
        }
    }

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let traits = try await Connection.open(arguments).traits(includeStandard: arguments.has("all"))
        if arguments.has("json") { return try printLine(JSON.array(traits.map(json)).text) }
        guard !traits.isEmpty else {
            return try printLine("No maker's device has brought a trait; --all lists the standard ones.")
        }
        var table = Table(["ID", "TRAIT", "REVISION", "PROVIDER", "DEVICES", "MEMORY", ""])
        for trait in traits { table.add(row(trait)) }
        try printLine(table.text(columns: Screen(arguments).columns))
    }

    static func row(_ trait: Hearth_V1_TraitSummary) -> [String] {
        let owner = trait.providerID.isEmpty ? "-" : trait.providerID
        let memory = trait.memoryBytes == 0 ? "-" : "\((trait.memoryBytes + 1_023) / 1_024) KiB"
        return [
            hex(trait), short(trait), String(trait.trait?.revision ?? 0),
            trait.isStandard ? "standard" : owner, String(trait.deviceCount), memory,
            trait.problem.isEmpty ? "" : "not served: " + trait.problem,
        ]
    }

    static func json(_ trait: Hearth_V1_TraitSummary) -> JSON {
        .object([
            ("id", .string(hex(trait))), ("name", .string(full(trait))),
            ("revision", .number(String(trait.trait?.revision ?? 0))),
            ("provider", trait.providerID.isEmpty ? .null : .string(trait.providerID)),
            ("devices", .number(String(trait.deviceCount))), ("schemaBytes", .number(String(trait.schemaBytes))),
            ("memoryBytes", .number(String(trait.memoryBytes))), ("standard", .bool(trait.isStandard)),
            ("problem", trait.problem.isEmpty ? .null : .string(trait.problem)),
        ])
    }

    private static func remove(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let trait = try find(word, in: await hub.traits(includeStandard: true))
        let keepsDevices = arguments.has("keep-devices")
        let what =
            keepsDevices
            ? "with its schema, and take it with its values off the devices that have it?" : "with its schema?"
        try Confirmation.ask(
            "Remove the trait \(full(trait)) (\(hex(trait))) \(what)", else: "\(full(trait)) stays", arguments)
        try await hub.remove(trait, fromDevices: keepsDevices)
        if arguments.has("json") { return try printLine(JSON.object([("removed", .string(hex(trait)))]).text) }
        try printLine("\(full(trait)) (\(hex(trait))) is removed")
    }

    /// Finds a trait by id, as `hearth traits` prints it, or by name, with or without its package.
    static func find(
        _ word: String, in traits: [Hearth_V1_TraitSummary]
    ) throws(CommandError) -> Hearth_V1_TraitSummary {
        let digits = word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : "none"
        if let id = UInt32(digits, radix: 16), let trait = traits.first(where: { $0.trait?.id == id }) { return trait }
        switch Names.find(word, in: traits, by: { [name($0), full($0)] }) {
        case .one(let trait): return trait
        case .several(let names):
            let known = traits.filter { names.contains(name($0)) }.map { "\(full($0)) (\(hex($0)))" }
            let shown = known.prefix(10).joined(separator: ", ")
            throw CommandError(.refused, "\(quoted(word)) could be \(shown); say its id")
        case .none(let nearest):
            throw CommandError(
                .refused, "there is no trait \(quoted(word))" + Names.hint(nearest, "hearth traits lists them"))
        }
    }

    private static func full(_ trait: Hearth_V1_TraitSummary) -> String { trait.trait?.name ?? "" }

    /// The name without the common prefix: "acme.v1.Turner".
    private static func short(_ trait: Hearth_V1_TraitSummary) -> String {
        let name = full(trait)
        return name.hasPrefix(common) ? String(name.dropFirst(common.count)) : name
    }

    private static let common = "hearth.traits."

    /// The name without the package.
    private static func name(_ trait: Hearth_V1_TraitSummary) -> String {
        String(full(trait).split(separator: ".").last ?? "")
    }

    private static func hex(_ trait: Hearth_V1_TraitSummary) -> String {
        "0x" + String(trait.trait?.id ?? 0, radix: 16)
    }
}

extension HubClient {
    /// The traits that makers' devices have brought, and standard ones on request, by id.
    func traits(includeStandard: Bool) async throws(CommandError) -> [Hearth_V1_TraitSummary] {
        let home = Hearth_V1_HomeClient(client)
        var request = Hearth_V1_ListTraitsRequest(includeStandard: includeStandard)
        var traits: [Hearth_V1_TraitSummary] = []
        do throws(RPCError) {
            repeat {
                let page = try await home.listTraits(request, options: CallOptions(timeout: .seconds(10)))
                traits += page.traits
                request.pageToken = page.nextPageToken
            } while !request.pageToken.isEmpty
        } catch {
            throw CommandError(error)
        }
        return traits
    }

    func remove(_ trait: Hearth_V1_TraitSummary, fromDevices: Bool = false) async throws(CommandError) {
        let _: Hearth_V1_RemoveTraitResponse = try await call(
            Hearth_V1_HomeMethods.removeTrait,
            Hearth_V1_RemoveTraitRequest(traitID: trait.trait?.id ?? 0, options: options, fromDevices: fromDevices),
            changing: trait.trait?.name ?? "")
    }
}
