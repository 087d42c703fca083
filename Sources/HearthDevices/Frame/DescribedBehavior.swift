internal import HearthTraitCore

/// A behaviour that uses a trait's descriptor, because its Swift types would add another trait module to the program's
/// build.
protocol DescribedBehavior: TraitBehavior {
    /// All attributes that the device has.
    var values: StructureValue { get set }
    /// IDs of the attributes that survive a restart.
    static var storedAttributes: Set<UInt32> { get }

    /// Executes a command with all its arguments, which have been checked.
    ///
    /// - Returns: the response; nil for a bare status.
    mutating func perform(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout BehaviorContext
    ) throws(TraitError) -> StructureValue?
}

extension DescribedBehavior {
    var isCarryingOut: Bool { false }
    static var storedAttributes: Set<UInt32> { [] }
    var deadline: Duration? { nil }
    var memory: [UInt8] { [] }

    func reports(_ eventID: UInt32) -> Bool { true }

    func changes(since earlier: any TraitBehavior) -> StructureValue {
        let before = earlier.values
        return StructureValue(values.fields.filter { before[$0.key] != $0.value })
    }

    mutating func recall(_ memory: [UInt8]) {}

    mutating func completeGlobals() { adopt(descriptor.globals(of: values)) }

    mutating func restore(_ stored: StructureValue) -> Bool {
        let kept = stored.fields.filter { Self.storedAttributes.contains($0.key) && values[$0.key] != nil }
        adopt(StructureValue(kept))
        return !kept.isEmpty
    }

    mutating func start(restored: Bool, _ context: inout BehaviorContext) {}

    mutating func perform(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout BehaviorContext
    ) throws(TraitError) -> StructureValue? {
        throw TraitError(
            .unsupportedCommand, "\(descriptor.name) takes no commands here", element: .command(command.id))
    }

    mutating func invoke(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout BehaviorContext
    ) throws(TraitError) -> StructureValue? {
        let complete = try descriptor.checkArguments(of: command, arguments, attributes: values)
        return try perform(command, complete, &context)
    }

    mutating func write(_ written: StructureValue, _ context: inout BehaviorContext) throws(TraitError) {
        try descriptor.checkWrite(written, present: values)
        adopt(written)
    }

    mutating func adopt(_ adopted: StructureValue) {
        for (id, value) in adopted.fields {
            guard let field = descriptor.attribute(id)?.field, descriptor.hasType(value, of: field) else { continue }
            values[id] = value
        }
    }

    mutating func timePassed(_ context: inout BehaviorContext) {}
    mutating func receive(_ signal: EndpointSignal, _ context: inout BehaviorContext) {}
    mutating func sense(_ input: PhysicalInput, _ context: inout BehaviorContext) {}
}
