internal import HearthBase
internal import HearthHomeState
internal import HearthMessage
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

extension ReportBatch {
    /// Decodes stored reports that follow a sequence; nil if none follows, or the next can't be read. Data of traits
    /// that the hub does not know any more is left out.
    init?(_ stored: [StoredReports], after sequence: UInt64, _ traits: TraitTable) {
        var records: [ReportRecord] = []
        var eventNumber: UInt64 = 0
        loop: for batch in stored {
            for (next, bytes) in zip(batch.first..., batch.reports) where next > sequence {
                guard let message = try? Hearth_V1_Report(serialized: bytes.span.bytes) else { break loop }
                let position = StructurePosition(
                    structureID: batch.structureID, epoch: batch.epoch, sequence: next)
                records.append(ReportRecord(message, at: position, traits))
            }
            eventNumber = batch.eventNumber
        }
        guard !records.isEmpty else { return nil }
        self.init(records, eventsThrough: eventNumber)
    }

    /// The readable reports of a batch before a sequence, oldest first.
    static func records(of batch: StoredReports, before sequence: UInt64, _ traits: TraitTable) -> [ReportRecord] {
        zip(batch.first..., batch.reports).compactMap { number, bytes in
            guard number < sequence, let message = try? Hearth_V1_Report(serialized: bytes.span.bytes) else {
                return nil
            }
            let position = StructurePosition(structureID: batch.structureID, epoch: batch.epoch, sequence: number)
            return ReportRecord(message, at: position, traits)
        }
    }
}

extension ReportRecord {
    fileprivate convenience init(_ message: Hearth_V1_Report, at position: StructurePosition, _ traits: TraitTable) {
        self.init(
            position: position, cause: message.cause.flatMap { ChangeCause($0) },
            actor: message.cause.flatMap { ChangeActor($0) },
            observedAt: message.observedAt?.sinceEpoch ?? .zero,
            states: message.states.compactMap { TraitChange($0, traits) },
            events: message.events.compactMap { EventChange($0, traits) },
            objects: message.objects.compactMap(\.change))
    }
}

extension TraitChange {
    fileprivate init?(_ message: Hearth_V1_TraitState, _ traits: TraitTable) {
        let bytes = message.attributes?.value ?? []
        guard let path = TraitPath(message.target, message.traitID), let descriptor = traits[message.traitID],
            let attributes = try? descriptor.decodeAttributes(bytes.span.bytes)
        else { return nil }
        self.init(
            path: path, descriptor: descriptor, attributes: attributes,
            connectivity: message.connectivity.map { SourceConnectivity($0) })
    }
}

extension EventChange {
    fileprivate init?(_ message: Hearth_V1_EventReport, _ traits: TraitTable) {
        let bytes = message.payload?.value ?? []
        guard let path = TraitPath(message.target, message.traitID), let descriptor = traits[message.traitID],
            let event = descriptor.event(message.eventID),
            let fields = try? descriptor.decodeEvent(event, bytes.span.bytes)
        else { return nil }
        self.init(
            path: path, descriptor: descriptor, event: event, number: message.number,
            time: message.time?.sinceEpoch ?? .zero, fields: fields, message: bytes)
    }
}
