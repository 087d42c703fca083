internal import HearthTraitDescriptors

/// Services for traits without a HomeKit service: one for each trait, with a characteristic for each scalar attribute.
enum MakerService {
    /// The type of a trait's service; it must never change.
    static func type(ofTrait trait: UInt32) -> ServiceType { ServiceType(uuid(trait, kind: 0, 0)) }

    /// The type of an attribute's characteristic; it must never change.
    static func type(ofAttribute attribute: UInt32, trait: UInt32) -> CharacteristicType {
        CharacteristicType(uuid(trait, kind: 1, attribute))
    }

    /// A UUID of version 8 (RFC 9562, section 5.8): the trait's id, the kind (0 service, 1 characteristic), our
    /// namespace, the attribute's id.
    private static func uuid(_ trait: UInt32, kind: UInt64, _ attribute: UInt32) -> HAPUUID {
        HAPUUID(
            high: UInt64(trait) << 32 | kind << 16 | 0x8000 | 0x0A7E,
            low: 0x8000_0000_0000_0000 | 0x0EA2_7400 << 32 | UInt64(attribute))
    }

    /// The trait of a service's type; nil for other types.
    static func trait(of type: ServiceType) -> UInt32? {
        let trait = UInt32(truncatingIfNeeded: type.uuid.high >> 32)
        return self.type(ofTrait: trait) == type ? trait : nil
    }

    /// The number of an attribute in the instance id, from 1 to 0x7FFF: the low 16 bits of its id, plus one. They are
    /// unique in a trait. nil for higher ids, which get no characteristic, and for types of other traits.
    static func attribute(of type: CharacteristicType, trait: UInt32) -> UInt64? {
        let attribute = UInt32(truncatingIfNeeded: type.uuid.low)
        let place = UInt64(attribute & 0xFFFF) + 1
        return place <= 0x7FFF && self.type(ofAttribute: attribute, trait: trait) == type ? place : nil
    }

    /// Standard traits about the structure of a device, which need no service.
    private static let utilities: Set<UInt32> = [
        0x0003, 0x0004, 0x001D, 0x001E, 0x001F, 0x0025, 0x0028, 0x0029, 0x002A, 0x002E, 0x0039, 0x0040, 0x0041, 0x0046,
        0x0062, 0x0090, 0x0091, 0x009C,
    ]

    /// Rows for the traits of an endpoint that no row of the table uses: always for makers' traits, and for standard
    /// traits if the endpoint has no other service.
    static func mappings(_ endpoint: EndpointSnapshot, taken: Set<UInt32>) -> [ServiceMapping] {
        endpoint.traits.values.sorted { $0.id < $1.id }.compactMap { trait in
            let isMakers = trait.id >> 16 != 0
            let isLeftOver = endpoint.number != 0 && taken.isEmpty && !utilities.contains(trait.id)
            guard let descriptor = trait.descriptor, !taken.contains(trait.id), isMakers || isLeftOver,
                !ServiceTable.traits.contains(trait.id)
            else { return nil }
            let links = descriptor.attributes.compactMap { link($0, descriptor) }
            return links.isEmpty ? nil : ServiceMapping(type(ofTrait: trait.id), traits: [trait.id], links)
        }
    }

    // MARK: Characteristics

    private static func link(_ attribute: AttributeDescriptor, _ trait: TraitDescriptor) -> CharacteristicLink? {
        let field = attribute.field
        let type = type(ofAttribute: attribute.id, trait: trait.id)
        guard !GlobalAttribute.contains(attribute.id), attribute.read != nil, !field.isList,
            let (metadata, conversion) = form(of: field, trait), self.attribute(of: type, trait: trait.id) != nil
        else { return nil }
        let id = AttributeID(trait.id, attribute.id, attribute.name)
        var link = CharacteristicLink.attribute(type, id, conversion)
        link.metadata = metadata
        link.permissions = attribute.isWritable ? .readWriteEvents : .readEvents
        link.limit = { reading, metadata in limit(field, trait.id, reading, &metadata) }
        link.sources += [field.min, field.max].compactMap { limit in
            guard case .attribute(let other, _) = limit else { return nil }
            return AttributeID(trait.id, other, trait.attribute(other)?.name ?? "")
        }
        return attribute.isWritable ? link.updating(conversion) : link
    }

