/// Changes that are stored together, all or nothing. The parts are applied in the order of their declarations.
public struct StoreTransaction: Hashable, Sendable {
    /// Reports of changes, in ascending order of sequence. Those of removed structures are left out.
    public var reports: [StoredReports]
    /// New attributes of traits. Those of removed devices are left out.
    public var states: [StoredTraitState]
    /// New values for providers. Those of removed devices are left out.
    public var memories: [StoredMemory]
    /// Events that occurred. Those of removed structures and those already stored are left out.
    public var events: [StoredEvent]
    /// The latest accepted reports of providers, oldest first.
    public var runs: [StoredRun]
    /// The progress of structures. Once it is stored with the reports, earlier edits of the structure are reported and
    /// no longer ``StoredHome/unreported``.
    public var progress: [StructureProgress]
    /// How many older reports to keep for the structures with progress.
    public var retention: ReportRetention
    /// The memory of automations, before their edits. That of removed automations is left out.
    public var automations: [StoredAutomationMemory]
    /// Runs of automations that began, continued or ended. Those of removed automations are left out. The oldest ended
    /// runs are removed, uneventful ones first: see ``StoredAutomationRun/mostEnded`` and ``traceBytes``.
    public var automationRuns: [StoredAutomationRun]
    /// The most bytes of ended runs to keep for a structure.
    public var traceBytes: Int
    /// Changes of the home.
    public var changes: [StoreChange]
    /// Changes of access control.
    public var access: [AccessChange]
    /// Changes of the integrations.
    public var integrations: [IntegrationChange]
    /// The additions to histories. Those of removed devices are left out.
    public var history: HistoryBatch

    /// Creates a transaction.
    public init(
        _ changes: [StoreChange] = [], reports: [StoredReports] = [], states: [StoredTraitState] = [],
        memories: [StoredMemory] = [], events: [StoredEvent] = [], runs: [StoredRun] = [],
        progress: [StructureProgress] = [], retention: ReportRetention = ReportRetention(),
        access: [AccessChange] = [], automations: [StoredAutomationMemory] = [],
        automationRuns: [StoredAutomationRun] = [], traceBytes: Int = .max,
        integrations: [IntegrationChange] = [], history: HistoryBatch = HistoryBatch()
    ) {
        self.reports = reports
        self.states = states
        self.memories = memories
        self.events = events
        self.runs = runs
        self.progress = progress
        self.retention = retention
        self.changes = changes
        self.access = access
        self.automations = automations
        self.automationRuns = automationRuns
        self.traceBytes = traceBytes
        self.integrations = integrations
        self.history = history
    }
}
