internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// `hearth show DEVICE`: prints everything about one device.
package enum ShowCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        // For a named part, shows only that part.
        guard let device = listing.devices(in: try listing.deviceOrPart(arguments.positional[0])).first else { return }
        let assumed = try await assumedParts(of: device, at: hub)
        if arguments.has("json") { return try printLine(json(device, assumed: assumed).text) }
        for line in lines(device, in: listing, assumed: assumed) {
            let indent = line.text.prefix { $0 == " " }.count
            guard let columns = screen.columns, columnCount(line.text) > columns else {
                try printStyled(screen.text(printable(line.text), line.style))
                continue
            }
            // Wrapped lines are indented further.
            let first = Wrapped.lines(printable(line.text), indent: indent, columns: columns - 4)
            for (index, part) in first.enumerated() {
                try printStyled(screen.text((index == 0 ? "" : "    ") + part, line.style))
            }
        }
    }

    private typealias Line = (text: String, style: Screen.Style?)

    /// The parts whose states the hub assumes. None for a person who may not list parts, a device of no integration, and an
    /// integration that does not run.
    private static func assumedParts(
        of device: HomeListing.Device, at hub: HubClient
    ) async throws(CommandError) -> [String] {
        try await CommandError.ofHome {
            do throws(HomeError) {
                return assumedParts(of: try await hub.integrations.entities(ofDevice: device.id))
            } catch {
                guard [.notFound, .permissionDenied, .failedPrecondition, .unimplemented].contains(error.code) else {
                    throw error
                }
                return []
            }
        }
    }

    static func assumedParts(of entities: [DeviceEntity]) -> [String] {
        entities.filter { $0.isAssumed && $0.isShown }.map { $0.name.isEmpty ? "the device itself" : $0.name }
    }

    private static func lines(
        _ device: HomeListing.Device, in listing: HomeListing, assumed: [String]
    ) -> [Line] {
        var lines: [Line] = [
            ("\(device.name) (\(device.typeName))", .bold), ("  state   \(device.deviceState.words ?? "-")", nil),
            ("  room    \(device.room ?? "-")", nil), ("  online  \(online(device.state))", nil),
            ("  id      \(device.id)", .dim),
        ]
        if !assumed.isEmpty {
            let parts = assumed.joined(separator: ", ")
            lines.append(("  assumed \(parts): the device does not confirm commands, so the state is assumed", nil))
        }
        if let bridge = listing.devices.first(where: { $0.id == device.bridgeID }) {
            lines.append(("  bridge  \(bridge.name) (\(bridge.id))", nil))
        }
        let behind = listing.devices(behind: device).map(\.name)
        if !behind.isEmpty { lines.append(("  behind  \(behind.joined(separator: ", "))", nil)) }
        for endpoint in device.endpoints {
            let types = endpoint.deviceTypes.map(HomeListing.typeName).joined(separator: ", ")
            let name = endpoint.name.isEmpty ? "" : " \(quoted(endpoint.name))"
            lines += [("", nil), ("Endpoint \(endpoint.id)\(name): \(types)", .bold)]
            for trait in endpoint.traits {
                lines.append(("  \(trait.descriptor.name)\(trait.isOnline ? "" : " (offline)")", .cyan))
                lines += attributes(of: trait).map { ($0, nil) }
                lines += commands(of: trait).map { ($0, nil) }
            }
            lines += endpoint.unknownTraits.map { ("  \($0) (not known to this program, nor to the hub)", .dim) }
        }
        return lines
    }

    private static func online(_ state: ConnectivityState) -> String {
        switch state {
        case .online: "yes"
        case .offline: "no"
        case .partiallyOnline: "partly"
        case .unknown: "not known yet"
        }
    }

    private static func attributes(of trait: UnknownTrait) -> [String] {
        let shown = trait.descriptor.attributes.filter {
            !GlobalAttribute.contains($0.id) && trait.values[$0.id] != nil
        }
        let width = min(shown.map(\.name.count).max() ?? 0, 28)
        return shown.compactMap { attribute in
            guard let value = trait.values[attribute.id] else { return nil }
            let name = attribute.name + String(repeating: " ", count: max(0, width - attribute.name.count))
            let text = Values.text(value, attribute.field, of: trait.descriptor)
            return "    \(name)  \(text)\(attribute.isWritable ? "  *" : "")"
        }
    }

    private static func commands(of trait: UnknownTrait) -> [String] {
        trait.commands.map { command in
            let arguments = command.arguments.fields.map { field in
                let usage = Assignments.usage(of: field, in: trait.descriptor, attributes: trait.values)
                return field.isOptional || field.isNullable || field.defaultValue != nil ? "[\(usage)]" : usage
            }
            return "    > \(command.methodName)" + (arguments.isEmpty ? "" : " " + arguments.joined(separator: "  "))
        }
    }

    private static func json(_ device: HomeListing.Device, assumed: [String]) -> JSON {
        let state = device.deviceState
        return .object([
            ("id", .string(device.id)), ("name", .string(device.name)), ("structure", .string(device.structure)),
            ("room", device.room.map { .string($0) } ?? .null), ("type", .string(device.typeName)),
            ("connectivity", .string("\(device.state)")), ("bridge", device.bridgeID.map { .string($0) } ?? .null),
            ("state", state.json), ("assumed", .array(assumed.map { .string($0) })),
            ("summary", state.words.map { .string($0) } ?? .null),
            (
                "endpoints",
                .array(
                    device.endpoints.map { endpoint in
                        .object([
                            ("id", .number(endpoint.id)), ("name", .string(endpoint.name)),
                            ("deviceTypes", .array(endpoint.deviceTypes.map { .string(HomeListing.typeName($0)) })),
                            ("traits", .object(endpoint.traits.map { ($0.descriptor.name, json($0)) })),
                        ])
                    })
            ),
        ])
    }

    private static func json(_ trait: UnknownTrait) -> JSON {
        .object([
            ("online", .bool(trait.isOnline)),
            ("attributes", JSON(trait.values, trait.descriptor.attributes.map(\.field), of: trait.descriptor)),
            ("commands", .array(trait.commands.map { .string($0.methodName) })),
        ])
    }
}
