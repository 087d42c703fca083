internal import Hearth
internal import HearthRPC
internal import HearthTerminal
internal import HearthWire

/// An automation of a home, with its name.
struct HouseAutomation: HouseItem {
    var kind: String { "automation" }
    let automation: Hearth_V1_Automation
    let structure: Structure

    var id: String { automation.id }
    var name: String { automation.name }
}

extension HubClient {
    private static let callOptions = CallOptions(timeout: .seconds(10))

    private var automationClient: Hearth_V1_AutomationClient { Hearth_V1_AutomationClient(client) }

    /// The automations of some structures, in the order of the structures.
    func automations(of structures: [Structure]) async throws(CommandError) -> [HouseAutomation] {
        var all: [HouseAutomation] = []
        do throws(RPCError) {
            for structure in structures {
                var request = Hearth_V1_ListAutomationsRequest(structureID: structure.id)
                repeat {
                    let page = try await automationClient.listAutomations(request, options: Self.callOptions)
                    all += page.automations.map { HouseAutomation(automation: $0, structure: structure) }
                    request.pageToken = page.nextPageToken
                } while !request.pageToken.isEmpty
            }
        } catch {
            throw CommandError(error)
        }
        return all
    }

    /// The newest runs of an automation, and the reasons why it did not run again.
    ///
    /// - Parameter before: only runs before this one; nil for the newest.
    func runs(
        of automation: HouseAutomation, limit: UInt32, before: UInt64? = nil
    ) async throws(CommandError) -> Hearth_V1_ListRunsResponse {
        do throws(RPCError) {
            return try await automationClient.listRuns(
                Hearth_V1_ListRunsRequest(automationID: automation.id, limit: limit, beforeRunID: before ?? 0),
                options: Self.callOptions)
        } catch {
            throw CommandError(error)
        }
    }

    /// The issues of a program that is not saved.
    func issues(
        of program: Hearth_V1_AutomationProgram, in structure: Structure
    ) async throws(CommandError) -> [Hearth_V1_AutomationIssue] {
        do throws(RPCError) {
            return try await automationClient.validateAutomation(
                Hearth_V1_ValidateAutomationRequest(structureID: structure.id, program: program),
                options: Self.callOptions
            ).issues
        } catch {
            throw CommandError(error)
        }
    }

    /// An automation as text, with the place of each node in it.
    func text(of automation: HouseAutomation) async throws(CommandError) -> Hearth_V1_FormatAutomationResponse {
        do throws(RPCError) {
            let parts = automation.automation
            return try await automationClient.formatAutomation(
                Hearth_V1_FormatAutomationRequest(
                    structureID: automation.structure.id, name: parts.name, description: parts.description,
                    isActive: parts.isActive, program: parts.program ?? .init(graph: .init())),
                options: Self.callOptions)
        } catch {
            throw CommandError(error)
        }
    }

    /// Parses automations, with issues for errors and unknown names.
    func automations(
        in text: String, for structure: Structure, _ mappings: [Hearth_V1_AutomationTextMapping]
    ) async throws(CommandError) -> Hearth_V1_ParseAutomationsResponse {
        do throws(RPCError) {
            return try await automationClient.parseAutomations(
                Hearth_V1_ParseAutomationsRequest(structureID: structure.id, text: text, mappings: mappings),
                options: Self.callOptions)
        } catch {
            throw CommandError(error)
        }
    }

    /// Adds an automation. Returns the stored one.
    func add(
        _ automation: Hearth_V1_ParsedAutomation, to structure: Structure
    ) async throws(CommandError) -> Hearth_V1_Automation? {
        let response: Hearth_V1_CreateAutomationResponse = try await call(
            Hearth_V1_AutomationMethods.createAutomation,
            Hearth_V1_CreateAutomationRequest(
                structureID: structure.id, name: automation.name, description: automation.description,
                isActive: automation.isActive, program: automation.program, options: options),
            changing: automation.name)
        return response.automation
    }

    /// Replaces the name, description, state and program of an automation. Returns the stored one.
    func replace(
        _ automation: HouseAutomation, with other: Hearth_V1_ParsedAutomation
    ) async throws(CommandError) -> Hearth_V1_Automation? {
        let response: Hearth_V1_UpdateAutomationResponse = try await call(
            Hearth_V1_AutomationMethods.updateAutomation,
            Hearth_V1_UpdateAutomationRequest(
                automationID: automation.id, name: other.name, description: other.description,
                isActive: other.isActive, program: other.program, options: options),
            changing: automation.name)
        return response.automation
    }

    func run(_ automation: HouseAutomation) async throws(CommandError) -> UInt64 {
        let response: Hearth_V1_ExecuteAutomationResponse = try await call(
            Hearth_V1_AutomationMethods.executeAutomation,
            Hearth_V1_ExecuteAutomationRequest(automationID: automation.id, options: options),
            changing: automation.name)
        return response.runID
    }

    /// - Returns: ids of the automations that the phrase started.
    func say(_ words: String, to structure: Structure) async throws(CommandError) -> [String] {
        let response: Hearth_V1_SayWordsResponse = try await call(
            Hearth_V1_AutomationMethods.sayWords,
            Hearth_V1_SayWordsRequest(structureID: structure.id, words: words, options: options),
            changing: structure.name)
        return response.automationIDs
    }

    /// - Returns: the number of runs that ended.
    func stop(_ automation: HouseAutomation) async throws(CommandError) -> UInt32 {
        let response: Hearth_V1_StopAutomationResponse = try await call(
            Hearth_V1_AutomationMethods.stopAutomation,
            Hearth_V1_StopAutomationRequest(automationID: automation.id, options: options), changing: automation.name)
        return response.stoppedRuns
    }

    func change(_ automation: HouseAutomation, isActive: Bool) async throws(CommandError) {
        let _: Hearth_V1_UpdateAutomationResponse = try await call(
            Hearth_V1_AutomationMethods.updateAutomation,
            Hearth_V1_UpdateAutomationRequest(automationID: automation.id, isActive: isActive, options: options),
            changing: automation.name)
    }

    func remove(_ automation: HouseAutomation) async throws(CommandError) {
        let _: Hearth_V1_DeleteAutomationResponse = try await call(
            Hearth_V1_AutomationMethods.deleteAutomation,
            Hearth_V1_DeleteAutomationRequest(automationID: automation.id, options: options),
            changing: automation.name)
    }
}
