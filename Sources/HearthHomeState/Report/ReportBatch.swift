internal import HearthTraitCore

/// Consecutive reports of a structure, for a client that resumes.
package struct ReportBatch: Sendable {
    /// In ascending order of sequence, without gaps. Empty only if the next report is not to be sent yet.
    package let records: [ReportRecord]
    /// Number of the last event before them, or before the next report.
    let eventNumber: UInt64

    /// - Parameter through: number of the last event after them.
    package init(_ records: [ReportRecord], eventsThrough through: UInt64) {
        self.records = records
        eventNumber = records.firstEvent.map { max($0, 1) - 1 } ?? through
    }
}

extension Sequence<ReportRecord> {
    /// The number of the first event in them.
    var firstEvent: UInt64? {
        for record in self { if let event = record.events.first { return event.number } }
        return nil
    }
}
