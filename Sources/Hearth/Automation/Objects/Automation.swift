/// A snapshot of an automation on a hub, with functions to run and change it.
public protocol Automation: BaseAutomation, CustomAppDataSupporting {
    /// Whether it has no errors. An invalid automation does not run. It becomes valid again by itself when the problem
    /// is gone, such as when a missing device is back.
    var isValid: Bool { get }
    /// Whether a run is live.
    var isRunning: Bool { get }
    /// Its errors and warnings.
    var validationIssues: [AutomationValidationIssue] { get }
    /// Whether ``execute()`` can run it: it is valid, and has a manual starter.
    var manuallyExecutable: Bool { get }
    /// Whether this version knows its whole graph. Unknown parts are shown as ``UnknownNode`` and
    /// ``UnknownExpression``, and are preserved when the automation is changed.
    var compatibleWithSdk: Bool { get }

    /// Runs it, even if it isn't active. Returns when the run is stored, not when it has ended.
    ///
    /// - Returns: the run's ``AutomationRun/id``.
    /// - Throws: `HomeError`: `.failedPrecondition` if it has no manual starter or isn't valid, or if a condition before
    ///   its first action isn't true; `.notFound` if it has been removed.
    @discardableResult func execute() async throws -> UInt64

    /// Ends all of its runs. Actions in flight are not cancelled.
    ///
    /// - Returns: the number of runs that ended.
    /// - Throws: `HomeError` with code `.notFound` if it has been removed.
    @discardableResult func stop() async throws -> Int

    /// Changes it. Runs continue with the program that they began with.
    ///
    /// A change of the graph or settings is based on this value. If another program has saved a different graph or
    /// settings since, the hub refuses the change and nothing is overwritten. Read the automation again, and repeat the
    /// change on it. A change of only the name, description or state is made in any case.
    ///
    /// - Parameter block: sets the new values; called at once, in the caller's isolation.
    /// - Returns: the changed automation. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for a malformed graph, with the problem; `.permissionDenied` if the
    ///   person of this client lacks a right that its actions need; `.aborted` for a new graph or settings that another
    ///   program has changed since; `.notFound` if it has been removed.
    nonisolated(nonsending) func update(_ block: (MutableAutomationData) -> Void) async throws -> any Automation
}

/// The properties of an automation that can be changed.
public final class MutableAutomationData {
    /// The name, at most 64 characters.
    public var name: String
    /// Its purpose, at most 1,024 characters.
    public var description: String
    /// Whether its starters trigger it. Assigning the present value is a change, too: another program may have switched
    /// the automation since this value was read.
    public var isActive: Bool { didSet { isSwitched = true } }
    /// Whether ``isActive`` was assigned.
    private(set) var isSwitched = false
    /// Its graph. Unchanged nodes keep fields that this program doesn't know.
    public var automationGraph: SequentialFlow?
    /// How it runs.
    public var settings: AutomationSettings
    /// Total number of runs after which it is switched off; nil for no limit.
    public var maxExecutionCount: Int32? {
        get { settings.maxExecutionCount }
        set { settings.maxExecutionCount = newValue }
    }

    init(name: String, description: String, isActive: Bool, graph: SequentialFlow?, settings: AutomationSettings) {
        self.name = name
        self.description = description
        self.isActive = isActive
        automationGraph = graph
        self.settings = settings
    }
}

/// Stores automations: a ``Structure``.
public protocol AutomationManager: Sendable {
    /// Saves a new automation, and returns when it is stored.
    ///
    /// - Returns: the automation. It may have ``Automation/validationIssues``, such as a device that is gone.
    /// - Throws: `HomeError`: `.invalidArgument` for a malformed graph, with the problem; `.permissionDenied` if the
    ///   person of this client lacks a right that its actions need.
    func createAutomation(_ automation: any DraftAutomation) async throws -> any Automation

    /// Removes an automation, and ends its runs. Their effects are not undone.
    ///
    /// - Throws: `HomeError` with code `.notFound` if it has already been removed.
    func deleteAutomation(_ automation: any Automation) async throws

    /// Removes the automation with this ID, and ends its runs.
    ///
    /// - Throws: `HomeError` with code `.notFound` if no automation has this ID.
    func deleteAutomation(id: String) async throws

    /// The automations of the structure, by name.
    ///
    /// - Throws: `HomeError` if the home was disconnected.
    func listAutomations() async throws -> [any Automation]
}
