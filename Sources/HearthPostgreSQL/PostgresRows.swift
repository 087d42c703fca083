/// The result of a statement.
package struct PostgresRows: Hashable, Sendable, RandomAccessCollection {
    /// How many rows a changing statement has changed.
    package internal(set) var changed = 0
    private var columns = 0
    private var bytes: [UInt8] = []
    /// For each cell the end of its bytes, and whether it is NULL.
    private var cells: [Cell] = []

    private struct Cell: Hashable {
        let end: Int
        let isNull: Bool
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { columns == 0 ? 0 : cells.count / columns }
    package subscript(index: Int) -> PostgresRow { PostgresRow(rows: self, index: index) }

    /// An empty result.
    package init() {}

    /// Appends a row.
    mutating func append(_ row: [[UInt8]?]) {
        columns = row.count
        for cell in row {
            bytes.append(contentsOf: cell ?? [])
            cells.append(Cell(end: bytes.count, isNull: cell == nil))
        }
    }

    fileprivate func cell(_ row: Int, _ column: Int) -> ArraySlice<UInt8>? {
        let index = row * columns + column  // in range: both are indices
        guard column < columns, cells.indices.contains(index), !cells[index].isNull else { return nil }
        return bytes[(index == 0 ? 0 : cells[index - 1].end)..<cells[index].end]
    }
}

/// A row of a result. Its columns are in the binary format.
package struct PostgresRow: Sendable {
    fileprivate let rows: PostgresRows
    fileprivate let index: Int

    /// The integer of a column: a `smallint`, `integer` or `bigint`.
    package func integer(_ column: Int) throws(PostgresError) -> Int64 {
        try require(integerOrNil(column), "an integer", column)
    }

    /// The integer of a column, nil if it is NULL.
    package func integerOrNil(_ column: Int) throws(PostgresError) -> Int64? {
        guard let cell = rows.cell(index, column) else { return nil }
        switch cell.count {
        case 2: return Int64(Int16(truncatingIfNeeded: number(cell)))
        case 4: return Int64(Int32(truncatingIfNeeded: number(cell)))
        case 8: return Int64(bitPattern: number(cell))
        default: throw unfit("an integer", column)
        }
    }

    /// The `double precision` of a column, nil if it is NULL.
    package func realOrNil(_ column: Int) throws(PostgresError) -> Double? {
        guard let cell = rows.cell(index, column) else { return nil }
        guard cell.count == 8 else { throw unfit("a number", column) }
        return Double(bitPattern: number(cell))
    }

    /// The `boolean` of a column.
    package func truth(_ column: Int) throws(PostgresError) -> Bool {
        let cell = try require(rows.cell(index, column), "a Boolean", column)
        guard cell.count == 1, let byte = cell.first, byte <= 1 else { throw unfit("a Boolean", column) }
        return byte == 1
    }

    /// The `text` of a column, or the text whose bytes a `bytea` has.
    package func text(_ column: Int) throws(PostgresError) -> String {
        try require(textOrNil(column), "a text", column)
    }

    /// The text of a column, nil if it is NULL.
    package func textOrNil(_ column: Int) throws(PostgresError) -> String? {
        guard let cell = rows.cell(index, column) else { return nil }
        guard let text = String(validating: cell, as: UTF8.self) else { throw unfit("a text", column) }
        return text
    }

    /// The `bytea` of a column.
    package func bytes(_ column: Int) throws(PostgresError) -> [UInt8] {
        Array(try require(rows.cell(index, column), "bytes", column))
    }

    /// The `bytea` of a column, nil if it is NULL.
    package func bytesOrNil(_ column: Int) -> [UInt8]? { rows.cell(index, column).map { Array($0) } }

    private func number(_ cell: ArraySlice<UInt8>) -> UInt64 { cell.reduce(0) { $0 << 8 | UInt64($1) } }

    private func require<Value>(_ value: Value?, _ what: String, _ column: Int) throws(PostgresError) -> Value {
        guard let value else { throw unfit(what, column) }
        return value
    }

    private func unfit(_ what: String, _ column: Int) -> PostgresError {
        PostgresError(
            .refused, sqlState: Self.damaged,
            "column \(column) of a result does not hold \(what); the tables were changed by another program")
    }

    /// `data_corrupted`
    private static let damaged = "XX001"
}
