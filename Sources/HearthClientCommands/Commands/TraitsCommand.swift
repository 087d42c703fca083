internal import Hearth
internal import HearthBase
package import HearthTerminal
internal import HearthTraitCore

/// `hearth traits`: lists the traits that makers' devices have brought, and removes them.
package enum TraitsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        switch (words.first ?? "list", words.dropFirst().first) {
        case ("list", nil): try await list(arguments)
        case ("remove", let trait?): try await remove(trait, arguments)
        default: throw CommandError(.usage, "unknown action; use hearth traits list or hearth traits remove TRAIT")
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

    static func row(_ trait: HubTrait) -> [String] {
        let memory = trait.memoryBytes == 0 ? "-" : "\(kibibytes(trait.memoryBytes)) KiB"
        return [
            hex(trait), short(trait), String(trait.revision),
            trait.isStandard ? "standard" : trait.providerID ?? "-", String(trait.deviceCount), memory,
            trait.problem.map { "not served: \($0)" } ?? "",
        ]
    }

    /// Rounded up, without a sum that overflows for the largest sizes.
    private static func kibibytes(_ bytes: Int) -> Int { bytes / 1_024 + (bytes % 1_024 == 0 ? 0 : 1) }

    static func json(_ trait: HubTrait) -> JSON {
        .object([
            ("id", .string(hex(trait))), ("name", .string(trait.name)),
            ("revision", .number(String(trait.revision))),
            ("provider", trait.providerID.map { .string($0) } ?? .null),
            ("devices", .number(String(trait.deviceCount))), ("schemaBytes", .number(String(trait.schemaBytes))),
            ("memoryBytes", .number(String(trait.memoryBytes))), ("standard", .bool(trait.isStandard)),
            ("problem", trait.problem.map { .string($0) } ?? .null),
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
            "Remove the trait \(trait.name) (\(hex(trait))) \(what)", else: "\(trait.name) stays", arguments)
        try await hub.remove(trait, fromDevices: keepsDevices)
        if arguments.has("json") { return try printLine(JSON.object([("removed", .string(hex(trait)))]).text) }
        try printLine("\(trait.name) (\(hex(trait))) is removed")
    }

    /// Finds a trait by id, as `hearth traits` prints it, or by name, with or without its package.
    static func find(
        _ word: String, in traits: [HubTrait]
    ) throws(CommandError) -> HubTrait {
        let digits = word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : "none"
        if let id = UInt32(digits, radix: 16), let trait = traits.first(where: { $0.id == id }) { return trait }
        switch Names.find(word, in: traits, by: { [name($0), $0.name] }) {
        case .one(let trait): return trait
        case .several(let names):
            let known = traits.filter { names.contains(name($0)) }.map { "\($0.name) (\(hex($0)))" }
            let shown = known.prefix(10).joined(separator: ", ")
            throw CommandError(.refused, "\(quoted(word)) could be \(shown); say its id")
        case .none(let nearest):
            throw CommandError(
                .refused, "there is no trait \(quoted(word))" + Names.hint(nearest, "hearth traits lists them"))
        }
    }

    /// The name without the common prefix: "acme.v1.Turner".
    private static func short(_ trait: HubTrait) -> String {
        trait.name.hasPrefix(common) ? String(trait.name.dropFirst(common.count)) : trait.name
    }

    private static let common = "hearth.traits."

    /// The name without the package.
    private static func name(_ trait: HubTrait) -> String {
        String(trait.name.split(separator: ".").last ?? "")
    }

    private static func hex(_ trait: HubTrait) -> String {
        "0x" + String(trait.id, radix: 16)
    }
}

extension HubClient {
    /// The traits that makers' devices have brought, and standard ones on request, by id.
    func traits(includeStandard: Bool) async throws(CommandError) -> [HubTrait] {
        let home = try await home()
        return try await CommandError.ofHome { try await home.hubTraits(includesStandard: includeStandard) }
    }

    func remove(_ trait: HubTrait, fromDevices: Bool = false) async throws(CommandError) {
        let home = try await home()
        try await CommandError.ofHome(changing: trait.name) {
            try await home.removeTrait(id: trait.id, fromDevices: fromDevices)
        }
    }
}
