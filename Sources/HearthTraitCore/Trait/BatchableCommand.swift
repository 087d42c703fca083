internal import HearthMessage

/// A command with its arguments and its device, ready to be sent on its own or in a batch.
public struct BatchableCommand<Response: Sendable>: Sendable {
    /// The command's trait.
    public let trait: TraitDescriptor
    /// The command's id within the trait.
    public let commandID: UInt32
    /// The part of the device that receives the command.
    public let target: TraitTarget
    /// The command's encoded message.
    public let arguments: [UInt8]
    /// The arguments, for ``checked()``.
    private let values: @Sendable (CommandDescriptor) throws -> StructureValue
    private let decode: @Sendable ([UInt8]) throws -> Response

    /// Creates a command; `decode` decodes its response.
    public init(
        _ trait: TraitDescriptor, command id: UInt32, at target: TraitTarget, _ arguments: [UInt8],
        decode: @escaping @Sendable ([UInt8]) throws -> Response
    ) {
        self.trait = trait
        commandID = id
        self.target = target
        self.arguments = arguments
        values = { try trait.decodeArguments(of: $0, arguments.span.bytes) }
        self.decode = decode
    }

    /// Creates a command with typed arguments, which are checked without decoding, and encoded once.
    init(
        _ trait: TraitDescriptor, command id: UInt32, at target: TraitTarget, _ arguments: some Message,
        decode: @escaping @Sendable ([UInt8]) throws -> Response
    ) {
        self.trait = trait
        commandID = id
        self.target = target
        self.arguments = arguments.serialized()
        values = { try trait.arguments(of: $0, in: arguments) }
        self.decode = decode
    }

    /// The command's schema, after checking the arguments against the rules that don't depend on the device's state.
    ///
    /// - Throws: ``HomeError``: `.invalidArgument` for an invalid argument, `.unimplemented` for a command that the
    ///   trait does not have.
    public func checked() throws(HomeError) -> CommandDescriptor {
        guard let command = trait.command(commandID) else {
            throw HomeError(.unimplemented, "\(trait.name) has no command \(commandID)")
        }
        guard !command.arguments.fields.isEmpty else { return command }
        do {
            try trait.checkArguments(of: command, try values(command), attributes: [:], fixedRulesOnly: true)
        } catch let error as TraitError {
            throw HomeError(error)
        } catch {
            throw HomeError(
                .internal, "the arguments of \(trait.name).\(command.methodName) can't be read back: \(error)")
        }
        return command
    }

    /// Decodes a response.
    ///
    /// - Throws: ``HomeError``, `.internal` if the bytes are malformed.
    public func answer(_ bytes: [UInt8]) throws(HomeError) -> Response {
        do {
            return try decode(bytes)
        } catch {
            throw HomeError(.internal, "the answer of \(trait.name) can't be read: \(error)")
        }
    }
}

extension BatchableCommand: CustomStringConvertible, CustomDebugStringConvertible {
    /// The command and its target: `BatchableCommand(OnOff.toggle, living-floor-lamp/1)`.
    public var description: String {
        let command = trait.command(commandID)?.methodName ?? "command \(commandID)"
        return "BatchableCommand(\(trait.name).\(command), \(target))"
    }

    public var debugDescription: String { description }
}
