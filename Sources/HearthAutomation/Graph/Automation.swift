/// An automation as it was last saved.
package struct Automation: Hashable, Sendable {
    /// The id that the hub gave it; never reused.
    package let id: String
    /// Increases with each save of ``graph`` or of a setting that changes how it runs.
    package var revision: UInt64
    package var name: String
    package var description: String
    /// Whether its starters start it. It can be run by hand even when they do not.
    package var isActive: Bool
    package var graph: AutomationGraph
    package var mode: RunMode
    /// The most runs at one time, queued ones included. 1 to 100.
    package var maxRuns: Int
    /// How often it may run in total; nil for no limit.
    package var maxExecutions: UInt32?
    /// A start that is late by more than this is skipped.
    package var catchUp: Duration
    /// Whether it may unlock, open and disarm.
    package var allowsSensitiveActions: Bool
    /// The principal who last saved ``graph``; the automation runs with that principal's rights.
    package var savedBy: String
    /// The kind of scene it is shown as; nil if it is not a scene.
    package var scene: SceneKind?

    package init(
        id: String, revision: UInt64 = 1, name: String, description: String = "", isActive: Bool = true,
        graph: AutomationGraph, mode: RunMode = .single, maxRuns: Int = 10, maxExecutions: UInt32? = nil,
        catchUp: Duration = .seconds(900), allowsSensitiveActions: Bool = false, savedBy: String = "",
        scene: SceneKind? = nil
    ) {
        self.id = id
        self.revision = revision
        self.name = name
        self.description = description
        self.isActive = isActive
        self.graph = graph
        self.mode = mode
        self.maxRuns = maxRuns
        self.maxExecutions = maxExecutions
        self.catchUp = catchUp
        self.allowsSensitiveActions = allowsSensitiveActions
        self.savedBy = savedBy
        self.scene = scene
    }
}

/// The purpose of a scene. The raw values are wire numbers and never change.
package enum SceneKind: UInt32, Hashable, Sendable, CaseIterable {
    case userDefined = 1
    case wakeUp
    case sleep
    case homeArrival
    case homeDeparture
    /// A scene that belongs to one other automation; only that one runs it, and lists of scenes omit it.
    case triggerOwned
}

/// What happens when a starter fires during a run. The raw values are wire numbers and never change.
package enum RunMode: UInt32, Hashable, Sendable, CaseIterable {
    /// Ignores the new start.
    case single = 1
    /// Ends the old run and begins a new one.
    case restart
    /// Begins the new run after the runs before it have ended.
    case queued
    /// Begins the new run beside the old one.
    case parallel
}
