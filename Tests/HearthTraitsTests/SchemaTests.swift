internal import ExampleMaker
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

@Suite struct SchemaTests {
    @Test func everyTraitSurvivesTheWire() throws {
        expect(!StandardTraits.descriptors.isEmpty)
        for trait in ExampleMakerTraits.withStandard {
            let bytes = trait.schema.serialized()
            let copy = try TraitDescriptor(schema: Hearth_V1_TraitSchema(serialized: bytes.span.bytes))
            expect(copy, equals: trait, "\(trait.typeName)")
        }
    }

    @Test func eachTraitIsFoundByItsID() {
        for trait in StandardTraits.descriptors {
            expect(StandardTraits.descriptor(trait.id) === trait, "\(trait.typeName)")
        }
        for id in [0, 2, 0xFFF1_FC01, UInt32.max] { expect(StandardTraits.descriptor(id) == nil, "\(id)") }
    }
}
