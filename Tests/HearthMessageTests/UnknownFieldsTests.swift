internal import HearthMessage
internal import Expectations
internal import Testing

@Suite struct UnknownFieldsTests {
    @Test(arguments: [Scalars.full.serialized(), Lists.full.serialized(), Tree.full.serialized()])
    func unknownFieldsSurviveByteForByte(_ bytes: [UInt8]) throws {
        let message = try Nothing(bytes)
        expect(message.unknownFields.encoded, equals: bytes)
        expect(message.serialized(), equals: bytes)
    }

    @Test func unknownFieldsFollowTheKnownOnes() throws {
        let message = try Scalars([0xC0, 0x3E, 7, 0x20, 1, 0xC2, 0x3E, 1, 0x61])
        expect(message.uint32, equals: 1)
        expect(message.unknownFields.encoded, equals: [0xC0, 0x3E, 7, 0xC2, 0x3E, 1, 0x61])
        expect(message.serialized(), equals: [0x20, 1, 0xC0, 0x3E, 7, 0xC2, 0x3E, 1, 0x61])
    }

    @Test func unknownFieldsSurviveInsideMessages() throws {
        let bytes: [UInt8] = [0x12, 3, 0xC0, 0x3E, 7, 0x4A, 3, 0xC0, 0x3E, 8]
        try expect(Tree(bytes).serialized(), equals: bytes)
    }

    @Test func unknownFieldsCountForEquality() throws {
        try expect(Scalars([0xC0, 0x3E, 7]), differsFrom: Scalars())
        try expect(Scalars([0xC0, 0x3E, 7]), equals: Scalars([0xC0, 0x3E, 7]))
    }

    @Test func mergingAppendsThem() throws {
        var message = try Nothing([0x08, 1])
        try message.merge(serialized: [UInt8]([0x10, 2]).span.bytes)
        expect(message.serialized(), equals: [0x08, 1, 0x10, 2])
    }
}
