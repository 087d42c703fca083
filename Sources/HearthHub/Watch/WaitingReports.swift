internal import HearthBase

/// Reports that wait until a client takes them, and the memory that they hold: the structure may have dropped them.
struct WaitingReports: Sendable {
    struct Waiting: Sendable {
        let record: ReportRecord
        let view: WatchView
    }

    private var queue = FIFO<Waiting>()
    /// What they occupy, about, as if nobody shared them.
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
