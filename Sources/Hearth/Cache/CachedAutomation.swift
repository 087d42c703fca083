package import HearthWire

/// The hub's description of an automation.
package struct CachedAutomation: Hashable, Sendable {
    package let id: String
    package var structureID: String
    package var name: String
    package var description: String
    /// Whether its starters trigger it.
    package var isActive: Bool
    /// Increases with each saved change.
    package var revision: UInt64
    /// Increases with each saved program.
    package var programRevision: UInt64
    /// The program, with fields that this version does not know. nil only in reports of changes that don't affect it.
    package var program: Hearth_V1_AutomationProgram?
    /// The problems found in it.
    package var issues: [Hearth_V1_AutomationIssue]
    /// Whether a run is live.
    package var isRunning: Bool
    /// The number of runs so far.
    package var executionCount: UInt32
    /// When it last ran: time since 1970. nil if never.
    package var lastStart: Duration?
    /// When the present or last pause ends, which the hub imposes if it is triggered too often: time since 1970. nil if
    /// it was never paused.
    package var pausedUntil: Duration?
    package var aliases: [String] = []
}
