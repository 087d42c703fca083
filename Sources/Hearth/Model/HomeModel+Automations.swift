internal import HearthTraitCore
package import HearthWire

// Automations. Edits return the automation as it is on the hub afterwards.
extension HomeModel {
    package func createAutomation(
        in structureID: String, name: String, description: String, isActive: Bool,
        program: Hearth_V1_AutomationProgram
    ) async throws(HomeError) -> CachedAutomation {
        let response: Hearth_V1_CreateAutomationResponse = try await edit(
            Hearth_V1_AutomationMethods.createAutomation,
            Hearth_V1_CreateAutomationRequest(
                structureID: structureID, name: name, description: description, isActive: isActive,
                program: program, options: options),
            "the new automation", position: \.position)
        return CachedAutomation(try present(response.automation, "automation"))
    }

    /// Changes the properties that are not nil. A new program runs with the rights of the person of this client.
    ///
    /// - Parameters:
    ///   - base: the revision that the change is based on. The hub refuses the change with code `.aborted` if the
    ///     automation has a different one by now; repeat the change after ``catchUp(_:)``.
    ///   - programBase: as `base`, but the program's revision, which names and switches do not change.
    package func updateAutomation(
        _ id: String, name: String? = nil, description: String? = nil, isActive: Bool? = nil,
        program: Hearth_V1_AutomationProgram? = nil, aliases: [String]? = nil, base: UInt64? = nil,
        programBase: UInt64? = nil
    ) async throws(HomeError) -> CachedAutomation {
        let response: Hearth_V1_UpdateAutomationResponse = try await edit(
            Hearth_V1_AutomationMethods.updateAutomation,
            Hearth_V1_UpdateAutomationRequest(
                automationID: id, name: name, description: description, isActive: isActive, program: program,
                options: options, revision: base, programRevision: programBase,
                aliases: aliases.map { Hearth_V1_Aliases(names: $0) }),
            "the change of the automation", position: \.position)
        return CachedAutomation(try present(response.automation, "automation"))
    }

    /// Waits until the cache has the hub's present state.
    package func catchUp(_ structureID: String) async throws(HomeError) {
        let filter = Hearth_V1_WatchFilter(structureIDs: [structureID])
        let response: Hearth_V1_ReadResponse = try await connection.call(
            Hearth_V1_HomeMethods.read, Hearth_V1_ReadRequest(filter: filter, pageSize: 1))
        await connection.reach(response.positions.map { $0 })
    }

    package func deleteAutomation(_ id: String) async throws(HomeError) {
        let _: Hearth_V1_DeleteAutomationResponse = try await edit(
            Hearth_V1_AutomationMethods.deleteAutomation,
            Hearth_V1_DeleteAutomationRequest(automationID: id, options: options),
            "the removal of the automation", position: \.position)
    }

    /// Runs an automation by hand.
    ///
    /// - Returns: the run's ID, when the run is stored, not when it has ended.
    package func executeAutomation(_ id: String) async throws(HomeError) -> UInt64 {
        let response: Hearth_V1_ExecuteAutomationResponse = try await connection.change(
            Hearth_V1_AutomationMethods.executeAutomation,
            Hearth_V1_ExecuteAutomationRequest(automationID: id, options: options), "the run of the automation")
        return response.runID
    }

    /// Ends all runs of an automation.
    ///
    /// - Returns: the number of runs that ended.
    @discardableResult
    package func stopAutomation(_ id: String) async throws(HomeError) -> Int {
        let response: Hearth_V1_StopAutomationResponse = try await connection.change(
            Hearth_V1_AutomationMethods.stopAutomation,
            Hearth_V1_StopAutomationRequest(automationID: id, options: options), "the end of the automation's runs")
        return Int(clamping: response.stoppedRuns)
    }

    /// The automations of a structure in the order of their creation.
    func automations(in structureID: String) async throws(HomeError) -> [CachedAutomation] {
        var automations: [CachedAutomation] = []
        var request = Hearth_V1_ListAutomationsRequest(structureID: structureID)
        repeat {
            let page: Hearth_V1_ListAutomationsResponse = try await connection.call(
                Hearth_V1_AutomationMethods.listAutomations, request)
            automations += page.automations.map { CachedAutomation($0) }
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        return automations
    }

    /// The stored runs of an automation, newest first, and for each starter why it did not start a run.
    ///
    /// - Parameters:
    ///   - limit: the most runs to return.
    ///   - before: only runs before this one; nil for the newest.
    package func runs(
        of id: String, limit: Int = 50, before: UInt64? = nil
    ) async throws(HomeError) -> (runs: [Hearth_V1_AutomationRun], nonStarts: [Hearth_V1_AutomationNonStarts]) {
        let response: Hearth_V1_ListRunsResponse = try await connection.call(
            Hearth_V1_AutomationMethods.listRuns,
            Hearth_V1_ListRunsRequest(
                automationID: id, limit: UInt32(clamping: limit), beforeRunID: before ?? 0))
        return (response.runs, response.nonStarts)
    }

    /// The issues of a program, which is not saved.
    package func issues(
        of program: Hearth_V1_AutomationProgram, in structureID: String
    ) async throws(HomeError) -> [Hearth_V1_AutomationIssue] {
        let response: Hearth_V1_ValidateAutomationResponse = try await connection.call(
            Hearth_V1_AutomationMethods.validateAutomation,
            Hearth_V1_ValidateAutomationRequest(structureID: structureID, program: program))
        return response.issues
    }
}
