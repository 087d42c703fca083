public import HearthMessage
public import HearthTraitCore

/// A command sent to a behaviour, with its arguments in the form in which they arrived.
public struct CommandCall: Sendable {
    private enum Arguments {
        case message([UInt8])
        case values(StructureValue)
        /// Both, with the same contents.
        case both([UInt8], StructureValue)
    }

    /// The command's schema.
    public let command: CommandDescriptor
    private let arguments: Arguments

    /// A command whose arguments arrived as a message.
    package init(_ command: CommandDescriptor, message: [UInt8]) {
        self.command = command
        arguments = .message(message)
    }

    /// A command whose arguments arrived as values.
    ///
    /// - Parameter message: the encoded message, if it contains exactly these values.
    package init(_ command: CommandDescriptor, values: StructureValue, message: [UInt8]? = nil) {
        self.command = command
        arguments = message.map { .both($0, values) } ?? .values(values)
    }

    /// The message of the arguments. Values without one, such as an automation's, are encoded.
    func message(of trait: TraitDescriptor) -> [UInt8] {
        switch arguments {
        case .message(let message), .both(let message, _): message
        case .values(let values): trait.encodeArguments(of: command, values)
        }
    }

    /// The arguments as values.
    ///
    /// - Parameter trait: the schema that the command is from.
    /// - Throws: `TraitError` if the message is not the command's.
    public func values(of trait: TraitDescriptor) throws(TraitError) -> StructureValue {
        switch arguments {
        case .values(let values), .both(_, let values): return values
        case .message(let message):
            do {
                return try trait.decodeArguments(of: command, message.span.bytes)
            } catch {
                throw TraitError(
                    .invalidCommand, "the arguments of \(command.methodName) can't be read: \(error)",
                    element: .command(command.id))
            }
        }
    }
}

/// The fields of an event or a response.
public enum TraitContent: Sendable {
    /// A message of the trait.
    case message(any Message)
    /// Values of a trait without Swift types here.
    case values(StructureValue)

    /// The fields of a response as values.
    package func response(to command: CommandDescriptor, of trait: TraitDescriptor) -> StructureValue? {
        switch self {
        case .message(let message): try? trait.response(of: command, in: message)
        case .values(let values): values
        }
    }

    /// The encoded message of a response.
    package func encodedResponse(to command: CommandDescriptor, of trait: TraitDescriptor) -> [UInt8] {
        switch self {
        case .message(let message): message.serialized()
        case .values(let values): trait.encodeResponse(of: command, values)
        }
    }

    /// The fields of an event as values.
    func event(_ event: EventDescriptor, of trait: TraitDescriptor) -> StructureValue? {
        switch self {
        case .message(let message): try? trait.fields(of: event, in: message)
        case .values(let values): values
        }
    }
}
