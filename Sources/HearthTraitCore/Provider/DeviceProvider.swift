/// Supplies devices to a hub and executes commands and writes on them. The hub treats providers in its own process and
/// those in other processes alike.
public protocol DeviceProvider: Sendable {
    /// Returns the devices with their current values. Called once, when the provider is attached. `stored` holds the
    /// attribute values the hub kept over its restart, for the provider to resume from. Once this returns, the provider
    /// reports every change to `hub`.
    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription]

    /// Executes a command whose arguments the hub has checked. Its changes are reported before this returns.
    ///
    /// - Returns: the response's fields; nil for a command that answers with its status only.
    /// - Throws: ``TraitError`` when the device refuses.
    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue?

    /// Writes attributes whose values the hub has checked, all or none. Changes are reported before this returns.
    ///
    /// - Throws: ``TraitError`` when the device refuses.
    func write(_ update: AttributeUpdate) async throws

    /// Returns the devices with their current values, so that the hub can restore removed ones. Only called for
    /// providers in the hub's own process. Default: none.
    func describeAgain() async -> [DeviceDescription]

    /// Tells that the hub has restored removed devices of ``describeAgain()``, without what it had stored of them. The
    /// provider reports their connectivity, and stores again with ``DeviceReporter/remember(_:key:_:)`` what it needs.
    /// Only called for providers in the hub's own process. Default: nothing.
    ///
    /// - Parameter ids: the devices' ids in the hub.
    func restored(_ ids: [String]) async

    /// Stops timers and closes connections; nothing is reported afterwards.
    func stop() async
}

extension DeviceProvider {
    public func describeAgain() async -> [DeviceDescription] { [] }
    public func restored(_ ids: [String]) async {}
}

/// A command to be executed on one trait.
public struct CommandInvocation: Sendable {
    /// The trait that the command is sent to.
    public let path: TraitPath
    /// The command's schema.
    public let command: CommandDescriptor
    /// The arguments by field id, checked, with the schema's defaults filled in.
    public let arguments: StructureValue
    /// The encoded command message as received, if it contains exactly ``arguments``; saves encoding them again.
    /// Otherwise nil.
    public let message: [UInt8]?
    /// The sender of the command; recorded as the cause of the changes it makes.
    public let cause: ChangeCause
    /// Called once by a provider that forwards the command, after it has sent it: calling the provider does not count
    /// as sending.
    package var onSent: (@Sendable () -> Void)?

    /// Creates an invocation.
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

/// New attribute values to be written to one trait.
public struct AttributeUpdate: Sendable {
    /// The trait to write to.
    public let path: TraitPath
    /// The checked values by attribute id.
    public let values: StructureValue
    /// The encoded Attributes message as received, if it contains exactly ``values``; saves encoding them again.
    /// Otherwise nil.
    public let message: [UInt8]?
    /// The writer of the values; recorded as the cause of the change.
    public let cause: ChangeCause
    /// Called once by a provider that forwards the values, after it has sent them.
    package var onSent: (@Sendable () -> Void)?

    /// Creates an update.
    public init(path: TraitPath, values: StructureValue, message: [UInt8]? = nil, cause: ChangeCause) {
        self.path = path
        self.values = values
        self.message = message
        self.cause = cause
    }
}

/// The state of a provider's devices that the hub kept over a restart of the hub or of the provider.
public struct StoredState: Sendable {
    /// The last attribute values by trait.
    public let values: [TraitPath: StructureValue]
    /// Provider data by device id and key, as stored with ``DeviceReporter/remember(_:key:_:)``.
    public let memories: [String: [String: [UInt8]]]
    /// The same data of removed devices that can come back.
    public let formerMemories: [String: [String: [UInt8]]]

    /// Creates a stored state; empty by default.
    public init(
        _ values: [TraitPath: StructureValue] = [:], memories: [String: [String: [UInt8]]] = [:],
        formerMemories: [String: [String: [UInt8]]] = [:]
    ) {
        self.values = values
        self.memories = memories
        self.formerMemories = formerMemories
    }
}
