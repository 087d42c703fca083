internal import HearthMessage
internal import HearthTraitCore

/// Where typed values meet the generic ones of the hub.
extension Behavior {
    var descriptor: TraitDescriptor { T.descriptor }

    /// All attributes; those that the device lacks are absent.
    var values: StructureValue {
        (try? T.descriptor.decodeAttributes(attributes.serialized().span.bytes)) ?? StructureValue()
    }

    func differs(from other: any TraitAttributes) -> Bool {
        (other as? T.Attributes) != attributes
    }

    /// Carries out a command that came as generic values.
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

    /// Carries out a write that came as generic values, wholly or not at all.
    mutating func write(_ values: StructureValue, _ context: inout BehaviorContext) throws(TraitError) {
        let bytes = T.descriptor.encodeAttributes(values)
        let changes: T.Attributes
        do {
            changes = try T.Attributes(serialized: bytes.span.bytes)
        } catch {
            throw TraitError(.invalidDataType, "the values for \(T.descriptor.name) can't be read: \(error)")
        }
        try write(changes, &context)
    }

    mutating func write(_ changes: T.Attributes, _ context: inout BehaviorContext) throws(TraitError) {
        let saved = self
        do {
            try merge(changes)
            try written(changes, before: saved.attributes, &context)
        } catch {
            self = saved
            throw error
        }
    }

    private mutating func merge(_ changes: T.Attributes) throws(TraitError) {
        do {
            try attributes.merge(serialized: changes.serialized().span.bytes)
        } catch {
            throw TraitError(.invalidDataType, "the values for \(T.descriptor.name) can't be merged: \(error)")
        }
    }

    /// Puts stored values back in place. Only attributes that the device still has count.
    ///
    /// - Returns: whether there were any.
    mutating func restore(_ stored: StructureValue) -> Bool {
        let present = values
        let kept = stored.fields.filter { Self.storedAttributes.contains($0.key) && present[$0.key] != nil }
        guard !kept.isEmpty else { return false }
        let bytes = T.descriptor.encodeAttributes(StructureValue(kept))
        return (try? attributes.merge(serialized: bytes.span.bytes)) != nil
    }

    /// Sets the global attributes to what the behaviour's features make true.
    mutating func completeGlobals() {
        let globals = T.descriptor.globals(of: values, optionalCommands: optionalCommands)
        try? attributes.merge(serialized: T.descriptor.encodeAttributes(globals).span.bytes)
    }
}
