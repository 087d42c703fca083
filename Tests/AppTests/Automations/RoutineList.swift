import Dispatch
import Foundation
import Hearth

/// The automations of a structure in a list that follows the hub, and the actions of its buttons.
@MainActor final class RoutineList: ObservableObject {
    @Published private(set) var routines = [(any Automation, Outline)]()
    @Published private(set) var problem: String?

    let structure: Structure
    private var following: AnyCancellable?

    init(structure: Structure) { self.structure = structure }

    /// Shows the automations as they change.
    func follow() {
        following = structure.automations().batched()
            .receive(on: DispatchQueue.main)
            .catch { _ in Empty<Set<HomeAutomation>, Never>() }
            .sink { [weak self] automations in
                self?.routines = automations.sorted { $0.name < $1.name }.map { ($0, Outline($0)) }
            }
    }

    func refresh() async throws {
        routines = try await structure.listAutomations().map { ($0, Outline($0)) }
    }

    func add(_ draft: any DraftAutomation) async {
        do {
            let added = try await structure.createAutomation(draft)
            problem = added.validationIssues.isEmpty ? nil : "\(added.validationIssues.map(\.details))"
            try await refresh()
        } catch {
            problem = "\(error)"
        }
    }

    private func automation(_ id: String) async throws -> any Automation {
        for automation in try await structure.listAutomations() where automation.id == id { return automation }
        throw HomeError.notFound("no automation \(id)")
    }

    /// Renames an automation, as an editor does that writes all of it.
    func rename(_ old: any Automation, to name: String) async throws -> any Automation {
        let draft = Hearth.automation(
            id: old.id, structureID: old.structureID, name: name, description: old.description
        ) {
            old.automationGraph?.nodes ?? []
        }
        let renamed = try await automation(draft.id).update {
            $0.name = draft.name
            $0.description = draft.description
            $0.isActive = draft.isActive
            $0.automationGraph = draft.automationGraph
        }
        if let index = routines.firstIndex(where: { $0.0.id == renamed.id }) {
            await MainActor.run { self.routines[index] = (renamed, Outline(renamed)) }
        }
        return renamed
    }

    func remove(_ automation: any Automation) async throws {
        try await structure.deleteAutomation(automation)
        routines.removeAll { $0.0.id == automation.id }
    }

    func run(_ automation: any Automation) async throws {
        guard automation.manuallyExecutable else { return }
        try await automation.execute()
    }
}
