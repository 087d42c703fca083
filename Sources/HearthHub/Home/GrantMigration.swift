internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// Gives guests' grants from an older store the time since which they hold, without which a guest gets no clips.
struct GrantMigration {
    private let guests: [(person: PersonRecord, structureID: String)]

    init(_ structures: [StructureState]) {
        guests = structures.flatMap { state in
            state.people.filter { $0.grant != nil && $0.grant?.granted == nil }.map { ($0, state.id) }
        }
    }

    /// The rows of the audit log that say when the guests were given their grants; nil if no grant lacks its time.
    var request: AuditRequest? {
        guests.isEmpty ? nil : AuditRequest(structureIDs: Set(guests.map(\.structureID)), limit: .max)
    }

    /// The guests with the times of their grants. A grant holds since the last change of its person, which is a row of
    /// the log. Rows are removed after a year or when the log is full. The grant of a guest without one gets the present
    /// time: it holds now at least.
    ///
    /// - Parameters:
    ///   - log: newest first.
    ///   - now: since 1970.
    func timed(_ log: [StoredAudit], now: Duration) -> [StoredPerson] {
        let actions = [Hearth_V1_AuditEntry.Action.personAdded, .personChanged].map { Int64($0.rawValue) }
        let times = Dictionary(
            log.filter { actions.contains($0.action) }.map { ($0.objectID, Duration.seconds($0.time)) },
            uniquingKeysWith: max)
        return guests.map { person, structureID in
            var person = person
            person.grant?.granted = times[person.id] ?? now
            return person.stored(in: structureID)
        }
    }
}
