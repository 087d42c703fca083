internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// A behaviour that uses a trait's descriptor, because its Swift types would add another trait module to the program's
/// build.
protocol DescribedBehavior: HostedBehavior {
    /// All attributes that the device has.
    var values: StructureValue { get set }
    /// IDs of the attributes that survive a restart.
    static var storedAttributes: Set<UInt32> { get }

    /// Executes a command with all its arguments, which have been checked.
    ///
    /// - Returns: the response; nil for a bare status.
    mutating func perform(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout EndpointContext
    ) throws(TraitError) -> StructureValue?
}

extension DescribedBehavior {
    static var storedAttributes: Set<UInt32> { [] }

    func changes(since earlier: any HostedBehavior) -> StructureValue {
        let before = earlier.values
        return StructureValue(values.fields.filter { before[$0.key] != $0.value })
    }

    mutating func completeGlobals() { adopt(descriptor.globals(of: values)) }

    mutating func restore(_ stored: StructureValue) -> Bool {
        let kept = stored.fields.filter { Self.storedAttributes.contains($0.key) && values[$0.key] != nil }
        adopt(StructureValue(kept))
        return !kept.isEmpty
    }

    mutating func perform(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout EndpointContext
    ) throws(TraitError) -> StructureValue? {
        throw TraitError(
            .unsupportedCommand, "\(descriptor.name) takes no commands here", element: .command(command.id))
    }

    mutating func invoke(
        _ call: CommandCall, _ context: inout EndpointContext
    ) throws(TraitError) -> TraitContent? {
        let complete = try descriptor.checkArguments(
            of: call.command, call.values(of: descriptor), attributes: values)
        return try perform(call.command, complete, &context).map { .values($0) }
    }

    mutating func write(_ written: StructureValue, _ context: inout EndpointContext) throws(TraitError) {
        try descriptor.checkWrite(written, present: values)
        adopt(written)
    }

    mutating func adopt(_ adopted: StructureValue) {
        for (id, value) in adopted.fields {
            guard let field = descriptor.attribute(id)?.field, descriptor.hasType(value, of: field) else { continue }
            values[id] = value
        }
    }
}
