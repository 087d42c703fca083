internal import HearthTraitCore

/// `hearth send DEVICE Trait.command [argument=value …]`
enum SendCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let path = arguments.positional[1]
        // The trait's full name contains dots too.
        guard let dot = path.lastIndex(of: ".") else {
            throw CommandError(.usage, "\(quoted(path)) is not TRAIT.COMMAND, as in OnOff.toggle")
        }
        let endpoint = try Connection.endpoint(arguments)
        let hub = try await Connection.open(arguments)
        let device = try await hub.house().device(arguments.positional[0])
        let (trait, target) = try House.trait(String(path[..<dot]), of: device, endpoint: endpoint)
        let command = try find(String(path[path.index(after: dot)...]), in: trait.descriptor)
        let values = try Assignments.read(
            Array(arguments.positional.dropFirst(2)), fields: command.arguments.fields, of: trait.descriptor,
            kind: "argument of \(trait.descriptor.name).\(command.methodName)")
        try checkComplete(values, command, of: trait.descriptor)
        let response = try await hub.send(command, of: trait.descriptor, to: target, values, on: device)
        let after = try? await hub.house().devices.first { $0.id == device.id }
        try report(
            response, command, of: trait.descriptor, device, now: after.flatMap(DeviceSummary.text),
            asJSON: arguments.has("json"))
    }

    private static func find(_ word: String, in trait: TraitDescriptor) throws(CommandError) -> CommandDescriptor {
        switch Names.find(word, in: trait.commands, by: { [$0.methodName] }) {
        case .one(let command): return command
        case .several(let names):
            throw CommandError(.refused, "\(trait.name).\(word) could be \(names.joined(separator: ", "))")
        case .none(let nearest):
            let known = trait.commands.map(\.methodName)
            throw CommandError(
                .refused,
                "\(trait.name) has no command \(quoted(word))"
                    + Names.hint(nearest, known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"))
        }
    }

    /// Requires every argument without a default, nullable ones too: the command line has no other way to say null.
    private static func checkComplete(
        _ values: StructureValue, _ command: CommandDescriptor, of trait: TraitDescriptor
    ) throws(CommandError) {
        for field in command.arguments.fields
        where values[field.id] == nil && !field.isOptional && field.defaultValue == nil {
            let null = field.isNullable ? " or null" : ""
            throw CommandError(
                .usage,
                "\(trait.name).\(command.methodName): argument \(field.name) is missing; "
                    + "\(field.name)=… takes \(trait.typeName(of: field))\(null)")
        }
    }

    /// Prints the device's resulting state, which also shows when a command correctly did nothing (Matter: a light that
    /// is off keeps its level).
    private static func report(
        _ response: StructureValue?, _ command: CommandDescriptor, of trait: TraitDescriptor, _ device: House.Device,
        now: String?, asJSON: Bool
    ) throws(CommandError) {
        if asJSON {
            let fields = response.map { JSON($0, command.response?.fields ?? [], of: trait) } ?? .null
            let line = JSON.object([
                ("device", .string(device.id)), ("command", .string("\(trait.name).\(command.methodName)")),
                ("response", fields), ("state", now.map { .string($0) } ?? .null),
            ])
            return try printLine(line.text)
        }
        var answer = "done"
        if let response, let type = command.response { answer = "\(type.name)(\(trait.text(response, type)))" }
        try printLine("\(device.name): \(answer)" + (now.map { "; it is now: \($0)" } ?? ""))
    }
}
