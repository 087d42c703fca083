internal import HearthMessage
internal import Testing

@Suite struct UnknownFieldsTests {
    @Test(arguments: [Scalars.full.serialized(), Lists.full.serialized(), Tree.full.serialized()])
    func unknownFieldsSurviveByteForByte(_ bytes: [UInt8]) throws {
        let message = try Nothing(bytes)
        #expect(message.unknownFields.encoded == bytes)
        #expect(message.serialized() == bytes)
    }

    @Test func unknownFieldsFollowTheKnownOnes() throws {
        let message = try Scalars([0xC0, 0x3E, 7, 0x20, 1, 0xC2, 0x3E, 1, 0x61])
        #expect(message.uint32 == 1)
        #expect(message.unknownFields.encoded == [0xC0, 0x3E, 7, 0xC2, 0x3E, 1, 0x61])
        #expect(message.serialized() == [0x20, 1, 0xC0, 0x3E, 7, 0xC2, 0x3E, 1, 0x61])
    }

    @Test func unknownFieldsSurviveInsideMessages() throws {
        let bytes: [UInt8] = [0x12, 3, 0xC0, 0x3E, 7, 0x4A, 3, 0xC0, 0x3E, 8]
        #expect(try Tree(bytes).serialized() == bytes)
    }

    @Test func unknownFieldsCountForEquality() throws {
        #expect(try Scalars([0xC0, 0x3E, 7]) != Scalars())
        #expect(try Scalars([0xC0, 0x3E, 7]) == Scalars([0xC0, 0x3E, 7]))
    }

    @Test func mergingAppendsThem() throws {
        var message = try Nothing([0x08, 1])
        try message.merge(serialized: [UInt8]([0x10, 2]).span.bytes)
        #expect(message.serialized() == [0x08, 1, 0x10, 2])
    }
}
