/// What is stored together, all or nothing. Its parts are applied in the order in which they stand here.
public struct StoreTransaction: Hashable, Sendable {
    /// What led to the states, in ascending order of sequence. Those of structures that are gone are left out.
    public var reports: [StoredReports]
    /// New attributes of traits. Those of devices that are gone are left out.
    public var states: [StoredTraitState]
    /// New values for providers. Those of devices that are gone are left out.
    public var memories: [StoredMemory]
    /// Events that occurred. Those of structures that are gone are left out, as are those that are stored already.
    public var events: [StoredEvent]
    /// How far reports of providers have been taken, oldest first.
    public var runs: [StoredRun]
    /// How far structures are. Together with the reports it says what has become of all edits stored before, which are
    /// ``StoredHome/unreported`` until then.
    public var progress: [StructureProgress]
    /// Which older reports to keep of the structures with progress.
    public var retention: ReportRetention
    /// What automations remember, before they are edited. Of those that are gone it is left out.
    public var automations: [StoredAutomationMemory]
    /// Runs of automations that began, went on or ended. Those of automations that are gone are left out, as are the
    /// dullest and oldest that have ended: see ``StoredAutomationRun/mostEnded`` and ``traceBytes``.
    public var automationRuns: [StoredAutomationRun]
    /// How many bytes of ended runs to keep of a structure.
    public var traceBytes: Int
    /// Changes of the home.
    public var changes: [StoreChange]
    /// Changes of access control.
    public var access: [AccessChange]
    /// What the reports add to histories. Those of devices that are gone are left out.
    public var history: HistoryBatch

    /// Creates a transaction.
    public init(
        _ changes: [StoreChange] = [], reports: [StoredReports] = [], states: [StoredTraitState] = [],
        memories: [StoredMemory] = [], events: [StoredEvent] = [], runs: [StoredRun] = [],
        progress: [StructureProgress] = [], retention: ReportRetention = ReportRetention(),
        access: [AccessChange] = [], automations: [StoredAutomationMemory] = [],
        automationRuns: [StoredAutomationRun] = [], traceBytes: Int = .max, history: HistoryBatch = HistoryBatch()
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
        self.history = history
    }
}
