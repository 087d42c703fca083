@testable internal import HearthWire
internal import Expectations
internal import Testing

/// Schemas with only the parts for reading states, which a page loads first.
@Suite struct SchemaAttributesTests {
    @Test func attributesAndFeaturesStayAsTheyAre() {
        let whole = Self.schema
        let rest = whole.attributesOnly
        expect(rest.attributes, equals: whole.attributes)
        expect(rest.features, equals: whole.features)
        expect(rest.id, equals: whole.id)
        expect(rest.name, equals: whole.name)
        expect(rest.revision, equals: whole.revision)
        expect(rest.commands.isEmpty)
        expect(rest.events.isEmpty)
    }

    @Test func typesStayAtTheirPlacesAndThoseOfCommandsAreEmpty() {
        let rest = Self.schema.attributesOnly
        expect(rest.enums.map(\.name), equals: ["Mode", "", "Unused"])
        expect(rest.enums.map(\.constants.count), equals: [1, 0, 1])
        expect(rest.bitmaps.map(\.name), equals: ["Deep", ""])
        expect(rest.structs.map(\.name), equals: ["Outer", "Inner", ""])
        expect(rest.attributesOnly, equals: rest)
    }

    @Test func aRingOfStructsAndATypeThatIsNotThereDoNoHarm() {
        var schema = Self.schema
        schema.structs[1].fields = [.init(kind: .struct, typeIndex: 0), .init(kind: .struct, typeIndex: 900)]
        schema.commands[0].arguments = .init(fields: [.init(kind: .enum, typeIndex: .max)])
        expect(schema.attributesOnly.structs.map(\.name), equals: ["Outer", "Inner", ""])
    }

    /// An attribute with two nested structs, the inner with a bitmap; the last of each kind belongs to an event or a
    /// command.
    private static let schema = Hearth_V1_TraitSchema(
        id: 6, name: "Example", revision: 3, features: [.init(name: "Extra", mask: 1)],
        enums: ["Mode", "Asked", "Unused"].map { .init(name: $0, bits: 8, constants: [.init(name: "one", value: 1)]) },
        bitmaps: ["Deep", "Told"].map { .init(name: $0, bits: 8, fields: [.init(name: "one", value: 1)]) },
        structs: [
            .init(name: "Outer", fields: [.init(kind: .struct, typeIndex: 1)]),
            .init(name: "Inner", fields: [.init(kind: .bitmap, typeIndex: 0)]),
            .init(name: "Answer", fields: [.init(kind: .enum, typeIndex: 0)]),
        ],
        attributes: [
            .init(field: .init(id: 0, name: "mode", kind: .enum, typeIndex: 0)),
            .init(field: .init(id: 1, name: "outer", kind: .struct, typeIndex: 0, isList: true)),
        ],
        commands: [
            .init(
                id: 0, name: "Ask", arguments: .init(fields: [.init(kind: .enum, typeIndex: 1)]),
                response: .init(fields: [.init(kind: .struct, typeIndex: 2)]))
        ],
        events: [.init(id: 0, name: "Told", payload: .init(fields: [.init(kind: .bitmap, typeIndex: 1)]))])
}
