internal import HearthBase

/// Reports that wait until a client takes them. Their memory is counted, as the structure may have dropped them.
struct WaitingReports: Sendable {
    struct Waiting: Sendable {
        let record: ReportRecord
        let view: WatchView
    }

    private var queue = FIFO<Waiting>()
    /// The approximate memory in bytes that they hold, as if no other watch shared them.
    private(set) var bytes = 0

    var count: Int { queue.count }
    var isEmpty: Bool { queue.isEmpty }

    mutating func append(_ record: ReportRecord, _ view: WatchView) {
        queue.append(Waiting(record: record, view: view))
        bytes += record.memorySize
    }

    mutating func popFirst() -> Waiting? {
        guard let waiting = queue.popFirst() else { return nil }
        bytes -= waiting.record.memorySize
        return waiting
    }

    mutating func removeAll() { self = WaitingReports() }
}
