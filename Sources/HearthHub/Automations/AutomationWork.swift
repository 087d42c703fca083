/// A piece of an automation's work that has ended, for programs that trace automations.
package struct AutomationWork: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A run, from its start to its end.
        case run
        /// An action of a run, from its sending to the device's answer.
        case action(nodeID: UInt32, part: Int, traitID: UInt32)
    }

    package let kind: Kind
    package let structureID: String
    package let automationID: String
    package let runID: UInt64
    /// Since 1970.
    package let start: Duration
    /// Since 1970.
    package let end: Duration
    /// How it ended, in a few words that do not name things of the home.
    package let outcome: String
    package let isFailure: Bool
}
