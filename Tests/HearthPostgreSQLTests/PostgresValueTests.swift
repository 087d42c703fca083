@testable internal import HearthPostgreSQL
internal import Expectations
internal import Testing

/// The binary format of values (PostgreSQL documentation, 55.2.4, and the functions `array_send`, `int8send`).
struct PostgresValueTests {
    @Test(
        arguments: [
            (.integer(-2), [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE]), (.integer(nil), nil),
            (.real(1), [0x3F, 0xF0, 0, 0, 0, 0, 0, 0]), (.real(nil), nil), (.truth(true), [1]), (.truth(false), [0]),
            (.text("é"), [0xC3, 0xA9]), (.text(""), []), (.text(nil), nil), (.bytes([0, 9]), [0, 9]),
            (.bytes(nil), nil),
            (.raw("a\0"), [0x61, 0]), (.raw(nil), nil),
            (.texts([]), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25]),
            (
                .texts(["a", ""]),
                [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0x61, 0, 0, 0, 0]
            ),
            (
                .integers([3]),
                [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 3]
            ),
            (.blobs([[7]]), [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 7]),
        ] as [(PostgresValue, [UInt8]?)])
    func values(_ value: PostgresValue, _ bytes: [UInt8]?) {
        var buffer: [UInt8] = []
        let isThere = value.append(to: &buffer)
        expect(isThere ? buffer : nil, equals: bytes)
    }

    private func row(_ cells: [[UInt8]?]) -> PostgresRow {
        var rows = PostgresRows()
        rows.append(cells)
        return rows[0]
    }

    @Test
    func integersHaveThreeSizes() throws {
        let row = row([[0xFF, 0xFE], [0, 0, 0, 5], [0x80, 0, 0, 0, 0, 0, 0, 0], nil])
        try expect([row.integer(0), row.integer(1), row.integer(2)], equals: [-2, 5, .min])
        try expectNil(row.integerOrNil(3))
    }

    @Test
    func otherColumns() throws {
        let row = row([[0x3F, 0xF0, 0, 0, 0, 0, 0, 0], [1], [0xC3, 0xA9], [], nil])
        try expect(row.realOrNil(0), equals: 1)
        try expect(row.truth(1))
        try expect(row.text(2), equals: "é")
        try expect(row.bytes(3), equals: [])
        try expectNil(row.textOrNil(4))
        expectNil(row.bytesOrNil(4))
    }

    /// What another program wrote is an error, whatever it is.
    @Test(
        arguments: [
            { _ = try $0.integer(0) }, { _ = try $0.realOrNil(0) }, { _ = try $0.truth(0) }, { _ = try $0.text(0) },
            { _ = try $0.text(1) }, { _ = try $0.integer(9) }, { _ = try $0.bytes(-1) },
        ] as [@Sendable (PostgresRow) throws -> Void])
    func unfitColumnsAreErrors(_ read: @Sendable (PostgresRow) throws -> Void) {
        let row = row([[0xFF, 0xFF, 0xFF], nil])
        let error = expect(throws: PostgresError.self) { try read(row) }
        expect(error?.sqlState, equals: "XX001")
    }
}
