internal import HearthMessage
internal import HearthTraitCore

/// The behaviour of one trait on one endpoint: a value whose functions take events and change the trait's attributes.
/// It has no clock and does no I/O: time comes with the context, which also collects events for subscribers and signals
/// for the endpoint's other traits.
///
/// `attributes` is the reported state. Continuously changing values, such as a fading level, are kept in the behaviour
/// and copied to `attributes` as often as the cluster reports them.
protocol Behavior: TraitBehavior {
    associatedtype T: Trait

    var attributes: T.Attributes { get set }
    /// IDs of the attributes that survive a restart.
    static var storedAttributes: Set<UInt32> { get }
    /// IDs of accepted commands that the features don't require.
    var optionalCommands: Set<UInt32> { get }

    /// Executes a command. Its arguments are within their fixed limits. Changes made before an error are kept.
    ///
    /// - Returns: the response; nil for a bare status.
    mutating func invoke(_ command: T.Command, _ context: inout BehaviorContext) throws(TraitError) -> (any Message)?

    /// Called after attributes were written. An error reverts the write.
    ///
    /// - Parameters:
    ///   - changes: the written attributes only.
    ///   - before: all attributes before the write.
    mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout BehaviorContext) throws(TraitError)
}

extension Behavior {
    var deadline: Duration? { nil }
    var isCarryingOut: Bool { false }
    static var storedAttributes: Set<UInt32> { [] }
    var optionalCommands: Set<UInt32> { [] }
    var memory: [UInt8] { [] }

    mutating func recall(_ memory: [UInt8]) {}
    mutating func start(restored: Bool, _ context: inout BehaviorContext) {}

    mutating func invoke(
        _ command: T.Command, _ context: inout BehaviorContext
    ) throws(TraitError) -> (any Message)? {
        throw TraitError(.unsupportedCommand, "\(T.descriptor.name) takes no commands here")
    }

    mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout BehaviorContext
    ) throws(TraitError) {}

    mutating func timePassed(_ context: inout BehaviorContext) {}
    mutating func receive(_ signal: EndpointSignal, _ context: inout BehaviorContext) {}
    mutating func sense(_ input: PhysicalInput, _ context: inout BehaviorContext) {}
}
