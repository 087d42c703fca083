internal import HearthHomeState
internal import HearthMessage
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

extension ReportRecord {
    /// The stored form: a `hearth.v1.Report` without the position and type URLs, which its row and the traits have. The
    /// record keeps no encoding of its states for longer.
    func takeStored() -> [UInt8] {
        Hearth_V1_Report(
            cause: cause.map { Hearth_V1_Cause($0, actor) },
            observedAt: Google_Protobuf_Timestamp(sinceEpoch: observedAt),
            states: zip(states, takeEncodedStates()).map { change, attributes in
                Hearth_V1_TraitState(
                    change.path, typeURL: "", attributes: change.attributes.isEmpty ? nil : attributes,
                    connectivity: change.connectivity)
            },
            events: events.map { event in
                Hearth_V1_EventReport(
                    target: Hearth_V1_Target(event.path.target), traitID: event.path.traitID, eventID: event.event.id,
                    number: event.number, time: Google_Protobuf_Timestamp(sinceEpoch: event.time),
                    payload: Google_Protobuf_Any(value: event.message))
            },
            objects: objects.map { Hearth_V1_ObjectChange(change: $0) }
        ).serialized()
    }
}

extension StoredReports {
    /// Approximate bytes of reports in one row.
    private static let rowBytes = 64 << 10

    /// The stored form of a structure's reports. A report that is too large to be sent is left out, so that no client
    /// resumes from before it.
    ///
    /// - Parameters:
    ///   - records: in ascending order of sequence.
    ///   - eventNumber: number of the last event before them.
    ///   - mostBytes: the size of the largest report to keep.
    static func batches(
        of records: [ReportRecord], eventNumber: UInt64, mostBytes: Int
    ) -> [StoredReports] {
        var batches: [StoredReports] = []
        var eventNumber = eventNumber
        var size = 0
        for record in records {
            eventNumber = record.events.last?.number ?? eventNumber
            guard record.size <= mostBytes else { continue }
            let bytes = record.takeStored()
            let position = record.position
            if let last = batches.indices.last, batches[last].last &+ 1 == position.sequence,
                batches[last].epoch == position.epoch, size + bytes.count <= rowBytes
            {
                batches[last].reports.append(bytes)
                batches[last].eventNumber = eventNumber
                batches[last].time = record.observedAt
                size += bytes.count
            } else {
                batches.append(
                    StoredReports(
                        structureID: position.structureID, epoch: position.epoch, first: position.sequence,
                        eventNumber: eventNumber, time: record.observedAt, reports: [bytes]))
                size = bytes.count
            }
        }
        return batches
    }
}
