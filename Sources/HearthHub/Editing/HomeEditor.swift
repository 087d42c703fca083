internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// Edits a home: each edit is checked, stored together with its answer, and only then applied and acknowledged.
///
/// `edits` lets edits with overlapping claims wait for each other, so that their checks still hold once they are stored.
/// Edits of people, traits, automations and devices go through it as well.
final class HomeEditor: Sendable {
    let edits = EditQueue()
    let directory: HomeDirectory
    let providers: ProviderRegistry
    let saver: HomeSaver
    let changes: HomeChanges
    let answers: IdempotentAnswers
    let audit: AuditRecorder
    let journal: HomeAudit
    let appData: AppDataShares
    let store: any HomeStorage
    let clock: any HomeClock
    private let environment: HubEnvironment
    /// Whether the system knows a time zone of this well-formed name.
    let isTimeZone: @Sendable (String) -> Bool

    init(
        _ environment: HubEnvironment, directory: HomeDirectory, providers: ProviderRegistry, saver: HomeSaver,
        changes: HomeChanges,
        answers: IdempotentAnswers, audit: AuditRecorder, journal: HomeAudit, appData: AppDataShares,
        isTimeZone: @escaping @Sendable (String) -> Bool
    ) {
        store = environment.store
        clock = environment.clock
        self.environment = environment
        self.directory = directory
        self.providers = providers
        self.saver = saver
        self.changes = changes
        self.answers = answers
        self.audit = audit
        self.journal = journal
        self.appData = appData
        self.isTimeZone = isTimeZone
    }

    var limits: HubLimits { environment.limits }

    /// Stores changes together with the answer to the request that makes them.
    ///
    /// - Parameters:
    ///   - result: the result of the caller's request.
    ///   - make: applies the changes, before anything else is stored.
    /// - Throws: ``HubError``; then nothing is stored, and nothing was done.
    func commit(
        _ changes: [StoreChange], as caller: Caller, answering result: some Sendable,
        then make: @escaping @Sendable () -> Void = {}
    ) async throws(HubError) {
        guard let once = caller.once, let row = once.row(answering: result) else {
            return try await saver.commit(changes, then: make)
        }
        try await saver.commit(changes + [.putAnswer(row)]) {
            make()
            once.isStored(row)
        }
    }

    /// Stores an edit of a structure together with its answer, then applies it. Its report is sent once the edit is
    /// stored.
    ///
    /// - Parameters:
    ///   - beside: further steps before the report.
    ///   - body: applies the edit and returns its report.
    ///   - result: makes the answer of the state afterwards.
    func edit<Made: Sendable>(
        _ cell: StructureCell, storing stored: [StoreChange], as caller: Caller,
        beside: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (inout StructureState, Duration) -> ReportRecord?,
        result: @escaping @Sendable (StructureState) -> Made
    ) async throws(HubError) -> Made {
        let made = OneShot<Made>()
        let once = caller.once
        let edit = StoreEdit(structureID: cell.id) { [clock] before in
            guard let once else { return stored }
            let expected = cell.read { state in
                Self.expected(state, after: before, at: clock.sinceEpoch, body, result: result)
            }
            guard let row = once.row(answering: expected) else { return stored }
            once.isStored(row)
            return stored + [.putAnswer(row)]
        } make: { [self] in
            beside()
            let time = clock.sinceEpoch
            changes.change(cell, savedFirst: true) { state in
                let record = body(&state, time)
                made.set(result(state))
                return record
            }
        }
        do throws(HubError) {
            try await saver.commit(edit)
        } catch {
            once?.isNotStored()
            throw error
        }
        return made.value ?? cell.read { result($0) }
    }

    /// The expected answer of an edit, made on a copy. If devices report before the edit is applied, the expected
    /// position is older than the real one, which is stored before the caller gets it. A crash in between leaves the
    /// older position, which is harmless because a new epoch begins.
    private static func expected<Made>(
        _ state: StructureState, after edits: Int, at time: Duration,
        _ body: (inout StructureState, Duration) -> ReportRecord?, result: (StructureState) -> Made
    ) -> Made {
        var state = state
        state.skip(edits)
        _ = body(&state, time)
        return result(state)
    }
}
