extension Database {
    /// The result of copying a damaged table.
    public struct Salvage: Hashable, Sendable {
        /// The number of rows now in the new table.
        public var rows = 0
        /// The number of these that were on pages with a wrong checksum: some values may be wrong.
        public var doubtful = 0
        /// Whether the whole table could be read.
        public var isWhole = true
    }

    /// Copies the readable rows of a damaged database's table to the table of the same name: from its beginning as far
    /// as possible, and from its end backwards; then again including pages with a wrong checksum. Rows that violate the
    /// schema or already exist are left out. Foreign keys must not be enforced meanwhile.
    ///
    /// - Parameter table: a name from the schema, which is trusted.
    public func salvage(_ table: String, from damaged: Database) throws -> Salvage {
        let copy = try SalvageCopy(of: table, to: self)
        var salvage = Salvage()
        salvage.isWhole = try copy.run(from: damaged)
        salvage.rows = try copy.count()
        guard !salvage.isWhole, damaged.hasPageSums, !damaged.connection.ignoresPageSums else { return salvage }
        try damaged.connection.ignorePageSums(true)
        defer { try? damaged.connection.ignorePageSums(false) }
        salvage.isWhole = try copy.run(from: damaged)
        let rows = try copy.count()
        salvage.doubtful = rows - salvage.rows
        salvage.rows = rows
        return salvage
    }
}

/// Copies one table as far as it is readable.
private struct SalvageCopy {
    private let database: Database
    private let table: String
    private let names: String
    private let insert: String
    /// The order of the table's own pages, so that no index is needed, and its reverse.
    private let orders: [String]

    init(of table: String, to database: Database) throws {
        let columns = try database.rows(
            "SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid", .text(table)
        ) { (name: try $0.text(0), key: try $0.int64(1)) }
        let keys = columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        names = columns.map(\.name).joined(separator: ", ")
        insert = "INSERT OR IGNORE INTO \(table)(\(names)) VALUES (\(places))"
        orders = ["ASC", "DESC"].map { direction in
            keys.isEmpty ? "rowid \(direction)" : keys.map { "\($0) \(direction)" }.joined(separator: ", ")
        }
        self.table = table
        self.database = database
    }

    func count() throws -> Int {
        Int(clamping: try database.first("SELECT count(*) FROM \(table)") { try $0.int64(0) } ?? 0)
    }

    /// - Returns: whether all rows were copied.
    func run(from damaged: Database) throws -> Bool {
        var isWhole = true
        for order in orders {
            var read = 0
            var failure: (any Error)?
            do {
                _ = try damaged.rows("SELECT \(names) FROM \(table) ORDER BY \(order)") { row in
                    read += 1
                    guard let values = try? row.values() else {
                        isWhole = false
                        return
                    }
                    do {
                        try database.run(insert, values: values)
                    } catch {
                        failure = error
                        throw error
                    }
                }
                return try isWhole && read == count()
            } catch {
                if let failure { throw failure }
                isWhole = false
            }
        }
        return false
    }
}
