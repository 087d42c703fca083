/// A line of the log with what it is about.
struct LogEntry: Hashable, Sendable {
    /// What a line is about. Each kind has a share of its own in the log's rate.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case hub
        case access
        case backups
        case calls
        case health
        case links
        case notices
        case version
    }

    /// Fields that the journal can be searched for.
    enum Field: String, Hashable, Sendable, CaseIterable {
        case method
        case code
        /// The ID of the caller.
        case client

        /// Its name in the journal.
        var journalName: String { "HEARTH_" + rawValue.uppercased() }
    }

    var level: LogLevel
    var kind: Kind
    var text: String
    var fields: [Field: String] = [:]

    /// The fields in their order.
    var orderedFields: [(field: Field, value: String)] {
        Field.allCases.compactMap { field in fields[field].map { (field, $0) } }
    }
}
