internal import HearthTraitCore

/// What the hub asks of a device: a command or a write, with the message in which it came.
struct DeviceWork: Sendable {
    enum Task: Sendable {
        case invoke(CommandDescriptor)
        case write
    }

    /// Never used twice by a host.
    let id: UInt64
    let trait: TraitDescriptor
    let path: TraitPath
    let task: Task
    /// The command's message, or the Attributes message of a write.
    let message: [UInt8]
    let cause: ChangeCause

    /// The message as values.
    ///
    /// - Throws: ``TraitError`` when it can't be read.
    func values() throws(TraitError) -> StructureValue {
        do {
            switch task {
            case .invoke(let command): return try trait.decodeArguments(of: command, message.span.bytes)
            case .write: return try trait.decodeAttributes(message.span.bytes)
            }
        } catch {
            switch task {
            case .invoke(let command):
                throw TraitError(
                    .invalidCommand, "the arguments of \(trait.name).\(command.methodName) can't be read: \(error)")
            case .write: throw TraitError(.invalidDataType, "the values for \(trait.name) can't be read: \(error)")
            }
        }
    }
}
