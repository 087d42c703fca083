internal import HearthMessage

extension TraitDescriptor {
    /// The type URL of an Attributes message in an Any.
    package var attributesTypeURL: String { codecs.attributesTypeURL }

    /// Decodes the attributes in an encoded Attributes message.
    ///
    /// - Throws: `MessageError` if the bytes are not such a message.
    public func decodeAttributes(_ bytes: RawSpan) throws -> StructureValue {
        let codecs = codecs
        return try codecs.attributes.decode(bytes, structs: codecs.structs)
    }

    /// Decodes the attributes in an encoded Attributes message, and returns whether it has no other content.
    ///
    /// - Throws: ``ValueAndNull`` for a field that is both; `MessageError` if the bytes are not such a message.
    package func decodeAttributesExactly(_ bytes: RawSpan) throws -> (values: StructureValue, isExact: Bool) {
        try codecs.attributes.decodeExactly(bytes, structs: codecs.structs)
    }

    /// Decodes the arguments in a command's encoded message, and returns whether it has no other content.
    ///
    /// - Throws: ``ValueAndNull`` for a field that is both; `MessageError` if the bytes are not such a message.
    package func decodeArgumentsExactly(
        of command: CommandDescriptor, _ bytes: RawSpan
    ) throws -> (values: StructureValue, isExact: Bool) {
        guard let codec = codecs.arguments[command.id] else { return (StructureValue(), bytes.isEmpty) }
        return try codec.decodeExactly(bytes, structs: codecs.structs)
    }

    /// The number of a field that an encoded Attributes message sets to a value or null, and that is not an attribute.
    /// ``decodeAttributes(_:)`` ignores such fields.
    ///
    /// - Throws: `MessageError` if the bytes are not such a message.
    public func unknownAttribute(in bytes: RawSpan) throws -> UInt32? {
        try codecs.attributes.unknownNumber(in: bytes)
    }

    /// Encodes attributes as an Attributes message, with `prefix` free bytes before it.
    public func encodeAttributes(_ value: StructureValue, reserving prefix: Int = 0) -> [UInt8] {
        let codecs = codecs
        return codecs.attributes.encode(value, structs: codecs.structs, reserving: prefix)
    }

    /// Decodes the arguments in a command's encoded message.
    ///
    /// - Throws: `MessageError` if the bytes are not such a message.
    public func decodeArguments(of command: CommandDescriptor, _ bytes: RawSpan) throws -> StructureValue {
        let codecs = codecs
        guard let codec = codecs.arguments[command.id] else { return StructureValue() }
        return try codec.decode(bytes, structs: codecs.structs)
    }

    /// Encodes arguments as a command's message.
    public func encodeArguments(of command: CommandDescriptor, _ value: StructureValue) -> [UInt8] {
        let codecs = codecs
        return codecs.arguments[command.id]?.encode(value, structs: codecs.structs) ?? []
    }

    /// Decodes the fields in a command's encoded response.
    ///
    /// - Throws: `MessageError` if the bytes are not such a message.
    public func decodeResponse(of command: CommandDescriptor, _ bytes: RawSpan) throws -> StructureValue {
        let codecs = codecs
        guard let codec = codecs.responses[command.id] else { return StructureValue() }
        return try codec.decode(bytes, structs: codecs.structs)
    }

    /// Encodes fields as a command's response; empty for a bare status.
    public func encodeResponse(of command: CommandDescriptor, _ value: StructureValue) -> [UInt8] {
        let codecs = codecs
        return codecs.responses[command.id]?.encode(value, structs: codecs.structs) ?? []
    }

    /// Decodes the fields in an event's encoded message.
    ///
    /// - Throws: `MessageError` if the bytes are not such a message.
    public func decodeEvent(_ event: EventDescriptor, _ bytes: RawSpan) throws -> StructureValue {
        let codecs = codecs
        guard let codec = codecs.events[event.id] else { return StructureValue() }
        return try codec.decode(bytes, structs: codecs.structs)
    }

    /// Encodes fields as an event's message.
    public func encodeEvent(_ event: EventDescriptor, _ value: StructureValue) -> [UInt8] {
        let codecs = codecs
        return codecs.events[event.id]?.encode(value, structs: codecs.structs) ?? []
    }
}
