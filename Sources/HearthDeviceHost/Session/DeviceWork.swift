internal import HearthTraitCatalog
internal import HearthTraitCore

/// A request of the hub to a device: a command or a write, with its encoded message.
struct DeviceWork: Sendable {
    enum Task: Sendable {
        case invoke(CommandDescriptor)
        case write
    }

    /// Unique within a host.
    let id: UInt64
    let trait: TraitDescriptor
    let path: TraitPath
    let task: Task
    /// The command's message, or the Attributes message of a write.
    let message: [UInt8]
    let cause: ChangeCause

    /// Whether it waits for the device's earlier work. Taking a picture changes nothing, and a slow camera must not
    /// delay its privacy mode.
    var needsTurn: Bool {
        guard path.traitID == StandardTraits.matterCameraAvStreamManagement.id, case .invoke(let command) = task else {
            return true
        }
        return command.name != "CaptureSnapshot"
    }

    /// The decoded message.
    ///
    /// - Throws: ``TraitError`` if it can't be decoded.
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
