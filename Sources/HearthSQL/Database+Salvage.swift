extension Database {
    /// What could be copied of a damaged table.
    public struct Salvage: Hashable, Sendable {
        /// How many rows are there now.
        public var rows = 0
        /// How many of them were on pages that are not as they were written: something in them may be wrong.
        public var doubtful = 0
        /// Whether all that the table had could be read.
        public var isWhole = true
    }

    /// Copies what can be read of a damaged database's table to the table of the same name: from its beginning as far as
    /// it goes, and from its end back; then in the same way what is on pages that are not as they were written. Rows that
    /// break a rule of the schema, and those that are there, are left out. References between tables must not be checked
    /// meanwhile.
    ///
    /// - Parameter table: a name of the schema's own.
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

/// Copies one table, as far as it can be read.
private struct SalvageCopy {
    private let database: Database
    private let table: String
    private let names: String
    private let insert: String
    /// The table's rows in the order in which its own pages are, so that no index is needed, and back.
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

    /// - Returns: whether all of it is there now.
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
