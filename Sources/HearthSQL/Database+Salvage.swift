extension Database {
    /// Copies what can be read of a damaged database's table to the table of the same name: from its beginning as far as
    /// it goes, and from its end back. Rows that break a rule of the schema, and those that are there, are left out.
    /// References between tables must not be checked meanwhile.
    ///
    /// - Parameter table: a name of the schema's own.
    /// - Returns: the number of rows that are there now, and whether all that the table had could be read.
    public func salvage(_ table: String, from damaged: Database) throws -> (rows: Int, isWhole: Bool) {
        let columns = try rows(
            "SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid", .text(table)
        ) { (name: try $0.text(0), key: try $0.int64(1)) }
        let names = columns.map(\.name).joined(separator: ", ")
        // The order in which the table's own pages are, so that no index is needed.
        let keys = columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let insert = "INSERT OR IGNORE INTO \(table)(\(names)) VALUES (\(places))"
        var isWhole = true
        for direction in ["ASC", "DESC"] {
            let order = keys.isEmpty ? "rowid \(direction)" : keys.map { "\($0) \(direction)" }.joined(separator: ", ")
            var failure: (any Error)?
            do {
                _ = try damaged.rows("SELECT \(names) FROM \(table) ORDER BY \(order)") { row in
                    guard let values = try? row.values() else {
                        isWhole = false
                        return
                    }
                    do {
                        if try run(insert, values: values) == 0, direction == "ASC" { isWhole = false }
                    } catch {
                        failure = error
                        throw error
                    }
                }
                break
            } catch {
                if let failure { throw failure }
                isWhole = false
            }
        }
        return (Int(clamping: try first("SELECT count(*) FROM \(table)") { try $0.int64(0) } ?? 0), isWhole)
    }
}
