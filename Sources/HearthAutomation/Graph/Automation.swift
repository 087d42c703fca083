/// An automation as it was last saved.
package struct Automation: Hashable, Sendable {
    /// The hub's id for it; never used again.
    package let id: String
    /// Rises with each save of ``graph`` or of how it runs (AU-05).
    package var revision: UInt64
    package var name: String
    package var description: String
    /// Whether its starters set it off. It can be run by hand also when they do not (AU-03).
    package var isActive: Bool
    package var graph: AutomationGraph
    package var mode: RunMode
    /// Runs that may live at once, those that wait for their turn included. 1 to 100.
    package var maxRuns: Int
    /// How often it may run in all; nil for always (AU-06).
    package var maxExecutions: UInt32?
    /// A start that is late by more than this does not happen (AU-75).
    package var catchUp: Duration
    /// Whether it may unlock, open and disarm (AU-71).
    package var allowsSensitiveActions: Bool
    /// Whose rights it has: who last saved ``graph`` (AU-82).
    package var savedBy: String
    /// What kind of scene it is shown as; nil for one that is no scene.
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

/// What a scene is for. The numbers are those of the wire, and never change.
package enum SceneKind: UInt32, Hashable, Sendable, CaseIterable {
    case userDefined = 1
    case wakeUp
    case sleep
    case homeArrival
    case homeDeparture
    /// It belongs to one other automation, which alone runs it, and is not listed among the scenes.
    case triggerOwned
}

/// What a start does while a run lives (AU-62). The numbers are those of the wire, and never change.
package enum RunMode: UInt32, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case single = 1
    /// It ends the old run and begins one.
    case restart
    /// It begins a run when those before it have ended.
    case queued
    /// It begins a run beside the old one.
    case parallel
}
