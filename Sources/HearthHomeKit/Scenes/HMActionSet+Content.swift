internal import Foundation
internal import Hearth
internal import HearthAccessories
internal import HearthBase
internal import HearthWire
internal import Synchronization

// What a scene does, as the hub has it, and changes of it.
extension HMActionSet {
    /// The automation; nil for a built-in scene that nobody has put anything into.
    var automationID: String? { state.withLock { $0.record?.id } }
    var isTriggerOwned: Bool { state.withLock { $0.record?.program?.scene } == .triggerOwned }

    func present() throws(HMError) -> HMHome {
        let model = try Operation(model).present()
        guard let home = model.home(homeID), home.knows(self) else {
            throw HMError(.objectNotAssociatedToAnyHome, "\(name) was removed")
        }
        return home
    }

    func checkEditable() throws(HMError) {
        guard !isTriggerOwned else {
            throw HMError(.operationNotSupported, "\(name) belongs to a trigger; change that one")
        }
    }

    /// What it does at present, read from the program where that is another one than before.
    var content: Content {
        guard let model, let home = model.mappedHome(homeID) else {
            return state.withLock { $0.content } ?? Content(plan: ScenePlan(), actions: [:], generation: 0)
        }
        let generation = model.generation
        let (known, record) = state.withLock { ($0.content, $0.record) }
        if let known, known.generation == generation { return known }
        guard let program = record?.program else { return show(ScenePlan(), known?.actions ?? [:], generation) }
        // What leads to the program is what it does, also where it could be read in another way.
        let isSame = known.map { (try? $0.plan.program(from: program, in: home)) == program } ?? false
        let plan = isSame ? known?.plan : nil
        return show(plan ?? ScenePlan(program, in: home), known?.actions ?? [:], generation)
    }

    /// Shows a plan: what was shown before is the same object.
    @discardableResult
    func show(_ plan: ScenePlan, _ known: [CharacteristicReference: HMAction], _ generation: Int) -> Content {
        var content = Content(plan: plan, actions: [:], generation: generation)
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

    /// Changes what the scene does.
    func edit(
        _ change: (inout ScenePlan) throws(HMError) -> Void,
        adding added: () -> [CharacteristicReference: ActionCore] = { [:] }
    ) async throws {
        try checkEditable()
        let home = try present()
        let mapped = home.mapped
        var content = content
        try change(&content.plan)
        let present = state.withLock { $0.record?.program }
        let base = present ?? ScenePlan.program(builtIn?.scene ?? .userDefined)
        let program = try content.plan.program(from: base, in: mapped)
        for (reference, core) in added() { content.actions[reference] = core.loaded() }
        let (plan, actions) = (content.plan, content.actions)
        state.withLock { $0.sent = (program, plan) }
        if let id = automationID {
            try await Operation(model).run {
                try await $0.updateAutomation(id, name: nil, description: nil, isActive: nil, program: program)
            } settle: {
                .automation($0)
            }
        } else {
            try await create(name, program, plan)
        }
        for core in added().values { core.scene = self }
        let generation = model?.generation ?? 0
        await MainQueue.result { _ = self.show(plan, actions, generation) }
    }

    /// Makes the automation of a built-in scene.
    func create(_ name: String, _ program: Hearth_V1_AutomationProgram, _ plan: ScenePlan) async throws {
        let homeID = homeID
        try await Operation(model).run {
            try await $0.createAutomation(
                in: homeID, name: name, description: "", isActive: true, program: program)
        } settle: {
            .automation($0)
        }
    }

    // MARK: What the model changes. Main queue.

    /// Takes a record. Returns the one before.
    @discardableResult
    func replace(_ new: CachedAutomation?) -> CachedAutomation? {
        let (old, waiters) = state.withLock { state -> (CachedAutomation?, [OneShot<Bool>]) in
            let old = state.record
            state.record = new
            if old?.program != new?.program {
                // What this program has sent is known better than it can be read.
                if let sent = state.sent, sent.program == new?.program {
                    state.sent = nil
                } else {
                    state.content?.generation = -1
                }
            }
            guard new?.isRunning != true else { return (old, []) }
            defer { state.waiters = [] }
            return (old, state.waiters)
        }
        for waiter in waiters { waiter.set(true) }
        return old
    }

    /// Nobody can tell any more when a run ends.
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
            throw HMError(.objectAssociatedToAnotherHome, "\(accessory.name) is of another home than \(home.name)")
        }
        return reference
    }
}
