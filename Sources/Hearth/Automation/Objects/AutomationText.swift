internal import HearthWire

/// An automation as text that people read and edit.
public struct AutomationText: Hashable, Sendable {
    /// The place of a node in a text.
    public struct Place: Hashable, Sendable {
        /// Its first line, from 1.
        public let line: Int
        /// The last line of it and of the nodes in it.
        public let lastLine: Int
        /// Where its content begins in the first line, after the indentation and its number: in characters, from 1.
        public let column: Int
    }

    /// The text. It uses the present names of the structure's objects.
    public let text: String
    /// The places of the nodes, by their numbers. Flows that are not written have none.
    public let places: [UInt32: Place]
}

/// An automation that was read from a text, and is not saved. A structure saves it as any other draft.
public struct ParsedAutomation: BaseAutomation {
    public let structureID: String
    public let name: String
    public let description: String
    public let isActive: Bool
    /// The line of each node in the text, from 1, by the node's number.
    public let lines: [UInt32: Int]
    /// The program, with fields that this version does not know.
    let program: Hearth_V1_AutomationProgram
    private let reference: ConnectionReference
    /// What its nodes' IDs begin with: unique, so that a draft may have nodes of several texts.
    private let origin = NodeIdentity().id

    init(_ message: Hearth_V1_ParsedAutomation, in structure: Structure) {
        structureID = structure.id
        name = message.name
        description = message.description
        isActive = message.isActive
        lines = Dictionary(
            message.nodes.map { ($0.nodeID, Int(clamping: $0.line)) }, uniquingKeysWith: { first, _ in first })
        program = message.program ?? Hearth_V1_AutomationProgram()
        reference = structure.reference
    }

    public var id: String { "" }
    public var executionCount: Int32? { nil }
    public var maxExecutionCount: Int32? { settings.maxExecutionCount }
    /// How it runs.
    public var settings: AutomationSettings { AutomationSettings(program) }

    public var automationGraph: SequentialFlow? {
        program.graph.map { ProgramReader.graph($0, of: origin, in: AutomationScope(reference.connection)) }
    }
}

/// The automations of a text, and the problems in it.
public struct ParsedAutomations: Sendable {
    /// The automations in the order of the text. Empty if the text can't be read.
    public let automations: [ParsedAutomation]
    /// Errors in the text and names without a meaning, in the order of the text.
    public let issues: [AutomationTextIssue]
}

/// A problem of a text with automations.
public struct AutomationTextIssue: Hashable, Sendable {
    /// A name that is that of no object of the structure, or of several.
    public struct OpenName: Hashable, Sendable {
        /// The name as the text has it.
        public let name: String
        /// The ID that the text has for it, which no object of the structure has; nil for none.
        public let objectID: String?
        /// IDs of the objects that have the name, or else similar names.
        public let choices: [String]
    }

    /// The line, from 1.
    public let line: Int
    /// The character in the line, from 1.
    public let column: Int
    /// The problem and how to solve it, for people.
    public let message: String
    /// The name without a meaning; nil for an error in the text.
    public let openName: OpenName?
}

/// The meaning of a name in a text with automations.
public struct AutomationTextMapping: Hashable, Sendable {
    /// The name in the text, or the ID that the text has for it.
    public let name: String
    /// The name or the ID of the object that is meant.
    public let meaning: String

    /// Creates a mapping.
    public init(name: String, meaning: String) {
        self.name = name
        self.meaning = meaning
    }
}

extension Structure {
    /// Writes an automation as text that people read and edit.
    ///
    /// - Throws: `HomeError`: `.notFound` if the structure has been removed, `.permissionDenied` for guests,
    ///   `.resourceExhausted` if the text would exceed 1 MiB.
    public func formatAutomation(_ automation: any DraftAutomation) async throws -> AutomationText {
        let response: Hearth_V1_FormatAutomationResponse = try await reference.connection.call(
            Hearth_V1_AutomationMethods.formatAutomation,
            Hearth_V1_FormatAutomationRequest(
                structureID: id, name: automation.name, description: automation.description,
                isActive: automation.isActive, program: automation.program()))
        return AutomationText(response)
    }

    /// Reads automations from a text, and saves nothing. ``validateAutomation(_:)`` checks whether they can run.
    ///
    /// - Parameters:
    ///   - text: at most 1 MiB.
    ///   - mappings: the meanings of names that are unknown or ambiguous in this structure.
    /// - Throws: `HomeError`: `.notFound` if the structure has been removed, `.permissionDenied` for guests,
    ///   `.invalidArgument` if the text is too long.
    public func parseAutomations(
        _ text: String, mappings: [AutomationTextMapping] = []
    ) async throws -> ParsedAutomations {
        let response: Hearth_V1_ParseAutomationsResponse = try await reference.connection.call(
            Hearth_V1_AutomationMethods.parseAutomations,
            Hearth_V1_ParseAutomationsRequest(
                structureID: id, text: text, mappings: mappings.map { .init(name: $0.name, meaning: $0.meaning) }))
        return ParsedAutomations(
            automations: response.automations.map { ParsedAutomation($0, in: self) },
            issues: response.issues.map { AutomationTextIssue($0) })
    }
}

extension AutomationText {
    init(_ message: Hearth_V1_FormatAutomationResponse) {
        text = message.text
        places = Dictionary(
            message.nodes.map { node in
                (
                    node.nodeID,
                    Place(
                        line: Int(clamping: node.line), lastLine: Int(clamping: node.lastLine),
                        column: Int(clamping: node.column))
                )
            }, uniquingKeysWith: { first, _ in first })
    }
}

extension AutomationTextIssue {
    init(_ message: Hearth_V1_AutomationTextIssue) {
        line = Int(clamping: message.line)
        column = Int(clamping: message.column)
        self.message = message.message
        openName = message.openName.map { name in
            OpenName(name: name.name, objectID: name.objectID.isEmpty ? nil : name.objectID, choices: name.choices)
        }
    }
}
