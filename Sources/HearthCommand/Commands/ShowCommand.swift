internal import HearthTraitCore

/// `hearth show DEVICE`: prints everything about one device.
enum ShowCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let device = try await Connection.open(arguments).house().device(arguments.positional[0])
        try printLine(arguments.has("json") ? json(device).text : text(device))
    }

    private static func text(_ device: House.Device) -> String {
        var lines = [
            "\(device.name) (\(device.typeName))", "  id      \(device.id)", "  room    \(device.room ?? "-")",
        ]
        lines.append("  online  \(DevicesCommand.online(device.state))")
        for endpoint in device.endpoints {
            lines.append("")
            lines.append("Endpoint \(endpoint.id): \(endpoint.deviceTypes.map(House.typeName).joined(separator: ", "))")
            for trait in endpoint.traits {
                lines.append("  \(trait.descriptor.name)\(trait.isOnline ? "" : " (offline)")")
                lines += attributes(of: trait)
                let commands = commands(of: trait).map(\.methodName)
                if !commands.isEmpty { lines.append("    commands: \(commands.joined(separator: ", "))") }
            }
            lines += endpoint.unknownTraits.map { "  \($0) (not known to this program, nor to the hub)" }
        }
        return lines.joined(separator: "\n")
    }

    private static func attributes(of trait: House.Trait) -> [String] {
        let shown = trait.descriptor.attributes.filter {
            !GlobalAttribute.contains($0.id) && trait.values[$0.id] != nil
        }
        let width = shown.map(\.name.count).max() ?? 0
        return shown.compactMap { attribute in
            guard let value = trait.values[attribute.id] else { return nil }
            let name = attribute.name + String(repeating: " ", count: width - attribute.name.count)
            let raw = trait.descriptor.text(value, attribute.field)
            let meaning = Units.text(value, attribute.field).map { "  (\($0))" } ?? ""
            return "    \(name)  \(raw)\(meaning)\(attribute.isWritable ? "  *" : "")"
        }
    }

    private static func commands(of trait: House.Trait) -> [CommandDescriptor] {
        let accepted = trait.values[GlobalAttribute.acceptedCommandList]?.list?.compactMap(\.integer) ?? []
        return trait.descriptor.commands.filter { accepted.contains(Int64($0.id)) }
    }

    private static func json(_ device: House.Device) -> JSON {
        .object([
            ("id", .string(device.id)), ("name", .string(device.name)), ("structure", .string(device.structure)),
            ("room", device.room.map { .string($0) } ?? .null), ("type", .string(device.typeName)),
            ("connectivity", .string("\(device.state)")),
            (
                "endpoints",
                .array(
                    device.endpoints.map { endpoint in
                        .object([
                            ("id", .number(endpoint.id)),
                            ("deviceTypes", .array(endpoint.deviceTypes.map { .string(House.typeName($0)) })),
                            ("traits", .object(endpoint.traits.map { ($0.descriptor.name, json($0)) })),
                        ])
                    })
            ),
        ])
    }

    private static func json(_ trait: House.Trait) -> JSON {
        .object([
            ("online", .bool(trait.isOnline)),
            ("attributes", JSON(trait.values, trait.descriptor.attributes.map(\.field), of: trait.descriptor)),
            ("commands", .array(commands(of: trait).map { .string($0.methodName) })),
        ])
    }
}
