public import HearthMessage
public import HearthTraitCore

extension UnknownTrait {
    /// The attributes of a trait without a Swift type: each by its ID, the global ones as in every trait.
    public struct Attributes: TraitAttributes {
        /// The attributes that the device has, by ID. Empty if the schema isn't known.
        public let values: StructureValue
        public var globalAttributes = GlobalAttributeValues()
        /// All attributes, encoded.
        public private(set) var unknownFields = UnknownFields()

        public static let layout = EmptyMessage.layout

        /// No attributes.
        public init() {
            values = StructureValue()
        }

        /// Decodes the attributes; nil if the bytes are malformed.
        init?(_ bytes: [UInt8], _ descriptor: TraitDescriptor) {
            guard let values = try? descriptor.decodeAttributes(bytes.span.bytes),
                let message = try? EmptyMessage(serialized: bytes.span.bytes)
            else { return nil }
            self.values = values
            unknownFields = message.unknownFields
            globalAttributes.generatedCommandList = Self.ids(values[GlobalAttribute.generatedCommandList])
            globalAttributes.acceptedCommandList = Self.ids(values[GlobalAttribute.acceptedCommandList])
            globalAttributes.attributeList = Self.ids(values[GlobalAttribute.attributeList])
            globalAttributes.clusterRevision =
                values[GlobalAttribute.clusterRevision]?.integer.flatMap { UInt16(exactly: $0) }
        }

        private static func ids(_ value: TraitValue?) -> [UInt32]? {
            guard case .list(let items)? = value else { return nil }
            return items.compactMap { $0.integer.flatMap { UInt32(exactly: $0) } }
        }

        public func write(to fields: inout FieldWriter) { fields.setUnknownFields(unknownFields) }

        public mutating func read(from fields: FieldReader) { fields.readUnknownFields(into: &unknownFields) }
    }

    /// The commands that a device receives: none. An app sends the commands of an unknown trait by name, with
    /// ``send(_:_:)``.
    public enum Command: TraitCommand {
        public init?(id: UInt32, serialized bytes: RawSpan) throws { return nil }
    }
}
