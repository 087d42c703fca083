internal import Hearth
internal import HearthBase
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// `hearth send DEVICE [TRAIT.]COMMAND [ARGUMENT=VALUE …]`
package enum SendCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let endpoint = try Connection.endpoint(arguments)
        let listing = try await Connection.open(arguments).listing()
        let device = try listing.device(arguments.positional[0])
        let (trait, command) = try find(arguments.positional[1], on: device, endpoint: endpoint)
        let assignments = Array(arguments.positional.dropFirst(2))
        var values = try Assignments.read(
            assignments, fields: command.arguments.fields, of: trait.descriptor,
            kind: "argument of \(trait.descriptor.name).\(command.methodName)")
        try checkComplete(values, command, of: trait.descriptor)
        if let code = CommandCode.missing(from: values, of: command, trait.descriptor, trait.values) {
            // The next line of an input may be meant for another command.
            guard SecretInput.isTerminal else {
                throw CommandError(
                    .usage, "\(device.name) asks for a code; write it to the input, and say \(code.name)=-")
            }
            values[code.id] = .octets(Array(try SecretInput.read(code.name).utf8))
        }
        let watch = EffectWatch(listing, of: [device])
        let watching = watch.start()
        defer { watching.cancel() }
        let action = DeviceAction(
            endpoint: trait.target.endpoint, trait: trait.descriptor, content: .command(command, values))
        let goal = ActionGoal(action, before: watch.reading(of: device))
        // A limit of values that were typed as raw numbers is said in raw numbers.
        let typed = Assignments.areRaw(assignments) ? nil : action
        let answer = try await CommandError.ofHome(changing: device.name, by: typed) {
            try await device.object.send(action)
        }
        // An ignored command leads to no change to wait for.
        let moving = answer.isIgnored ? [] : await watch.settle([(device, goal)])
        let outcome = Outcome(
            device: device, state: DeviceState(watch.reading(of: device)), isMoving: !moving.isEmpty,
            isIgnored: answer.isIgnored,
            isConfirmed: watch.isConfirmed(goal, on: device))
        try report(answer.values, command, of: trait.descriptor, outcome, asJSON: arguments.has("json"))
    }

    /// Finds a command by "Trait.command", or by its name alone where only one trait has it.
    private static func find(
        _ path: String, on device: HomeListing.Device, endpoint: UInt16?
    ) throws(CommandError) -> (trait: UnknownTrait, command: CommandDescriptor) {
        // The trait's full name contains dots too.
        if let dot = path.lastIndex(of: ".") {
            let trait = try HomeListing.trait(String(path[..<dot]), of: device, endpoint: endpoint)
            return (trait, try find(String(path[path.index(after: dot)...]), in: trait.descriptor))
        }
        if let endpoint, !device.endpoints.contains(where: { $0.id == endpoint }) {
            let known = device.endpoints.map { "\($0.id)" }.joined(separator: ", ")
            throw CommandError(
                .refused, "\(quoted(device.name)) has no endpoint \(endpoint); it has \(known)")
        }
        let traits = device.endpoints.filter { endpoint == nil || $0.id == endpoint }.flatMap(\.traits)
        var having: [UInt32: TraitDescriptor] = [:]
        for trait in traits where trait.commands.contains(where: { $0.methodName.lowercased() == path.lowercased() }) {
            having[trait.descriptor.id] = trait.descriptor
        }
        let found = having.values.ordered(by: \.id)
        guard let only = found.first, found.count == 1 else {
            guard found.isEmpty else {
                let choices = found.map { "\($0.name).\(path)" }.joined(separator: " or ")
                throw CommandError(.refused, "several traits of \(quoted(device.name)) have \(path): say \(choices)")
            }
            let known = traits.flatMap { trait in trait.commands.map { "\(trait.descriptor.name).\($0.methodName)" } }
            let nearest = nearestNames(
                to: path, among: traits.flatMap { $0.commands.map(\.methodName) })
            let hint = Names.hint(
                nearest, known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))")
            throw CommandError(.refused, "\(quoted(device.name)) has no command \(quoted(path))\(hint)")
        }
        return (try HomeListing.trait(only.name, of: device, endpoint: endpoint), try find(path, in: only))
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

    /// Requires every argument that has no default and can't be null. A nullable argument that is left out becomes
    /// null.
    private static func checkComplete(
        _ values: StructureValue, _ command: CommandDescriptor, of trait: TraitDescriptor
    ) throws(CommandError) {
        for field in command.arguments.fields
        where values[field.id] == nil && !field.isOptional && !field.isNullable && field.defaultValue == nil {
            throw CommandError(
                .usage,
                "\(trait.name).\(command.methodName): argument \(field.name) is missing; it is given as "
                    + Assignments.usage(of: field, in: trait))
        }
    }

    private static func report(
        _ response: StructureValue?, _ command: CommandDescriptor, of trait: TraitDescriptor, _ outcome: Outcome,
        asJSON: Bool
    ) throws(CommandError) {
        if asJSON {
            let fields = response.map { JSON($0, command.response?.fields ?? [], of: trait) } ?? .null
            let line = JSON.object(
                [
                    ("device", .string(outcome.device.id)), ("command", .string("\(trait.name).\(command.methodName)")),
                    ("response", fields),
                ] + outcome.json)
            return try printLine(line.text)
        }
        var answer = ""
        if let response, let type = command.response { answer = "\(type.name)(\(trait.text(response, type))); " }
        try printLine("\(outcome.device.name): \(answer)\(outcome.words)")
        if outcome.isIgnored { try printLine(ignored(command, trait)) }
    }

    private static func ignored(_ command: CommandDescriptor, _ trait: TraitDescriptor) -> String {
        let other = trait.commands.first { $0.methodName == command.methodName + "WithOnOff" }
        let way = other.map { "; \($0.methodName) switches it on" } ?? "; switch it on first"
        return "  ignored: it is off\(way)"
    }
}

/// The result of an action.
struct Outcome {
    let device: HomeListing.Device
    let state: DeviceState
    /// Whether it was still moving when the wait ended.
    let isMoving: Bool
    /// Whether the device ignored the command because it is off.
    let isIgnored: Bool
    /// Whether a report shows the expected state, or the device already had it.
    let isConfirmed: Bool

    /// "on, 71 %", "moving, 40 % open", or "taken, not yet confirmed: off".
    var words: String {
        let words = state.words ?? "done"
        if isMoving, !isConfirmed { return "taken, not yet confirmed: \(words)" }
        return isMoving ? "moving, \(words)" : words
    }

    var json: [(String, JSON)] {
        [
            ("state", state.json), ("summary", .string(words)), ("moving", .bool(isMoving)),
            ("ignored", .bool(isIgnored)), ("confirmed", .bool(isConfirmed)),
        ]
    }
}

extension UnknownTrait {
    /// The commands that the device accepts.
    var commands: [CommandDescriptor] {
        let accepted = values[GlobalAttribute.acceptedCommandList]?.list?.compactMap(\.integer) ?? []
        return descriptor.commands.filter { accepted.contains(Int64($0.id)) }
    }
}
