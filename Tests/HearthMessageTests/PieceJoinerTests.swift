internal import HearthMessage
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
        #expect(try Tree(bytes).leaf == expected)
    }

    @Test func anEmptyTextInALaterPieceReplacesTheEarlierOne() throws {
        #expect(try Tree(piece(0x4A, [0x72, 1, 0x61]) + piece(0x4A, [0x72, 0])).leaf?.text == "")
        #expect(try Tree(piece(0x4A, [0x72, 0]) + piece(0x4A, [0x20, 1])).leaf?.text == "")
    }

    @Test func piecesWhoseOneofIsNotSetAreTaken() throws {
        let child = try #require(try Tree(piece(0x0A, piece(0x12, [])) + piece(0x0A, piece(0x12, []))).child)
        #expect(child.children.count == 2)
        #expect(try Tree(piece(0x0A, [0x20, 7]) + piece(0x0A, [])).child?.content == .number(7))
    }

    @Test func unknownFieldsOfAllPiecesSurvive() throws {
        let bytes = piece(0x4A, [0xC0, 0x3E, 1]) + piece(0x4A, [0xC0, 0x3E, 2])
        #expect(try Tree(bytes).leaf?.unknownFields.encoded == [0xC0, 0x3E, 1, 0xC0, 0x3E, 2])
    }

    @Test func membersOfAOneofAreJoinedUnlessAnotherCameBetween() throws {
        let first = piece(0x32, [0x20, 1]), second = piece(0x32, [0x08, 1])
        var both = Scalars()
        both.uint32 = 1
        both.flag = true
        var last = Scalars()
        last.flag = true
        #expect(try Tree(first + second).content == .leaf(both))
        #expect(try Tree(first + [0x20, 9] + second).content == .leaf(last))
        #expect(try Tree(first + second + [0x20, 9]).content == .number(9))
    }

    @Test func piecesInsidePiecesAreJoined() throws {
        let leaf = piece(0x4A, [0x20, 1]), more = piece(0x4A, [0x08, 1])
        let child = try Tree(piece(0x0A, leaf + more) + piece(0x12, leaf + more) + piece(0x0A, leaf)).child
        #expect(child?.leaf?.uint32 == 1)
        #expect(child?.leaf?.flag == true)
        #expect(try Tree(piece(0x12, leaf + more)).children.first?.leaf?.flag == true)
    }

    @Test func manyPiecesTakeNoMoreThanOne() throws {
        let bytes = [[UInt8]](repeating: piece(0x0A, piece(0x12, [])), count: 20_000).flatMap(\.self)
        var limits = DecodeLimits()
        limits.expansion = 200
        #expect(try Tree(serialized: bytes.span.bytes, limits: limits).child?.children.count == 20_000)
    }
}
