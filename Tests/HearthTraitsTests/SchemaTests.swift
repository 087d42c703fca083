internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Testing

@Suite struct SchemaTests {
    @Test func everyStandardTraitSurvivesTheWire() throws {
        #expect(!StandardTraits.descriptors.isEmpty)
        for trait in StandardTraits.descriptors {
            let bytes = trait.schema.serialized()
            let copy = try TraitDescriptor(schema: Hearth_V1_TraitSchema(serialized: bytes.span.bytes))
            #expect(copy == trait, "\(trait.typeName)")
        }
    }
}
