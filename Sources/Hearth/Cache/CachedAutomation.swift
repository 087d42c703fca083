package import HearthWire

/// The hub's description of an automation.
package struct CachedAutomation: Hashable, Sendable {
    package let id: String
    package var structureID: String
    package var name: String
    package var description: String
    /// Whether its starters set it off.
    package var isActive: Bool
    /// Rises with each program that is saved.
    package var revision: UInt64
    /// What it does, with all that this version does not know of it. nil only in reports of changes that leave it as it
    /// was.
    package var program: Hearth_V1_AutomationProgram?
    /// What stands in its way.
    package var issues: [Hearth_V1_AutomationIssue]
    /// Whether a run lives.
    package var isRunning: Bool
    /// How often it has run.
    package var executionCount: UInt32
    /// When it ran last: time since 1970. nil if it never did.
    package var lastStart: Duration?
    /// Until when it rests, or rested last, since it was set off too often: time since 1970. nil if it never did.
    package var pausedUntil: Duration?
}
