/// The other end of a trait: what a device does when it is asked to.
///
/// Devices conform to the protocol that is generated for the trait, `Matter.OnOffTraitHandler`: one method per command,
/// which takes the command's arguments and the trait's state. A command that every such device has must be
/// implemented; the others refuse with UNSUPPORTED_COMMAND until they are.
///
/// A handler may be a struct, a class or an actor. Commands of one device may run at the same time; what they share
/// lies in the state, or in an actor. A command begins on the thread of the connection to the hub, which serves the
/// other devices as well: a handler that waits awaits, and one that blocks or computes for long does so on another thread.
public protocol TraitHandler: Sendable {
    /// The trait that the device has.
    associatedtype HandledTrait: Trait

    /// The attributes that the device has, each with its first value. Those that it lacks stay nil. The feature map
    /// says which features it has; the lists of commands and attributes and the revision are filled in. An attribute that
    /// every device with these features has and that may be null begins as null, unless it is set here.
    var initialAttributes: HandledTrait.Attributes { get }

    /// The commands that the device takes although neither the schema nor its features demand them.
    var optionalCommands: Set<OptionalCommand<HandledTrait>> { get }

    /// The device comes to a hub: called once, before any command. Attributes that clients write are already as
    /// the hub remembers them.
    ///
    /// The traits of a device start one after the other, devices side by side. A device is at the hub when all that
    /// began with it have started, so what may take long, or for ever, belongs in a task of its own; what blocks belongs
    /// on a thread of its own.
    ///
    /// - Parameter remembered: every attribute that the hub remembers from before; nil for the rest.
    func started(_ state: TraitState<HandledTrait>, remembered: HandledTrait.Attributes) async

    /// A client writes attributes, whose values are checked. As it is, they are taken into the state.
    ///
    /// - Parameter changes: only what is written.
    /// - Throws: ``TraitError`` to refuse all of it.
    func write(_ changes: HandledTrait.Attributes, _ state: TraitState<HandledTrait>) async throws(TraitError)

    /// A client sends a command, whose arguments are checked. Generated: calls the command's own method.
    ///
    /// - Returns: the encoded response, nil for a bare status.
    /// - Throws: ``TraitError`` to refuse.
    func handle(
        _ command: HandledTrait.Command, _ state: TraitState<HandledTrait>
    ) async throws(TraitError) -> [UInt8]?
}

extension TraitHandler {
    public var optionalCommands: Set<OptionalCommand<HandledTrait>> { [] }

    public func started(_ state: TraitState<HandledTrait>, remembered: HandledTrait.Attributes) async {}

    public func write(
        _ changes: HandledTrait.Attributes, _ state: TraitState<HandledTrait>
    ) async throws(TraitError) {
        state.take(changes)
    }

    /// For traits without commands.
    public func handle(
        _ command: HandledTrait.Command, _ state: TraitState<HandledTrait>
    ) async throws(TraitError) -> [UInt8]? {
        throw TraitError(.unsupportedCommand, "\(HandledTrait.descriptor.name) takes no commands")
    }
}

/// A command that a device may have or lack, whatever its features are. Generated code names those of each trait:
/// `[.stop]`.
public struct OptionalCommand<T: Trait>: Hashable, Sendable {
    /// Matter's command id.
    public let id: UInt32

    /// The command with this id.
    public init(_ id: UInt32) {
        self.id = id
    }
}
