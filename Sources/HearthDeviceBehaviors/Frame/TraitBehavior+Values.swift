internal import HearthMessage
public import HearthTraitCore

/// Conversion between a behaviour's typed values and a host's generic ones.
extension TraitBehavior {
    public var descriptor: TraitDescriptor { HandledTrait.descriptor }

    public var values: StructureValue { HandledTrait.descriptor.values(of: attributes) }

    public func changes(since earlier: any HostedBehavior) -> StructureValue {
        guard let earlier = earlier as? Self else { return values }
        return earlier.attributes == attributes
            ? StructureValue() : HandledTrait.descriptor.changes(from: earlier.attributes, to: attributes)
    }

    public mutating func invoke(
        _ call: CommandCall, _ context: inout EndpointContext
    ) throws(TraitError) -> TraitContent? {
        let typed: HandledTrait.Command?
        do {
            typed = try HandledTrait.Command(
                id: call.command.id, serialized: call.message(of: HandledTrait.descriptor).span.bytes)
        } catch {
            throw TraitError(
                .invalidCommand, "the arguments of \(call.command.methodName) can't be read: \(error)",
                element: .command(call.command.id))
        }
        guard let typed else {
            throw TraitError(
                .unsupportedCommand, "\(HandledTrait.descriptor.name) has no command \(call.command.name)",
                element: .command(call.command.id))
        }
        return try perform(typed, &context).map { .message($0) }
    }

    public mutating func write(_ values: StructureValue, _ context: inout EndpointContext) throws(TraitError) {
        let changes: HandledTrait.Attributes
        do {
            changes = try HandledTrait.descriptor.attributes(values, as: HandledTrait.Attributes.self)
        } catch {
            throw TraitError(
                .invalidDataType, "the values for \(HandledTrait.descriptor.name) can't be read: \(error)")
        }
        let saved = (self, context)
        do {
            attributes.merge(changes)
            try written(changes, before: saved.0.attributes, &context)
        } catch {
            (self, context) = saved
            throw error
        }
    }

    public mutating func restore(_ stored: StructureValue) -> Bool {
        let present = values
        var kept = StructureValue()
        for id in Self.storedAttributes where present[id] != nil { kept[id] = stored[id] }
        guard !kept.isEmpty else { return false }
        adopt(kept)
        return true
    }

    public mutating func adopt(_ values: StructureValue) {
        if let values = try? HandledTrait.descriptor.attributes(values, as: HandledTrait.Attributes.self) {
            attributes.merge(values)
        }
    }

    public mutating func completeGlobals() {
        adopt(HandledTrait.descriptor.globals(of: values, optionalCommands: Set(optionalCommands.map(\.id))))
    }

    func attributes<Attributes: TraitAttributes>(as type: Attributes.Type) -> Attributes? { attributes as? Attributes }
}
