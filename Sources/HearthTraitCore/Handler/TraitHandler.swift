/// A device's end of a trait, which a host of devices runs: a ``TraitHandler``, whose commands may wait, or a behaviour
/// of HearthDeviceBehaviors, which is a value.
public protocol TraitImplementation: Sendable {
    /// The trait that the device has.
    associatedtype HandledTrait: Trait

    /// The attributes that the device has, each with its initial value. Attributes that it lacks stay nil. The feature
    /// map lists its features; the lists of commands and attributes and the revision are filled in automatically. A
    /// nullable attribute that is mandatory with these features is null initially, unless it is set here.
    var initialAttributes: HandledTrait.Attributes { get }

    /// The optional commands that the device accepts. Mandatory commands are not listed.
    var optionalCommands: Set<OptionalCommand<HandledTrait>> { get }
}

extension TraitImplementation {
    public var optionalCommands: Set<OptionalCommand<HandledTrait>> { [] }
}

/// The implementation of a trait in a device: it executes commands and writes.
///
/// Devices conform to the protocol that is generated for the trait, `Matter.OnOffTraitHandler`. It has one method per
/// command, which takes the command's arguments and the trait's state. Mandatory commands must be implemented; the
/// others throw UNSUPPORTED_COMMAND by default.
///
/// A handler may be a struct, a class or an actor. Commands of one device may run concurrently; shared data belongs in
/// the state, or in an actor. A command begins on the connection's thread, which also serves the other devices.
/// Handlers must therefore wait with `await`, and block or compute for long on another thread only.
public protocol TraitHandler: TraitImplementation {
    /// Called once when the device is added to a hub, before any command. Writable attributes already have the values
    /// that the hub has stored.
    ///
    /// The traits of a device start one after the other, devices in parallel. A device is added to the hub when all
    /// devices of the same start have started. So work that may take long belongs in a separate task, and blocking work
    /// on a separate thread.
    ///
    /// - Parameter remembered: all attributes that the hub has stored; nil for the others.
    func started(_ state: TraitState<HandledTrait>, remembered: HandledTrait.Attributes) async

    /// Called when a client writes attributes, whose values have been checked. By default, they are copied to the
    /// state.
    ///
    /// - Parameter changes: the written attributes only.
    /// - Throws: ``TraitError`` to refuse all of it.
    func write(_ changes: HandledTrait.Attributes, _ state: TraitState<HandledTrait>) async throws(TraitError)

    /// Called when a client sends a command, whose arguments have been checked. Generated: calls the command's method.
    ///
    /// - Returns: the encoded response, nil for a bare status.
    /// - Throws: ``TraitError`` to refuse.
    func handle(
        _ command: HandledTrait.Command, _ state: TraitState<HandledTrait>
    ) async throws(TraitError) -> [UInt8]?
}

extension TraitHandler {
    public func started(_ state: TraitState<HandledTrait>, remembered: HandledTrait.Attributes) async {}

    public func write(
        _ changes: HandledTrait.Attributes, _ state: TraitState<HandledTrait>
    ) async throws(TraitError) {
        state.take(changes)
    }

    /// The implementation for traits without commands.
    public func handle(
        _ command: HandledTrait.Command, _ state: TraitState<HandledTrait>
    ) async throws(TraitError) -> [UInt8]? {
        throw TraitError(.unsupportedCommand, "\(HandledTrait.descriptor.name) takes no commands")
    }
}

/// A command that is optional with any features. Generated code has a constant for each: `[.stop]`.
public struct OptionalCommand<T: Trait>: Hashable, Sendable {
    /// Matter's command id.
    public let id: UInt32

    /// The command with this id.
    public init(_ id: UInt32) {
        self.id = id
    }
}
