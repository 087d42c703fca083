public import HearthTraitDescriptors

/// An action on one endpoint of a device.
public struct DeviceAction: Sendable {
    /// A command, or attributes to write.
    public enum Content: Sendable {
        /// A command with its arguments.
        case command(CommandDescriptor, StructureValue)
        /// Attributes to write, all or none.
        case update(StructureValue)
    }

    /// The Matter endpoint number.
    public let endpoint: UInt16
    /// The trait that receives it.
    public let trait: TraitDescriptor
    /// The command or attributes to send.
    public let content: Content

    /// Creates an action.
    public init(endpoint: UInt16, trait: TraitDescriptor, content: Content) {
        self.endpoint = endpoint
        self.trait = trait
        self.content = content
        requiresPIN = false
    }

    /// Whether the lock requires a PIN with it (Matter, DoorLock: RequirePINforRemoteOperation).
    public var needsPIN: Bool { argument("pinCode") != nil && requiresPIN }

    let requiresPIN: Bool

    init(_ endpoint: UInt16, _ trait: DeviceReading.Trait, _ content: Content) {
        self.endpoint = endpoint
        self.trait = trait.descriptor
        self.content = content
        requiresPIN = trait.value("requirePinforRemoteOperation") == .bool(true)
    }

    /// The same action with a PIN.
    public func with(pin: String) -> DeviceAction {
        guard let field = argument("pinCode"), case .command(let command, var arguments) = content else { return self }
        arguments[field.id] = .octets(Array(pin.utf8))
        return DeviceAction(endpoint: endpoint, trait: trait, content: .command(command, arguments))
    }

    private func argument(_ name: String) -> FieldDescriptor? {
        guard case .command(let command, _) = content else { return nil }
        return command.arguments.fields.first { $0.name == name }
    }
}
