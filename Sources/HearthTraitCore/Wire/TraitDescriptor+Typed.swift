package import HearthMessage

// Converts between typed attributes and values in memory, without encoding.
extension TraitDescriptor {
    /// Attributes as values without their Swift types.
    package func values(of attributes: some TraitAttributes) -> StructureValue {
        let codecs = codecs
        let codec = codecs.attributes
        // Reading can't fail: the memory was written by this process, so all texts are UTF-8.
        return withExtendedLifetime(codecs) {
            (try? attributes.read(as: codec.layout) { codec.read($0, structs: codecs.structs) }) ?? StructureValue()
        }
    }

    /// The attributes of `new` that are absent from `old` or have a different value there. Only these are converted to
    /// values.
    package func changes<Attributes: TraitAttributes>(
        from old: Attributes, to new: Attributes
    ) -> StructureValue {
        let codecs = codecs
        let codec = codecs.attributes
        let changes = withExtendedLifetime(codecs) {
            try? new.read(as: codec.layout) { new in
                try old.read(as: codec.layout) { old in codec.difference(new, from: old, structs: codecs.structs) }
            }
        }
        return changes ?? StructureValue()
    }

    /// Values as attributes with their Swift types.
    ///
    /// - Throws: `MessageError` if a text is not UTF-8.
    package func attributes<Attributes: TraitAttributes>(
        _ values: StructureValue, as type: Attributes.Type
    ) throws(MessageError) -> Attributes {
        let codecs = codecs
        let codec = codecs.attributes
        return try withExtendedLifetime(codecs) { () throws(MessageError) in
            try Attributes(writtenAs: codec.layout) { codec.write(values, to: &$0, structs: codecs.structs) }
        }
    }

    /// A command's arguments as values without their Swift types.
    ///
    /// - Throws: `MessageError` if the message is not the command's.
    package func arguments(of command: CommandDescriptor, in message: some Message) throws -> StructureValue {
        let codecs = codecs
        guard let codec = codecs.arguments[command.id] else { return StructureValue() }
        return try withExtendedLifetime(codecs) {
            try message.read(as: codec.layout) { codec.read($0, structs: codecs.structs) }
        }
    }

    /// A response's fields as values without their Swift types.
    ///
    /// - Throws: `MessageError` if the message is not the command's response.
    package func response(of command: CommandDescriptor, in message: some Message) throws -> StructureValue {
        let codecs = codecs
        guard let codec = codecs.responses[command.id] else { return StructureValue() }
        return try withExtendedLifetime(codecs) {
            try message.read(as: codec.layout) { codec.read($0, structs: codecs.structs) }
        }
    }

    /// An event's fields as values without their Swift types.
    package func fields(of event: EventDescriptor, in message: some Message) throws -> StructureValue {
        let codecs = codecs
        guard let codec = codecs.events[event.id] else { return StructureValue() }
        return try withExtendedLifetime(codecs) {
            try message.read(as: codec.layout) { codec.read($0, structs: codecs.structs) }
        }
    }
}