    /// The format of a field's values; nil for structs, which HAP can't express.
    private static func form(
        of field: FieldDescriptor, _ trait: TraitDescriptor
    ) -> (CharacteristicMetadata, Conversion)? {
        var metadata: CharacteristicMetadata
        let conversion: Conversion
        switch field.type {
        case .boolean: (metadata, conversion) = (CharacteristicMetadata(.bool), .truth)
        case .unsigned(let bits): (metadata, conversion) = (CharacteristicMetadata(format(bits)), .number)
        case .signed(let bits):
            (metadata, conversion) = (CharacteristicMetadata(bits <= 32 ? .int : .float), .signedNumber)
        case .single: (metadata, conversion) = (CharacteristicMetadata(.float), .single)
        case .double: (metadata, conversion) = (CharacteristicMetadata(.float), .double)
        case .string: (metadata, conversion) = (CharacteristicMetadata(.string), .text)
        case .octets: (metadata, conversion) = (CharacteristicMetadata(.data), .bytes)
        case .enumeration(let index):
            guard trait.enums.indices.contains(index) else { return nil }
            let values = trait.enums[index]
            metadata = CharacteristicMetadata(format(values.bits), validValues: values.cases.map(\.value))
            conversion = .number
        case .bitmap(let index):
            guard trait.bitmaps.indices.contains(index) else { return nil }
            (metadata, conversion) = (CharacteristicMetadata(format(trait.bitmaps[index].bits)), .number)
        case .structure: return nil
        }
        if metadata.format == .string {
            metadata.maximumLength = min(field.maxLength ?? .max, CharacteristicMetadata.greatestLength)
            metadata.minimumLength = field.minLength
        }
        if field.step != nil, metadata.format != .string { metadata.step = field.step.map { Double($0) } }
        metadata.manufacturerDescription = field.name
        return (metadata, conversion)
    }

    private static func format(_ bits: UInt8) -> CharacteristicFormat {
        switch bits {
        case ...8: .uint8
        case ...16: .uint16
        case ...32: .uint32
        default: .uint64
        }
    }

    private static func limit(
        _ field: FieldDescriptor, _ trait: UInt32, _ reading: ServiceReading, _ metadata: inout CharacteristicMetadata
    ) {
        func number(_ limit: Limit?) -> Double? {
            switch limit {
            case .literal(let value): return Double(value)
            case .attribute(let other, let offset):
                return reading.integer(AttributeID(trait, other, "")).map { Double($0) + Double(offset) }
            case nil: return nil
            }
        }
        guard [.int, .float, .uint8, .uint16, .uint32, .uint64].contains(metadata.format) else { return }
        metadata.minimum = number(field.min)
        metadata.maximum = number(field.max)
    }
}

extension Conversion {
    static let signedNumber = Conversion(
        toCharacteristic: { $0.integer.map { .int($0) } }, toTrait: { $0.integer.map { .signed($0) } })
    static let single = Conversion(
        toCharacteristic: { $0.number.map { .float($0) } },
        toTrait: { value in value.number.map { Float($0) }.flatMap { $0.isFinite ? .float($0) : nil } })
    static let double = Conversion(
        toCharacteristic: { $0.number.map { .float($0) } }, toTrait: { $0.number.map { .double($0) } })
    static let bytes = Conversion(
        toCharacteristic: { value in
            if case .octets(let bytes) = value { .data(bytes) } else { nil }
        },
        toTrait: { value in
            if case .data(let bytes) = value { .octets(bytes) } else { nil }
        })
}
