internal import HearthMessage
internal import HearthTraitCore

/// Conversion between a behaviour's typed values and the hub's generic ones.
extension Behavior {
    var descriptor: TraitDescriptor { T.descriptor }

    /// All attributes that the device has.
    var values: StructureValue { T.descriptor.values(of: attributes) }

    func reports(_ eventID: UInt32) -> Bool { true }

    func changes(since earlier: any TraitBehavior) -> StructureValue {
        guard let earlier = earlier as? Self else { return values }
        return earlier.attributes == attributes
            ? StructureValue() : T.descriptor.changes(from: earlier.attributes, to: attributes)
    }

    mutating func invoke(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout BehaviorContext
    ) throws(TraitError) -> StructureValue? {
        let typed: T.Command?
        do {
            let bytes = T.descriptor.encodeArguments(of: command, arguments)
            typed = try T.Command(id: command.id, serialized: bytes.span.bytes)
        } catch {
            throw TraitError(
                .invalidCommand, "the arguments of \(command.methodName) can't be read: \(error)",
                element: .command(command.id))
        }
        guard let typed else {
            throw TraitError(
                .unsupportedCommand, "\(T.descriptor.name) has no command \(command.name)",
                element: .command(command.id))
        }
        guard let response = try invoke(typed, &context) else { return nil }
        return try? T.descriptor.decodeResponse(of: command, response.serialized().span.bytes)
    }

    mutating func write(_ values: StructureValue, _ context: inout BehaviorContext) throws(TraitError) {
        let changes: T.Attributes
        do {
            changes = try T.descriptor.attributes(values, as: T.Attributes.self)
        } catch {
            throw TraitError(.invalidDataType, "the values for \(T.descriptor.name) can't be read: \(error)")
        }
        try write(changes, &context)
    }

    mutating func write(_ changes: T.Attributes, _ context: inout BehaviorContext) throws(TraitError) {
        let saved = self
        do {
            attributes.merge(changes)
            try written(changes, before: saved.attributes, &context)
        } catch {
            self = saved
            throw error
        }
    }

    mutating func restore(_ stored: StructureValue) -> Bool {
        let present = values
        var kept = StructureValue()
        for id in Self.storedAttributes where present[id] != nil { kept[id] = stored[id] }
        guard !kept.isEmpty else { return false }
        adopt(kept)
        return true
    }

    mutating func adopt(_ values: StructureValue) {
        if let values = try? T.descriptor.attributes(values, as: T.Attributes.self) { attributes.merge(values) }
    }

    /// Sets the global attributes from the behaviour's features.
    mutating func completeGlobals() {
        adopt(T.descriptor.globals(of: values, optionalCommands: optionalCommands))
    }
}
