internal import HearthWire

extension Structure: AutomationManager {
    /// The structure's automations, now and as they change.
    public func automations() -> any Query<HomeAutomation> {
        HomeQuery(connection: reference.connection) { [id] connection, cache in
            Set(
                cache.state.automations.values.lazy.filter { $0.structureID == id }
                    .map { HomeAutomation($0, connection) })
        }
    }

    public func createAutomation(_ automation: any DraftAutomation) async throws -> any Automation {
        let connection = reference.connection
        let record = try await HomeModel(connection, namesRequest: true).createAutomation(
            in: id, name: automation.name, description: automation.description, isActive: automation.isActive,
            program: automation.program())
        return HomeAutomation(record, connection)
    }

    public func deleteAutomation(_ automation: any Automation) async throws {
        try await deleteAutomation(id: automation.id)
    }

    public func deleteAutomation(id: String) async throws {
        try await HomeModel(reference.connection, namesRequest: true).deleteAutomation(id)
    }

    public func listAutomations() async throws -> [any Automation] {
        try await automations().list().sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// The automations in the order of their creation, which only the hub knows. The command line lists them so; apps
    /// sort the values of ``automations()`` as they show them.
    package func automationsByCreation() async throws -> [HomeAutomation] {
        let connection = reference.connection
        return try await HomeModel(connection).automations(in: id).map { HomeAutomation($0, connection) }
    }

    /// Returns the issues of an automation without saving it.
    ///
    /// - Throws: `HomeError` with code `.notFound` if the structure has been removed.
    public func validateAutomation(
        _ automation: any DraftAutomation
    ) async throws -> [AutomationValidationIssue] {
        let program = automation.program()
        let issues = try await HomeModel(reference.connection).issues(of: program, in: id)
        let nodes = automation.automationGraph?.nodesByNumber ?? [:]
        return issues.map { AutomationValidationIssue($0, nodes) }
    }
}
