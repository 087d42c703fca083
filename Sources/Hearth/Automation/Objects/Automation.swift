/// An automation that a hub has: a value as it was when it was read, and what can be done with it.
public protocol Automation: BaseAutomation, CustomAppDataSupporting {
    /// Whether nothing stands in its way. An automation that isn't valid starts nothing; it becomes valid by itself when
    /// the home is as it has to be, such as when a missing device is back.
    var isValid: Bool { get }
    /// Whether it runs at present.
    var isRunning: Bool { get }
    /// What is wrong with it, or should be known of it.
    var validationIssues: [AutomationValidationIssue] { get }
    /// Whether ``execute()`` can run it: it is valid, and has a manual starter.
    var manuallyExecutable: Bool { get }
    /// Whether this version knows all of its graph. What it doesn't know is shown as ``UnknownNode`` and
    /// ``UnknownExpression``, and is kept when the automation is changed.
    var compatibleWithSdk: Bool { get }

    /// Runs it, also when it isn't active. Returns when the run is stored, not when it has ended.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` if it has no manual starter or isn't valid, or if a condition before
    ///   its first action isn't true; `.notFound` if it has been removed.
    func execute() async throws

    /// Ends all of its runs. An action that is under way is not called back.
    ///
    /// - Throws: `HomeError` with code `.notFound` if it has been removed.
    func stop() async throws

    /// Changes it. Runs go on with what they began with.
    ///
    /// The change is based on the automation as this value has it. If another program has saved another graph or other
    /// settings since, the hub refuses the change and nothing is overwritten. Read the automation again, and repeat the
    /// change on it.
    ///
    /// - Parameter block: sets what is to be changed; runs at once, where the caller does.
    /// - Returns: the changed automation. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for a graph that can't be run as it is written, with what is wrong;
    ///   `.permissionDenied` if the person of this client may not do what its actions do; `.aborted` if another
    ///   program was faster; `.notFound` if it has been removed.
    nonisolated(nonsending) func update(_ block: (MutableAutomationData) -> Void) async throws -> any Automation
}

/// What can be changed of an automation.
public final class MutableAutomationData {
    /// The name, at most 64 characters.
    public var name: String
    /// What it is for, at most 1,024 characters.
    public var description: String
    /// Whether its starters set it off.
    public var isActive: Bool
    /// What it does. Nodes that are not changed keep what this program doesn't know of them.
    public var automationGraph: SequentialFlow?
    /// How it runs.
    public var settings: AutomationSettings
    /// How often it may run in all; nil for always.
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

/// What keeps automations: a ``Structure``.
public protocol AutomationManager: Sendable {
    /// Saves a new automation. It is stored when it is returned.
    ///
    /// - Returns: the automation. It may have ``Automation/validationIssues``, such as a device that is gone.
    /// - Throws: `HomeError`: `.invalidArgument` for a graph that can't be run as it is written, with what is wrong;
    ///   `.permissionDenied` if the person of this client may not do what its actions do.
    func createAutomation(_ automation: any DraftAutomation) async throws -> any Automation

    /// Removes an automation, and ends its runs. Nothing of what they did is undone.
    ///
    /// - Throws: `HomeError` with code `.notFound` if it has already been removed.
    func deleteAutomation(_ automation: any Automation) async throws

    /// Removes the automation with this ID, and ends its runs.
    ///
    /// - Throws: `HomeError` with code `.notFound` if there is none.
    func deleteAutomation(id: String) async throws

    /// The automations of the structure, by name.
    ///
    /// - Throws: `HomeError` if the home was disconnected.
    func listAutomations() async throws -> [any Automation]
}
