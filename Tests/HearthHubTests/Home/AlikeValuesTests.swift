@testable internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@Suite struct AlikeValuesTests {
    private let label = Matter.UserLabelTrait.descriptor
    private let identify = Matter.IdentifyTrait.descriptor
    private let level = Matter.LevelControlTrait.descriptor

    private func decoded(_ values: [StructureValue], of trait: TraitDescriptor) throws -> [StructureValue] {
        var alike = AlikeValues()
        return try values.map { try alike.decode(trait.encodeAttributes($0), of: trait) }
    }

    @Test func eachTraitGetsItsOwnValues() throws {
        var alike = AlikeValues()
        let lists: [UInt32: TraitValue] = [0xFFFB: .list([.unsigned(0), .unsigned(1)]), 0xFFFD: .unsigned(5)]
        let on = StructureValue(lists.merging([0: .unsigned(5)]) { $1 })
        let off = StructureValue(lists.merging([0: .unsigned(0)]) { $1 })
        for (trait, values) in [(level, on), (level, off), (level, on), (identify, off)] {
            try expect(alike.decode(trait.encodeAttributes(values), of: trait), equals: values)
        }
    }

    /// They are equal, and must be stored and sent as they came.
    @Test func equalTextsKeepTheirUnicodeForm() throws {
        let texts = ["caf\u{E9}", "cafe\u{301}"]
        let values = texts.map { text -> StructureValue in
            let entry = StructureValue([0: .string("name"), 1: .string(text)])
            return [0: .list([.structure(entry)])]
        }
        let encoded = try decoded(values, of: label).map { label.encodeAttributes($0) }
        expect(encoded, equals: values.map { label.encodeAttributes($0) })
        expect(encoded[0] != encoded[1])
    }

    @Test func damagedBytesAreRefusedEachTime() {
        var alike = AlikeValues()
        for _ in 0..<2 {
            expect(throws: (any Error).self) { try alike.decode([0xFF], of: level) }
        }
    }
}
