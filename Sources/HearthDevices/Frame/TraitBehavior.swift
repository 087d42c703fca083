internal import HearthTraitCore

/// The behaviour of one trait on one endpoint in terms of generic values. A ``Behavior`` is written against its trait's
/// Swift types, a ``ProductBehavior`` against a descriptor.
protocol TraitBehavior: Sendable {
    var descriptor: TraitDescriptor { get }
    /// All attributes that the device has.
    var values: StructureValue { get }
    /// When to call ``timePassed(_:)`` next; always later than the last call's time.
    var deadline: Duration? { get }
    /// Whether the change at ``deadline`` continues an effect of a command, such as a fade, and so has the command's
    /// cause.
    var isCarryingOut: Bool { get }

    /// The attributes that an earlier state of the same behaviour lacks or has different values for.
    func changes(since earlier: any TraitBehavior) -> StructureValue

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
    mutating func start(restored: Bool, _ context: inout BehaviorContext)

    /// Executes a command given as generic values.
    mutating func invoke(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout BehaviorContext
    ) throws(TraitError) -> StructureValue?

    /// Writes attributes given as generic values, all or none.
    mutating func write(_ values: StructureValue, _ context: inout BehaviorContext) throws(TraitError)

    /// Sets attributes without checking rules, as if they were changed at the device itself.
    mutating func adopt(_ values: StructureValue)

    /// Handles the time of ``deadline``.
    mutating func timePassed(_ context: inout BehaviorContext)

    /// Receives a signal from another trait of the endpoint.
    mutating func receive(_ signal: EndpointSignal, _ context: inout BehaviorContext)

    /// Handles a physical event at the device.
    mutating func sense(_ input: PhysicalInput, _ context: inout BehaviorContext)
}
