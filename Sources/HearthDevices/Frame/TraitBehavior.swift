internal import HearthTraitCore

/// What one trait does on one endpoint, as the endpoint sees it: by generic values. A ``Behavior`` works from its
/// trait's Swift types, a ``ProductBehavior`` from a descriptor.
protocol TraitBehavior: Sendable {
    var descriptor: TraitDescriptor { get }
    /// All attributes; those that the device lacks are absent.
    var values: StructureValue { get }
    /// When ``timePassed(_:)`` wants to be called next; always later than the last call's time.
    var deadline: Duration? { get }

    /// The attributes that an earlier state of the same behaviour lacks or has other values for.
    func changes(since earlier: any TraitBehavior) -> StructureValue

    /// Whether the device tells of this event where it happens.
    func reports(_ eventID: UInt32) -> Bool

    /// What is kept for the next start besides attributes; empty for nothing. The hub keeps it for nobody else.
    var memory: [UInt8] { get }

    /// Puts what was kept back in place, before ``start(restored:_:)``. What can't be read changes nothing.
    mutating func recall(_ memory: [UInt8])

    /// Sets the global attributes to what is true of the behaviour.
    mutating func completeGlobals()

    /// Puts stored values back in place. Only attributes that the device still has count.
    ///
    /// - Returns: whether there were any.
    mutating func restore(_ stored: StructureValue) -> Bool

    /// Power came on. `restored` says that stored attributes are in place.
    mutating func start(restored: Bool, _ context: inout BehaviorContext)

    /// Carries out a command that came as generic values.
    mutating func invoke(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout BehaviorContext
    ) throws(TraitError) -> StructureValue?

    /// Carries out a write that came as generic values, wholly or not at all.
    mutating func write(_ values: StructureValue, _ context: inout BehaviorContext) throws(TraitError)

    /// Takes values as they are, without rules: what someone turns at the device itself.
    mutating func adopt(_ values: StructureValue)

    /// The time of ``deadline`` has come.
    mutating func timePassed(_ context: inout BehaviorContext)

    /// Another trait of the endpoint did something.
    mutating func receive(_ signal: EndpointSignal, _ context: inout BehaviorContext)

    /// Something happened to the physical device.
    mutating func sense(_ input: PhysicalInput, _ context: inout BehaviorContext)
}
