/// Brings devices to a hub and carries out what is asked of them. Behaviours in the hub's process and makers'
/// processes elsewhere look the same to the hub.
public protocol DeviceProvider: Sendable {
    /// The devices, with the values that they have now. Called once, when the provider is attached. `stored` holds
    /// what the hub remembers of attributes from before its restart, for the provider to go on from; from the
    /// return of this call on, the provider reports every change to `hub`.
    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription]

    /// Carries out a command whose arguments the hub has checked, and gives back the response's fields, nil for a
    /// bare status. What the command changed is reported before this returns.
    ///
    /// - Throws: ``TraitError`` when the device refuses.
    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue?

    /// Writes attributes whose values the hub has checked, all or none. What changed is reported before this returns.
    ///
    /// - Throws: ``TraitError`` when the device refuses.
    func write(_ update: AttributeUpdate) async throws

    /// Ends timers and connections; no report follows.
    func stop() async
}

/// A trait on an endpoint of a device.
public struct TraitPath: Hashable, Sendable {
    public let target: TraitTarget
    public let traitID: UInt32

    /// A trait by its place.
    public init(_ target: TraitTarget, _ traitID: UInt32) {
        self.target = target
        self.traitID = traitID
    }
}

/// One command for one trait.
public struct CommandInvocation: Sendable {
    public let path: TraitPath
    public let command: CommandDescriptor
    /// Checked, with the schema's defaults filled in.
    public let arguments: StructureValue
    /// The command's message, where it came in one that says what ``arguments`` says and nothing beside it: then nobody
    /// needs to encode them again.
    public let message: [UInt8]?
    public let cause: ChangeCause

    /// A command with its arguments.
    public init(
        path: TraitPath, command: CommandDescriptor, arguments: StructureValue, message: [UInt8]? = nil,
        cause: ChangeCause
    ) {
        self.path = path
        self.command = command
        self.arguments = arguments
        self.message = message
        self.cause = cause
    }
}

/// New values for attributes of one trait.
public struct AttributeUpdate: Sendable {
    public let path: TraitPath
    public let values: StructureValue
    /// The values' Attributes message, where they came in one that says nothing beside them.
    public let message: [UInt8]?
    public let cause: ChangeCause

    /// Values to write.
    public init(path: TraitPath, values: StructureValue, message: [UInt8]? = nil, cause: ChangeCause) {
        self.path = path
        self.values = values
        self.message = message
        self.cause = cause
    }
}

/// What a hub remembers of a provider's devices from before a restart, of either.
public struct StoredState: Sendable {
    /// Attribute values by trait.
    public let values: [TraitPath: StructureValue]
    /// By device and key, what the provider had the hub remember; see ``DeviceReporter/remember(_:key:_:)``.
    public let memories: [String: [String: [UInt8]]]

    /// Remembered values.
    public init(_ values: [TraitPath: StructureValue] = [:], memories: [String: [String: [UInt8]]] = [:]) {
        self.values = values
        self.memories = memories
    }
}
