internal import Expectations
internal import Testing

@testable internal import HearthBase

@Suite struct WireTests {
    /// Number, wire type, value, and the range of the content.
    private struct Row: Equatable {
        let number: UInt32
        let wire: UInt8
        let value: UInt64
        let range: Range<Int>
    }

    private func rows(_ bytes: [UInt8]) -> [Row] {
        bytes.span.bytes.wireFields(in: bytes.indices).map { field in
            Row(number: field.number, wire: field.wire, value: field.value, range: field.range)
        }
    }

    @Test func everyWireTypeIsReadAsItWasWritten() {
        var writer = WireWriter()
        writer.varint(1, 300)
        writer.fixed64(2, 0x0102_0304_0506_0708)
        writer.string(3, "ab")
        writer.fixed32(4, 7)
        writer.integer(536_870_911, -1)
        expect(
            rows(writer.bytes),
            equals: [
                Row(number: 1, wire: 0, value: 300, range: 1..<3),
                Row(number: 2, wire: 1, value: 0x0102_0304_0506_0708, range: 4..<12),
                Row(number: 3, wire: 2, value: 0, range: 14..<16), Row(number: 4, wire: 5, value: 7, range: 17..<21),
                Row(number: 536_870_911, wire: 0, value: .max, range: 26..<36),
            ])
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, UInt64(UInt32.max), 1 << 63, .max] as [UInt64])
    func varintComesBack(_ value: UInt64) throws {
        var bytes: [UInt8] = [9]
        bytes.appendVarint(value)
        var position = 1
        try expect(bytes.span.bytes.varint(at: &position, upTo: bytes.count), equals: value)
        expect(position, equals: bytes.count)
    }

    @Test(
        arguments: [
            ([8], .endsEarly, 1), ([8, 0x80], .endsEarly, 1),
            ([8] + [UInt8](repeating: 0x80, count: 11), .longNumber, 1),
            ([9, 1, 2, 3, 4, 5, 6, 7], .endsEarly, 1), ([10, 1], .endsEarly, 0), ([13, 1, 2, 3], .endsEarly, 1),
            ([11, 12], .group, 0), ([14], .badTag, 0), ([0, 0], .badTag, 0),
            ([0x80, 0x80, 0x80, 0x80, 0x10, 0], .badTag, 0),
        ] as [([UInt8], WireFailure.Reason, Int)])
    func malformedFieldIsRefused(_ bytes: [UInt8], _ reason: WireFailure.Reason, _ offset: Int) {
        let failure = expect(throws: WireFailure.self) {
            var position = 0
            _ = try bytes.span.bytes.wireField(at: &position, upTo: bytes.count)
        }
        expect(failure?.reason, equals: reason)
        expect(failure?.offset, equals: offset)
        // The fields before it are complete.
        expect(rows([8, 1] + bytes), equals: [Row(number: 1, wire: 0, value: 1, range: 1..<2)])
    }

    /// libprotobuf-c reads such fields before they are refused.
    @Test(arguments: [([0, 5], 0), ([0xF8, 0xFF, 0xFF, 0xFF, 0x7F, 5], UInt32.max)] as [([UInt8], UInt32)])
    func forbiddenNumberIsReadOnRequest(_ bytes: [UInt8], _ number: UInt32) throws {
        var position = 0
        let field = try bytes.span.bytes.wireField(at: &position, upTo: bytes.count, anyNumber: true)
        expect(field.number, equals: number)
        expect(field.value, equals: 5)
        expect(rows(bytes), equals: [])
    }
}
