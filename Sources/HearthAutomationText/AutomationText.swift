package import HearthAutomation

/// The content of an automation's text form: what a person reads and edits, and data of newer versions that is
/// preserved. ``text(_:)`` writes it, and ``ReadAutomation`` is the result of reading it.
package struct AutomationText: Hashable, Sendable {
    package var name: String
    package var description: String
    /// Whether its starters start it.
    package var isActive: Bool
    package var settings: Settings
    package var graph: AutomationGraph
    /// The encoded message of each node of an unknown kind, in written order.
    package var unknownNodes: [[UInt8]]
    /// The encoded unknown fields of the automation itself, from a newer version.
    package var unknownFields: [UInt8]

    package init(
        name: String, description: String = "", isActive: Bool = true, settings: Settings = Settings(),
        graph: AutomationGraph, unknownNodes: [[UInt8]] = [], unknownFields: [UInt8] = []
    ) {
        self.name = name
        self.description = description
        self.isActive = isActive
        self.settings = settings
        self.graph = graph
        self.unknownNodes = unknownNodes
        self.unknownFields = unknownFields
    }

    /// The settings of an automation. The numbers are those of the wire, where zero means the default.
    package struct Settings: Hashable, Sendable {
        /// The number of a ``RunMode``, or of a mode of a newer version.
        package var mode: UInt32 = 0
        package var maxRuns: UInt32 = 0
        package var maxExecutions: UInt32 = 0
        /// nil for the default.
        package var catchUp: Duration?
        package var allowsSensitiveActions = false
        /// The number of its ``SceneKind``; zero if it is not a scene.
        package var scene: UInt32 = 0

        package init() {}
    }
}

/// An error in a text: the place, the reason and the remedy.
package struct AutomationTextError: Error, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    package let line: Int
    /// The character in the line, counted from 1.
    package let column: Int
    /// The problem and its remedy; plain text for people.
    package let message: String

    package init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String { "line \(line), column \(column): \(message)" }
}
