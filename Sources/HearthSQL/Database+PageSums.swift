extension Database {
    /// Whether each page of the file ends with a checksum of its content, so that a byte changed by the disk is
    /// detected when it is read: as `.corrupt`. The log has SQLite's own checksums.
    ///
    /// New files have them. A file of an older program gets them when it is opened for writing, if the folder for
    /// temporary files has space for a complete rewrite.
    public var hasPageSums: Bool { connection.hasPageSums }

    /// The table that marks a file with checksums. Otherwise a changed byte in the header could disable all checks.
    private static let mark = "page_sums"

    /// Whether the file is marked as having checksums, even if its header says otherwise.
    func mustHavePageSums() throws -> Bool { try hasTable(Self.mark) }

    /// Marks the file as having checksums.
    func notePageSums() throws { try execute("CREATE TABLE \(Self.mark)(pages)") }

    /// Rewrites the whole file, without deleted content.
    public func compact() throws { try connection.allowingEmptyPages { try execute("VACUUM") } }

    /// Rewrites a file without checksums, and marks it.
    func addPageSums() throws {
        if !hasPageSums {
            try connection.makeRoomForPageSums()
            try compact()
            // This brings the header and all pages into the file.
            _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        }
        guard try hasPageSums && !mustHavePageSums() else { return }
        try transaction { try notePageSums() }
    }
}
