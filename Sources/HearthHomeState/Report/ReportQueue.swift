internal import HearthBase

/// Reports of a structure that wait for something, and the memory that they hold.
struct ReportQueue: Sendable {
    private var queue = FIFO<ReportRecord>()
    /// The approximate memory in bytes that they hold, as if no watch shared them.
    private(set) var bytes = 0

    var isEmpty: Bool { queue.isEmpty }
    var first: ReportRecord? { queue.first }
    /// All of them, oldest first.
    var records: [ReportRecord] { Array(queue) }

    mutating func append(_ record: ReportRecord) {
        queue.append(record)
        bytes += record.memorySize
    }

    mutating func popFirst() -> ReportRecord? {
        guard let record = queue.popFirst() else { return nil }
        bytes -= record.memorySize
        return record
    }

    mutating func removeAll() { self = ReportQueue() }
}
