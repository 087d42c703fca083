internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@Suite struct GeneratedTraitsTests {
    /// Both come from the schema, by the generator and at run time: they must agree on every byte.
    @Test(arguments: StandardTraits.descriptors.map(\.id))
    func typedAndDescribedAgree(id: UInt32) throws {
        let type = try require(StandardTraits.traits.first { $0.descriptor.id == id })
        try agree(type)
    }

    private func agree<T: HearthTraitCore.Trait>(_ type: T.Type) throws {
        let trait = T.descriptor
        for isNull in [false, true] {
            var value = StructureValue()
            for attribute in trait.attributes {
                value[attribute.id] = isNull && attribute.field.isNullable ? .null : sample(attribute.field, trait)
            }
            let bytes = trait.encodeAttributes(value)
            let attributes = try T.Attributes(serialized: bytes.span.bytes)
            expect(attributes.unknownFields, equals: UnknownFields())
            expect(attributes.serialized(), equals: bytes)
            try expect(trait.decodeAttributes(attributes.serialized().span.bytes), equals: value)
        }
    }

    @Test func idsRiseAndAreUnique() {
        let ids = StandardTraits.descriptors.map(\.id)
        expect(ids, equals: Set(ids).sorted())
        expect(StandardTraits.traits.map { $0.descriptor.id }, equals: ids)
        let types = StandardTraits.deviceTypes.map(\.id)
        expect(types, equals: Set(types).sorted())
    }

    private func sample(_ field: FieldDescriptor, _ trait: TraitDescriptor) -> TraitValue {
        let one = sample(field.type, trait)
        return field.isList ? .list([one, one]) : one
    }

    private func sample(_ type: ValueType, _ trait: TraitDescriptor) -> TraitValue {
        switch type {
        case .boolean: .bool(true)
        case .unsigned(let bits): .unsigned(UInt64.max >> UInt64(64 - bits))
        case .signed(let bits): .signed(Int64.min >> Int64(64 - bits))
        case .single: .float(-1.5)
        case .double: .double(2.25)
        case .string: .string("a\0é")
        case .octets: .octets([0, 255])
        case .enumeration: .unsigned(254)
        case .bitmap(let index): .unsigned(UInt64.max >> UInt64(64 - trait.bitmaps[index].bits))
        case .structure(let index):
            .structure(
                StructureValue(
                    Dictionary(
                        trait.structs[index].fields.map { ($0.id, sample($0, trait)) },
                        uniquingKeysWith: { first, _ in first })))
        }
    }
}
