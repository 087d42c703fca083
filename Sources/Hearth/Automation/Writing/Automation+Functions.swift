internal import HearthWire

/// An automation that is not saved.
struct AutomationDraft: BaseAutomation {
    let id: String
    let structureID: String
    let name: String
    let description: String
    let isActive: Bool
    let settings: AutomationSettings
    let root: SequentialFlow

    var executionCount: Int32? { nil }
    var maxExecutionCount: Int32? { settings.maxExecutionCount }
    var automationGraph: SequentialFlow? { root }
}

/// Creates a draft of an automation, which a structure saves:
///
/// ```swift
/// let draft = automation(name: "Good night", description: "Everything off") {
///     manualStarter()
///     action(lamp, OnOffLightDeviceType.self) { Matter.OnOffTrait.off() }
/// }
/// let saved = try await structure.createAutomation(draft)
/// ```
///
/// - Parameters:
///   - name: at most 64 characters.
///   - description: at most 1,024 characters.
///   - isActive: whether its starters trigger it.
///   - settings: how it runs.
///   - nodes: its nodes, in order.
public func automation(
    name: String = "", description: String = "", isActive: Bool = true,
    settings: AutomationSettings = AutomationSettings(), @FlowBuilder _ nodes: () -> [any Node]
) -> any DraftAutomation {
    AutomationDraft(
        id: "", structureID: "", name: name, description: description, isActive: isActive, settings: settings,
        root: SequentialFlow(nodes()))
}

/// Creates a draft that replaces a saved automation: pass its ``BaseAutomation/automationGraph`` to
/// ``Automation/update(_:)``.
public func automation(
    id: String, structureID: String, name: String, description: String = "", isActive: Bool = true,
    settings: AutomationSettings = AutomationSettings(), @FlowBuilder _ nodes: () -> [any Node]
) -> any DraftAutomation {
    AutomationDraft(
        id: id, structureID: structureID, name: name, description: description, isActive: isActive, settings: settings,
        root: SequentialFlow(nodes()))
}

extension BaseAutomation {
    /// The program for saving a new automation with this content.
    func program() -> Hearth_V1_AutomationProgram {
        var program = Hearth_V1_AutomationProgram()
        switch self {
        case let draft as AutomationDraft: draft.settings.write(to: &program)
        case let automation as HomeAutomation: return automation.program
        case let parsed as ParsedAutomation: return parsed.program
        default: AutomationSettings(maxExecutionCount: maxExecutionCount).write(to: &program)
        }
        program.graph = automationGraph.map { ProgramWriter.graph($0) }
        return program
    }
}
