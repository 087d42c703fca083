internal import HearthMessage
internal import HearthTraitCore

/// What one trait does on one endpoint: a value whose functions take what happened and change the trait's attributes.
/// It holds no clock and does no I/O; the time comes with the context, which also collects events for subscribers and
/// signals for the endpoint's other traits.
///
/// `attributes` is what the world may see. A value that runs (a fading level) lives in the behaviour's own state and
/// comes into `attributes` as often as the cluster reports it.
protocol Behavior: TraitBehavior {
    associatedtype T: Trait

    var attributes: T.Attributes { get set }
    /// The attributes that outlive a restart.
    static var storedAttributes: Set<UInt32> { get }
    /// Commands that the trait takes although its features do not ask for them.
    var optionalCommands: Set<UInt32> { get }

    /// A command came, its arguments within their fixed limits. What is changed before an error stays changed.
    ///
    /// - Returns: the response, nil for a bare status.
    mutating func invoke(_ command: T.Command, _ context: inout BehaviorContext) throws(TraitError) -> (any Message)?

    /// Attributes were written and are in place. An error puts everything back as it was.
    ///
    /// - Parameters:
    ///   - changes: only what was written.
    ///   - before: all attributes as they were.
    mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout BehaviorContext) throws(TraitError)
}

extension Behavior {
    var deadline: Duration? { nil }
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
