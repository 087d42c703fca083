internal import HearthMessage
internal import Expectations
internal import Testing

@Suite struct RawFieldsTests {
    private func raw(_ bytes: [UInt8]) throws -> RawFields { try RawFields(serialized: bytes.span.bytes) }

    @Test(arguments: [[], Scalars.full.serialized(), Lists.full.serialized(), Tree.full.serialized()])
    func messagesAreSplitAndJoined(_ bytes: [UInt8]) throws {
        try expect(raw(bytes).serialized(), equals: bytes)
        try expect(raw(bytes).serialized(reserving: 2), equals: [0, 0] + bytes)
    }

    @Test func fieldsHaveTheirNumbersAndBytes() throws {
        let fields = try raw([0x08, 1, 0x12, 1, 0x61, 0x08, 2])
        expect(fields.fields.map(\.number), equals: [1, 2, 1])
        expect(fields[1].map(\.encoded), equals: [[0x08, 1], [0x08, 2]])
        expect(fields[2].map(\.encoded), equals: [[0x12, 1, 0x61]])
        expect(fields[3], equals: [])
    }

    @Test func settingReplacesAtTheFirstPlace() throws {
        var fields = try raw([0x08, 1, 0x10, 2, 0x08, 3, 0x18, 4])
        fields[1] = try raw([0x08, 9]).fields
        expect(fields.serialized(), equals: [0x08, 9, 0x10, 2, 0x18, 4])
        fields[2] = []
        expect(fields.serialized(), equals: [0x08, 9, 0x18, 4])
        fields[5] = try raw([0x28, 1]).fields
        expect(fields.serialized(), equals: [0x08, 9, 0x18, 4, 0x28, 1])
    }

    @Test func changesReplaceWholeFields() throws {
        var fields = try raw([0x08, 1, 0x10, 2, 0x10, 3])
        fields.replace(with: try raw([0x20, 5, 0x10, 4]))
        expect(fields.serialized(), equals: [0x08, 1, 0x10, 4, 0x20, 5])
    }

    @Test func malformedMessageIsRefused() {
        expect(throws: MessageError.self) { try raw([0x08]) }
        expect(throws: MessageError.self) { try raw([0x80, 0x00, 1]) }
    }
}
