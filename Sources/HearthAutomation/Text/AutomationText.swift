/// What the text form of an automation says (AU-10): what a person reads and edits, and what this version keeps without
/// knowing it. ``text(_:)`` writes it, and ``ReadAutomation`` is what comes of reading it.
package struct AutomationText: Hashable, Sendable {
    package var name: String
    package var description: String
    /// Whether its starters set it off.
    package var isActive: Bool
    package var settings: Settings
    package var graph: AutomationGraph
    /// For each node of a kind that this version does not know, in the order in which nodes are written: the bytes of its
    /// message.
    package var unknownNodes: [[UInt8]]
    /// What a newer version says of the automation as a whole: bytes of its message.
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

    /// How an automation runs. The numbers are those of the wire, where zero stands for what holds when nobody says.
    package struct Settings: Hashable, Sendable {
        /// The number of a ``RunMode``, or of one that this version does not know.
        package var mode: UInt32 = 0
        package var maxRuns: UInt32 = 0
        package var maxExecutions: UInt32 = 0
        /// nil for what holds when nobody says.
        package var catchUp: Duration?
        package var allowsSensitiveActions = false
        /// What kind of scene it is; zero for none.
        package var scene: UInt32 = 0

        package init() {}
    }
}

/// A text can't be read: where, why, and what to write instead.
package struct AutomationTextError: Error, Hashable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The character in the line, from 1.
    package let column: Int
    /// What is wrong, and the way out. Plain text for people.
    package let message: String

    package init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String { "line \(line), column \(column): \(message)" }
}
