internal import HearthBase
public import HearthMessage
public import HearthTraitDescriptors

/// The effect of an action in an automation: an ``AutomationCommand`` or an ``Update``.
public protocol ActionBehavior: Sendable {}

/// A command with its arguments, for an automation to send. Traits create them: `Matter.OnOffTrait.on()`.
public struct AutomationCommand: ActionBehavior {
    /// The trait.
    public let trait: any Trait.Type
    /// Matter's ID of the trait.
    public let traitNumber: UInt32
    /// The command's schema.
    public let command: CommandDescriptor
    /// The arguments.
    public let parameters: [Parameter]

    /// Creates a command with typed arguments. Called by generated code.
    public init<T: Trait>(_ trait: T.Type, _ commandID: UInt32, _ arguments: some Message = EmptyMessage()) {
        let descriptor = T.descriptor
        // Generated code only passes commands of the trait.
        let command = descriptor.command(commandID) ?? CommandDescriptor(commandID, "", method: "")
        let values = (try? descriptor.arguments(of: command, in: arguments)) ?? StructureValue()
        self.init(
            trait, traitNumber: descriptor.id, command,
            Parameter.all(values, of: command.arguments.fields, in: descriptor))
    }

    package init(
        _ trait: any Trait.Type, traitNumber: UInt32, _ command: CommandDescriptor, _ parameters: [Parameter]
    ) {
        self.trait = trait
        self.traitNumber = traitNumber
        self.command = command
        self.parameters = parameters
    }

    /// The identifier with vendor, cluster and command in hex, such as "home.matter.0000.clusters.0006.commands.0001".
    public var commandID: String { traitIdentifier(traitNumber) + ".commands." + hex(command.id, digits: 4) }
}

/// New values for attributes, for an automation to write. Traits create them: `Matter.OnOffTrait.update { … }`.
public struct Update: ActionBehavior {
    /// The trait.
    public let trait: any Trait.Type
    /// Matter's ID of the trait.
    public let traitNumber: UInt32
    /// The attributes with their new values.
    public let updatedAttributes: [Parameter]

    /// Creates an update of the attributes that are present. Called by generated code.
    public init<T: Trait>(_ trait: T.Type, _ attributes: T.Attributes) {
        let descriptor = T.descriptor
        self.init(
            trait, traitNumber: descriptor.id,
            Parameter.all(descriptor.values(of: attributes), of: descriptor.attributes.map(\.field), in: descriptor))
    }

    package init(_ trait: any Trait.Type, traitNumber: UInt32, _ updatedAttributes: [Parameter]) {
        self.trait = trait
        self.traitNumber = traitNumber
        self.updatedAttributes = updatedAttributes
    }

    /// The trait's identifier with vendor and cluster in hex, such as "home.matter.0000.clusters.0006".
    public var traitID: String { traitIdentifier(traitNumber) }
}

extension AutomationCommand: CustomStringConvertible, CustomDebugStringConvertible {
    /// The command with its arguments: `LevelControlTrait.moveToLevel(level: 128)`.
    public var description: String { "\(trait).\(command.methodName)(\(words(parameters)))" }
    public var debugDescription: String { description }
}

extension Update: CustomStringConvertible, CustomDebugStringConvertible {
    /// The attributes with their values: `LevelControlTrait.update(onLevel: 128)`.
    public var description: String { "\(trait).update(\(words(updatedAttributes)))" }
    public var debugDescription: String { description }
}

private func words(_ parameters: [Parameter]) -> String {
    parameters.map { parameter in
        let value = (parameter.value as? Constant).map { shown($0.value) } ?? "…"
        return "\(parameter.name.isEmpty ? "0x" + String(parameter.id, radix: 16) : parameter.name): \(value)"
    }.joined(separator: ", ")
}

/// Shows bytes by their number only: PINs, keys and passwords of networks are bytes in Matter, and printed objects end
/// up in logs.
private func shown(_ value: any AutomationValue) -> String {
    switch value.traitValue {
    case .octets(let bytes): bytes.count == 1 ? "<1 byte>" : "<\(bytes.count) bytes>"
    case let value where value.containsOctets: "…"
    default: "\(value)"
    }
}

extension TraitValue {
    fileprivate var containsOctets: Bool {
        switch self {
        case .octets: true
        case .list(let entries): entries.contains(where: \.containsOctets)
        case .structure(let structure): structure.fields.values.contains(where: \.containsOctets)
        default: false
        }
    }
}
