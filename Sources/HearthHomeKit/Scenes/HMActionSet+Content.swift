internal import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthWire
internal import Synchronization

// The actions of a scene as the hub stores them, and their changes.
extension HMActionSet {
    /// The automation; nil for a built-in scene that is still empty.
    var automationID: String? { record?.id }
    var isTriggerOwned: Bool { record?.program?.scene == .triggerOwned }

    func present() throws(HMError) -> HMHome {
        let model = try Operation(model).present()
        guard let home = model.home(homeID), home.knows(self) else {
            throw HMError(.objectNotAssociatedToAnyHome, "\(name) was removed")
        }
        return home
    }

    func checkEditable() throws(HMError) {
        guard !isTriggerOwned else {
            throw HMError(.operationNotSupported, "\(name) belongs to a trigger; change the trigger instead")
        }
    }

    /// The current content, read again if the program or the accessories have changed.
    var content: Content {
        guard let model, let home = model.mappedHome(homeID) else {
            return state.withLock { $0.content }
                ?? Content(plan: ScenePlan(), actions: [:], generation: 0, revision: 0)
        }
        let generation = model.generation
        let (known, record, sent) = state.withLock { ($0.content, $0.record, $0.sent) }
        let revision = record?.revision ?? 0
        if let known, known.generation == generation, known.revision == revision { return known }
        let actions = known?.actions ?? [:]
        guard let program = record?.program else { return show(ScenePlan(), actions, generation, revision) }
        // Prefer a known plan that produces this program over reading the program, which can be ambiguous.
        let plans = [sent, known?.plan].compactMap { $0 }
        let plan = plans.first { (try? $0.program(from: program, in: home)) == program }
        return show(plan ?? ScenePlan(program, in: home), actions, generation, revision)
    }

    /// Stores a plan and its action objects. Actions that exist already keep their objects.
    @discardableResult
    func show(
        _ plan: ScenePlan, _ known: [CharacteristicReference: HMAction], _ generation: Int, _ revision: UInt64
    ) -> Content {
        var content = Content(plan: plan, actions: [:], generation: generation, revision: revision)
        for reference in plan.order {
            guard let value = plan.writes[reference] else { continue }
            if let action = known[reference] {
                action.core.set(value)
                content.actions[reference] = action
            } else if let characteristic = model?.characteristic(reference) {
                content.actions[reference] = ActionCore(characteristic, .success(value), of: self).loaded()
            }
        }
        state.withLock { $0.content = content }
        return content
    }

    // MARK: Edits

    /// Changes the current content. A concurrent change by another program is kept as well.
    func edit(
        adding added: [CharacteristicReference: ActionCore] = [:],
        _ change: (inout ScenePlan) throws(HMError) -> Void
    ) async throws {
        try checkEditable()
        try await Operation(model).untilUndisturbed(in: homeID) { try await tryEdit(adding: added, change) }
        for core in added.values { core.scene = self }
    }

    private func tryEdit(
        adding added: [CharacteristicReference: ActionCore], _ change: (inout ScenePlan) throws(HMError) -> Void
    ) async throws {
        let home = try present()
        let mapped = home.mapped
        // The content may be of a later revision than this record; the hub then refuses the change.
        let record = record
        var content = content
        try change(&content.plan)
        let base = record?.program ?? ScenePlan.program(builtIn?.scene ?? .userDefined)
        let program = try content.plan.program(from: base, in: mapped)
        for (reference, core) in added { content.actions[reference] = core.loaded() }
        let (plan, actions) = (content.plan, content.actions)
        state.withLock { $0.sent = plan }
        let saved: CachedAutomation
        if let record {
            saved = try await Operation(model).run {
                try await $0.updateAutomation(record.id, program: program, programBase: record.programRevision)
            } settle: {
                .automation($0)
            }
        } else {
            saved = try await create(name, program)
        }
        let generation = model?.generation ?? 0
        await MainQueue.result {
            // Another program may have changed the scene since.
            guard self.record?.revision ?? saved.revision == saved.revision else { return }
            self.show(plan, actions, generation, saved.revision)
        }
    }

    /// Creates the automation of a built-in scene.
    ///
    /// - Throws: ``HMError`` with the code `operationInProgress` if another program has just created it.
    func create(_ name: String, _ program: Hearth_V1_AutomationProgram) async throws -> CachedAutomation {
        let homeID = homeID
        do {
            return try await Operation(model).run {
                try await $0.createAutomation(
                    in: homeID, name: name, description: "", isActive: true, program: program)
            } settle: {
                .automation($0)
            }
        } catch let error as HMError where error.code == .alreadyExists {
            throw HMError(.operationInProgress, error.message)
        }
    }

    // MARK: Changes by the model. Main queue.

    /// Replaces the record. Returns the old one.
    @discardableResult
    func replace(_ new: CachedAutomation?) -> CachedAutomation? {
        let (old, waiters) = state.withLock { state -> (CachedAutomation?, [OneShot<Bool>]) in
            let old = state.record
            state.record = new
            guard new?.isRunning != true else { return (old, []) }
            defer { state.waiters = [] }
            return (old, state.waiters)
        }
        for waiter in waiters { waiter.set(true) }
        return old
    }

    /// Ends all waits for the end of a run, which can no longer be observed.
    func stopWaiting() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.set(false) }
    }
}

extension ActionCore {
    /// The characteristic of a home that the action writes to.
    func checkedReference(in home: HMHome) throws(HMError) -> CharacteristicReference {
        guard let reference, let accessory = characteristic.service?.accessory else {
            throw HMError(
                .objectNotAssociatedToAnyHome, "the accessory of \(characteristic.localizedDescription) was removed")
        }
        guard accessory.homeID == home.id else {
            throw HMError(.objectAssociatedToAnotherHome, "\(accessory.name) is not in the home \(home.name)")
        }
        return reference
    }
}
