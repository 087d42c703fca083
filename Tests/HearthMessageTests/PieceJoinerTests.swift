internal import HearthMessage
internal import Expectations
internal import Testing

/// A singular message field may come in pieces, which are merged.
@Suite struct PieceJoinerTests {
    private func piece(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }

    @Test func fieldsOfAllPiecesCount() throws {
        let bytes = piece(0x4A, [0x20, 1, 0x72, 1, 0x61]) + piece(0x4A, [0x08, 0, 0x20, 2])
        var expected = Scalars()
        expected.uint32 = 2
        expected.text = "a"
        expected.flag = false
        try expect(Tree(bytes).leaf, equals: expected)
    }

    @Test func anEmptyTextInALaterPieceReplacesTheEarlierOne() throws {
        try expect(Tree(piece(0x4A, [0x72, 1, 0x61]) + piece(0x4A, [0x72, 0])).leaf?.text, equals: "")
        try expect(Tree(piece(0x4A, [0x72, 0]) + piece(0x4A, [0x20, 1])).leaf?.text, equals: "")
    }

    @Test func piecesWhoseOneofIsNotSetAreTaken() throws {
        let child = try require(try Tree(piece(0x0A, piece(0x12, [])) + piece(0x0A, piece(0x12, []))).child)
        expect(child.children.count, equals: 2)
        try expect(Tree(piece(0x0A, [0x20, 7]) + piece(0x0A, [])).child?.content, equals: .number(7))
    }

    @Test func unknownFieldsOfAllPiecesSurvive() throws {
        let bytes = piece(0x4A, [0xC0, 0x3E, 1]) + piece(0x4A, [0xC0, 0x3E, 2])
        try expect(Tree(bytes).leaf?.unknownFields.encoded, equals: [0xC0, 0x3E, 1, 0xC0, 0x3E, 2])
    }

    @Test func membersOfAOneofAreJoinedUnlessAnotherCameBetween() throws {
        let first = piece(0x32, [0x20, 1]), second = piece(0x32, [0x08, 1])
        var both = Scalars()
        both.uint32 = 1
        both.flag = true
        var last = Scalars()
        last.flag = true
        try expect(Tree(first + second).content, equals: .leaf(both))
        try expect(Tree(first + [0x20, 9] + second).content, equals: .leaf(last))
        try expect(Tree(first + second + [0x20, 9]).content, equals: .number(9))
    }

    @Test func piecesInsidePiecesAreJoined() throws {
        let leaf = piece(0x4A, [0x20, 1]), more = piece(0x4A, [0x08, 1])
        let child = try Tree(piece(0x0A, leaf + more) + piece(0x12, leaf + more) + piece(0x0A, leaf)).child
        expect(child?.leaf?.uint32, equals: 1)
        expect(child?.leaf?.flag, equals: true)
        try expect(Tree(piece(0x12, leaf + more)).children.first?.leaf?.flag, equals: true)
    }

    @Test func manyPiecesTakeNoMoreThanOne() throws {
        let bytes = [[UInt8]](repeating: piece(0x0A, piece(0x12, [])), count: 20_000).flatMap(\.self)
        var limits = DecodeLimits()
        limits.expansion = 200
        try expect(Tree(serialized: bytes.span.bytes, limits: limits).child?.children.count, equals: 20_000)
    }
}
