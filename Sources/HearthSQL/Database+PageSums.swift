extension Database {
    /// Whether each page of the file ends with a sum of its content, so that a byte which has become another on the disk
    /// is found when it is read: as `.corrupt`. What is in the log has SQLite's own sums.
    ///
    /// New files have them. One of an older program gets them when it is opened to be written to, if there is room to
    /// write all of it anew in the folder for temporary files.
    public var hasPageSums: Bool { connection.hasPageSums }

    /// The table that a file has which has sums. Else a byte of the header could do away with all of them.
    private static let mark = "page_sums"

    /// Whether the file has lost its sums, or says so, if it has none.
    func mustHavePageSums() throws -> Bool { try hasTable(Self.mark) }

    /// Has the file never again be taken for one without sums.
    func notePageSums() throws { try execute("CREATE TABLE \(Self.mark)(pages)") }

    /// Writes the whole file again, without what was deleted.
    public func compact() throws { try connection.allowingEmptyPages { try execute("VACUUM") } }

    /// Writes a file without sums anew, and has it say that it has some.
    func addPageSums() throws {
        if !hasPageSums {
            try connection.makeRoomForPageSums()
            try compact()
            // The header is in the file with it, as are all pages.
            _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        }
        guard try hasPageSums && !mustHavePageSums() else { return }
        try transaction { try notePageSums() }
    }
}
