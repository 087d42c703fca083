internal import HearthAutomation
internal import HearthMessage
internal import HearthTraitCore
internal import HearthWire

/// A snapshot of an automation on a hub.
public struct HomeAutomation: Automation, HomeObject {
    let record: CachedAutomation
    let reference: ConnectionReference

    init(_ record: CachedAutomation, _ connection: HomeConnection) {
        self.record = record
        reference = ConnectionReference(connection)
    }

    /// The program that the hub stores, with fields that this version does not know.
    var program: Hearth_V1_AutomationProgram { record.program ?? Hearth_V1_AutomationProgram() }

    public var id: String { record.id }
    public var objectType: HomeObjectType { .automation }
    public var structureID: String { record.structureID }
    public var name: String { record.name }
    /// Other names that people say for it as a scene.
    public var aliases: [String] { record.aliases }
    public var description: String { record.description }
    public var isActive: Bool { record.isActive }
    /// Increases with each saved change.
    public var revision: UInt64 { record.revision }
    /// Increases with each saved graph or settings: the number that ``AutomationRun/revision`` names.
    public var programRevision: UInt64 { record.programRevision }
    public var isRunning: Bool { record.isRunning }
    public var executionCount: Int32? { Int32(clamping: record.executionCount) }
    public var maxExecutionCount: Int32? { settings.maxExecutionCount }
    /// How it runs.
    public var settings: AutomationSettings { AutomationSettings(program) }
    /// When it last ran, in seconds since 1970-01-01 UTC; nil if never.
    public var lastExecution: Double? { record.lastStart.map { $0 / .seconds(1) } }
    /// When its pause ends, in seconds since 1970-01-01 UTC; nil if it is not paused. The hub pauses automations that
    /// are triggered too often.
    public var pausedUntil: Double? { record.pausedUntil.map { $0 / .seconds(1) } }

    public var automationGraph: SequentialFlow? {
        program.graph.map { ProgramReader.graph($0, of: id, in: AutomationScope(reference.connection)) }
    }

    /// IDs of the devices, rooms and other objects that its graph names.
    public var objectIDs: Set<String> { program.graph.map { AutomationGraph($0).objectIDs } ?? [] }

    public var isValid: Bool { !record.issues.contains { $0.severity == .error } }

    public var manuallyExecutable: Bool { isValid && program.graph?.hasManualStarter == true }

    public var compatibleWithSdk: Bool {
        program.unknownFields.isEmpty && automationGraph.map(\.isKnown) ?? true
    }

    public var validationIssues: [AutomationValidationIssue] {
        guard !record.issues.isEmpty else { return [] }
        let nodes = automationGraph?.nodesByNumber ?? [:]
        return record.issues.map { AutomationValidationIssue($0, nodes) }
    }

    public var customAppData: CustomAppData {
        get async throws { try reference.connection.appData(of: id) }
    }

    /// The interface for an edit, whose cause has a request ID of its own.
    private var model: HomeModel { HomeModel(reference.connection, namesRequest: true) }

    @discardableResult
    public func execute() async throws -> UInt64 { try await model.executeAutomation(id) }

    @discardableResult
    public func stop() async throws -> Int { try await model.stopAutomation(id) }

    /// Replaces the name, description, state, graph and settings with those of a draft, whatever has been saved since
    /// this value was read. Runs continue with the program that they began with. Later runs have the rights of the
    /// person of this client. ``update(_:)`` changes single properties instead.
    ///
    /// - Returns: the replaced automation. This value doesn't change.
    /// - Throws: as ``update(_:)``, except `.aborted`.
    public func replace(with draft: any DraftAutomation) async throws -> HomeAutomation {
        try await replace(with: draft, base: nil)
    }

    /// - Parameter base: the revision that the draft is based on: the call fails with `.aborted` if the automation has
    ///   a different one by now. nil for any.
    package func replace(with draft: any DraftAutomation, base: UInt64?) async throws -> HomeAutomation {
        let record = try await model.updateAutomation(
            id, name: draft.name, description: draft.description, isActive: draft.isActive, program: draft.program(),
            base: base)
        return HomeAutomation(record, reference.connection)
    }

    /// Gives the automation other names that people say for it as a scene, at most 8. An empty list removes them.
    ///
    /// - Returns: the automation afterwards. This value doesn't change.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid alias, `.resourceExhausted` for more than 8, `.notFound` if
    ///   the automation has been removed.
    public func setAliases(_ aliases: [String]) async throws -> HomeAutomation {
        HomeAutomation(try await model.updateAutomation(id, aliases: aliases), reference.connection)
    }

    /// Whether it is what a text describes, in all that a text can set.
    package func isEqual(to text: ParsedAutomation) -> Bool {
        (name, description, isActive) == (text.name, text.description, text.isActive) && program == text.program
    }

    nonisolated(nonsending) public func update(
        _ block: (MutableAutomationData) -> Void
    ) async throws -> any Automation {
        let graph = automationGraph
        let data = MutableAutomationData(
            name: name, description: description, isActive: isActive, graph: graph, settings: settings)
        block(data)
        let program = self.program(data, graph)
        // Only what changed is sent, so others' names and switches remain; a program replaces the whole program.
        let record = try await model.updateAutomation(
            id, name: data.name == name ? nil : data.name,
            description: data.description == description ? nil : data.description,
            isActive: data.isSwitched ? data.isActive : nil, program: program,
            programBase: program == nil ? nil : programRevision)
        return HomeAutomation(record, reference.connection)
    }

    /// The program with the changes; nil without changes. A saved program runs with the rights of the person who
    /// saved it, so an unchanged one is not saved again.
    private func program(
        _ data: MutableAutomationData, _ graph: SequentialFlow?
    ) -> Hearth_V1_AutomationProgram? {
        var program = self.program
        if data.settings != settings { data.settings.write(to: &program) }
        // Nodes are immutable, so equal IDs mean equal nodes.
        if data.automationGraph?.id != graph?.id {
            program.graph = data.automationGraph.map { ProgramWriter.graph($0) }
        }
        return program == self.program ? nil : program
    }
}

extension Hearth_V1_AutomationNode {
    /// Whether it contains a manual starter.
    fileprivate var hasManualStarter: Bool {
        if case .manualStarter? = kind { true } else { children.contains(where: \.hasManualStarter) }
    }
}
