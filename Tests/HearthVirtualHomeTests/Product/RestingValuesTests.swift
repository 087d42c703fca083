internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import HearthVirtualHome

@Suite struct RestingValuesTests {
    private let trait = TraitDescriptor(
        id: 0xFFF1_FC01, name: "T", vendor: "V", package: "v.v1", revision: 1,
        enums: [EnumDescriptor("E", bits: 8, [(3, "three"), (4, "four")])],
        structs: [
            StructDescriptor(
                "S",
                [
                    FieldDescriptor(0, "a", .unsigned(8), min: .literal(2)),
                    FieldDescriptor(1, "b", .string, .optional),
                ])
        ])

    @Test(arguments: [
        (FieldDescriptor(0, "f", .unsigned(8), .nullable, default: .unsigned(7)), TraitValue.unsigned(7)),
        (FieldDescriptor(0, "f", .unsigned(8), .nullable), .null),
        (FieldDescriptor(0, "f", .unsigned(8), min: .literal(5)), .unsigned(5)),
        (FieldDescriptor(0, "f", .signed(8), max: .literal(-5)), .signed(-5)),
        (FieldDescriptor(0, "f", .signed(8), min: .literal(-9)), .signed(0)),
        (FieldDescriptor(0, "f", .unsigned(8), default: .string("wrong")), .unsigned(0)),
        (FieldDescriptor(0, "f", .enumeration(0)), .unsigned(3)),
        (FieldDescriptor(0, "f", .string, minLength: 2), .string("--")),
        (FieldDescriptor(0, "f", .octets, minLength: 2), .octets([0, 0])),
        (FieldDescriptor(0, "f", .single), .float(0)),
        (FieldDescriptor(0, "f", .boolean, .list), .list([])),
        (FieldDescriptor(0, "f", .boolean, .list, minLength: 2), .list([.bool(false), .bool(false)])),
        (FieldDescriptor(0, "f", .structure(0)), .structure([0: .unsigned(2)])),
        (FieldDescriptor(0, "f", .structure(9)), .structure([:])),
    ])
    func theDefaultElseNullElseWhatIsNearestToNothing(_ field: FieldDescriptor, _ wanted: TraitValue) {
        expect(trait.restingValue(of: field), equals: wanted)
    }

    @Test func everyFieldOfEveryStandardTraitHasItsTypeAtRest() {
        for trait in StandardTraits.descriptors {
            let fields = trait.attributes.map(\.field) + trait.structs.flatMap(\.fields)
            for field in fields {
                expect(trait.hasType(trait.restingValue(of: field), of: field), "\(trait.name).\(field.name)")
            }
        }
    }
}
