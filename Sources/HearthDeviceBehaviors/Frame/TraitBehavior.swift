public import HearthMessage
public import HearthTraitCore

/// The behaviour of a trait in terms of its Swift types: a value whose functions take events and change the trait's
/// attributes. Devices list behaviours beside their handlers.
///
/// `attributes` is the reported state. Continuously changing values, such as a fading level, are kept in the behaviour
/// and copied to `attributes` as often as the cluster reports them.
///
/// A behaviour of one's own operates its hardware in ``settle(_:)`` with `context.operate`, and lists in
/// ``storedAttributes`` what survives a restart. Its host calls it under a lock. It must therefore not call its host,
/// such as `DeviceHost.sense` or `DeviceHost.remove`, and must not wait for anything.
public protocol TraitBehavior: HostedBehavior, TraitImplementation {
    /// The attributes that the device has; the others are nil.
    var attributes: HandledTrait.Attributes { get set }
    /// IDs of the attributes that survive a restart.
    static var storedAttributes: Set<UInt32> { get }

    /// Executes a command. Its arguments are within their fixed limits. Changes made before an error are kept.
    ///
    /// - Returns: the response; nil for a bare status.
    mutating func perform(
        _ command: HandledTrait.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)?

    /// Called after attributes were written. An error reverts the write, with events, signals and work for hardware.
    ///
    /// - Parameters:
    ///   - changes: the written attributes only.
    ///   - before: all attributes before the write.
    mutating func written(
        _ changes: HandledTrait.Attributes, before: HandledTrait.Attributes, _ context: inout EndpointContext
    ) throws(TraitError)
}

extension TraitBehavior {
    /// The trait that the device has.
    public typealias T = HandledTrait

    public static var storedAttributes: Set<UInt32> { [] }
    public var initialAttributes: HandledTrait.Attributes { attributes }

    public mutating func perform(
        _ command: HandledTrait.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        throw TraitError(.unsupportedCommand, "\(HandledTrait.descriptor.name) takes no commands here")
    }

    public mutating func written(
        _ changes: HandledTrait.Attributes, before: HandledTrait.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {}
}
