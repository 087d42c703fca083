public import HearthTraitCore

/// The behaviour of one trait on one endpoint, as ``EndpointBehaviors`` sees it: its attributes as values, and
/// functions for its events. Write a ``TraitBehavior``, which has the trait's Swift types.
///
/// A behaviour is a value. It has no clock and does no I/O: time comes with the context, and the context collects what
/// follows.
public protocol HostedBehavior: Sendable {
    /// The trait's schema.
    var descriptor: TraitDescriptor { get }
    /// All attributes that the device has.
    var values: StructureValue { get }
    /// When to call ``timePassed(_:)`` next, as a time of the context's `now`; nil for never. Always later than the
    /// last call's time.
    var deadline: Duration? { get }
    /// Whether the change at ``deadline`` continues an effect of a command, such as a fade, and so has the command's
    /// cause.
    var isCarryingOut: Bool { get }
    /// The behaviour itself, or the one that it wraps.
    var core: any HostedBehavior { get }

    /// The attributes that an earlier state of the same behaviour lacks or has different values for.
    func changes(since earlier: any HostedBehavior) -> StructureValue

    /// Whether the device reports this event.
    func reports(_ eventID: UInt32) -> Bool

    /// Data besides attributes to store for the next start; empty for none. It is only stored at the hub.
    var memory: [UInt8] { get }

    /// Restores stored data, before ``start(restored:_:)``. Invalid data is ignored.
    mutating func recall(_ memory: [UInt8])

    /// Sets the global attributes to match the behaviour.
    mutating func completeGlobals()

    /// Restores stored attributes, as far as the device still has them.
    ///
    /// - Returns: whether there were any.
    mutating func restore(_ stored: StructureValue) -> Bool

    /// Starts the behaviour. `restored`: whether stored attributes were restored.
    mutating func start(restored: Bool, _ context: inout EndpointContext)

    /// Executes a command.
    ///
    /// - Returns: the response; nil for a bare status.
    mutating func invoke(
        _ call: CommandCall, _ context: inout EndpointContext
    ) throws(TraitError) -> TraitContent?

    /// Writes attributes given as values, all or none.
    mutating func write(_ values: StructureValue, _ context: inout EndpointContext) throws(TraitError)

    /// Sets attributes without checking rules, as if they were changed at the device itself.
    mutating func adopt(_ values: StructureValue)

    /// Handles the time of ``deadline``.
    mutating func timePassed(_ context: inout EndpointContext)

    /// Receives a signal from another trait of the endpoint.
    mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext)

    /// Handles a physical event at the device.
    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext)

    /// Called after each call of any behaviour of the endpoint, when all signals have been delivered: the time to
    /// operate hardware. Must not change attributes.
    mutating func settle(_ context: inout EndpointContext)
}

extension HostedBehavior {
    public var core: any HostedBehavior { self }
    public var deadline: Duration? { nil }
    public var isCarryingOut: Bool { false }
    public var memory: [UInt8] { [] }

    public func reports(_ eventID: UInt32) -> Bool { true }

    public mutating func recall(_ memory: [UInt8]) {}
    public mutating func start(restored: Bool, _ context: inout EndpointContext) {}
    public mutating func timePassed(_ context: inout EndpointContext) {}
    public mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {}
    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {}
    public mutating func settle(_ context: inout EndpointContext) {}
}
