internal import Hearth
internal import HearthHomeKitMapping
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Applies reports and snapshots of automations, which are scenes and triggers. Main queue.
extension HomeKitModel {
    func actionSet(_ automationID: String) -> HMActionSet? { table.withLock { $0.actionSets[automationID] } }
    /// The latest record of an automation from the hub.
    func automation(_ id: String) -> CachedAutomation? { actionSet(id)?.record ?? trigger(id)?.core.record }
    func trigger(_ automationID: String) -> HMTrigger? { table.withLock { $0.triggers[automationID] } }

    /// The characteristic of an accessory, or nil.
    func characteristic(_ reference: CharacteristicReference) -> HMCharacteristic? {
        accessory(reference.deviceID)?.services.first { $0.key == reference.key.service }?.characteristics
            .first { $0.type == reference.key.type }
    }

    func mappedHome(_ id: String) -> MappedHome? { home(id)?.mapped }

    /// Increases when accessories are added, removed or get other traits. Plans that were read with them must then be
    /// read again.
    var generation: Int { table.withLock { $0.generation } }

    func accessoriesChanged() { table.withLock { $0.generation &+= 1 } }

    func set(_ record: CachedAutomation, tells: Bool) {
        guard let home = home(record.structureID) else { return }
        var record = record
        if record.program == nil {
            record.program = automation(record.id)?.program
        }
        guard let program = record.program else { return }
        if program.scene == .unspecified {
            removeScene(record.id, tells: tells)
            setTrigger(record, program, home, tells: tells)
        } else {
            removeTrigger(record.id, tells: tells)
            setScene(record, program, home, tells: tells)
        }
    }

    func removeAutomation(_ id: String, tells: Bool) {
        removeScene(id, tells: tells)
        removeTrigger(id, tells: tells)
    }

    // MARK: Scenes

    private func setScene(
        _ record: CachedAutomation, _ program: Hearth_V1_AutomationProgram, _ home: HMHome, tells: Bool
    ) {
        guard let scene = actionSet(record.id) else {
            let builtIn = BuiltInScene(program.scene).flatMap { home.builtinActionSet(ofType: $0.type) }
            // If two automations exist for one built-in scene, the first one counts.
            if let builtIn, builtIn.automationID == nil {
                table.withLock { $0.actionSets[record.id] = builtIn }
                tell(of: builtIn, builtIn.name, nil, record, home, tells: tells)
                return
            }
            let scene = HMActionSet(record, self)
            table.withLock { $0.actionSets[record.id] = scene }
            home.change { $0.actionSets.append(scene) }
            if tells, !scene.isTriggerOwned { home.toldDelegate { $0.home(home, didAdd: scene) } }
            return
        }
        tell(of: scene, scene.name, scene.record?.program, record, home, tells: tells)
    }

    private func tell(
        of scene: HMActionSet, _ name: String, _ program: Hearth_V1_AutomationProgram?, _ record: CachedAutomation,
        _ home: HMHome, tells: Bool
    ) {
        scene.replace(record)
        guard tells, !scene.isTriggerOwned else { return }
        if name != record.name { home.toldDelegate { $0.home(home, didUpdateNameFor: scene) } }
        if program != record.program { home.toldDelegate { $0.home(home, didUpdateActionsFor: scene) } }
    }

    private func removeScene(_ id: String, tells: Bool) {
        guard let scene = table.withLock({ $0.actionSets.removeValue(forKey: id) }), let home = home(scene.homeID)
        else {
            return
        }
        scene.stopWaiting()
        // A built-in scene is never removed; it is empty from now on.
        guard scene.builtIn == nil else {
            scene.replace(nil)
            if tells { home.toldDelegate { $0.home(home, didUpdateActionsFor: scene) } }
            return
        }
        home.change { $0.actionSets.removeAll { $0 === scene } }
        if tells, !scene.isTriggerOwned { home.toldDelegate { $0.home(home, didRemove: scene) } }
    }

    // MARK: Triggers

    private func setTrigger(
        _ record: CachedAutomation, _ program: Hearth_V1_AutomationProgram, _ home: HMHome, tells: Bool
    ) {
        if let trigger = trigger(record.id) {
            let old = trigger.core.replace(record)
            // A trigger that changes between timer and event needs another object.
            if old?.program != program, let plan = TriggerPlan(program, in: home.mapped),
                plan.isTimer == (trigger is HMTimerTrigger)
            {
                return tell(of: trigger, old, record, home, tells: tells)
            }
            if old?.program == program { return tell(of: trigger, old, record, home, tells: tells) }
            removeTrigger(record.id, tells: tells)
        }
        if !tells, let awaited = home.read({ $0.awaited[ObjectName.key(record.name)] }), awaited.core.record == nil {
            awaited.core.adopt(record, self)
            add(awaited, record.id, home)
            return
        }
        guard let plan = TriggerPlan(program, in: home.mapped) else { return }
        let core = TriggerCore(record, plan, self)
        let trigger = plan.isTimer ? HMTimerTrigger(core) : HMEventTrigger(core)
        add(trigger, record.id, home)
        if tells { home.toldDelegate { $0.home(home, didAdd: trigger) } }
    }

    private func add(_ trigger: HMTrigger, _ id: String, _ home: HMHome) {
        table.withLock { $0.triggers[id] = trigger }
        home.change { $0.triggers.append(trigger) }
    }

    private func tell(
        of trigger: HMTrigger, _ old: CachedAutomation?, _ record: CachedAutomation, _ home: HMHome, tells: Bool
    ) {
        guard tells, let old else { return }
        if old.name != record.name { home.toldDelegate { $0.home(home, didUpdateNameFor: trigger) } }
        let isOther =
            old.isActive != record.isActive || old.program != record.program || old.lastStart != record.lastStart
            || old.issues != record.issues
        if isOther { home.toldDelegate { $0.home(home, didUpdate: trigger) } }
    }

    private func removeTrigger(_ id: String, tells: Bool) {
        guard let trigger = table.withLock({ $0.triggers.removeValue(forKey: id) }) else { return }
        let home = trigger.core.homeID.flatMap { self.home($0) }
        trigger.core.release()
        guard let home else { return }
        home.change { $0.triggers.removeAll { $0 === trigger } }
        if tells { home.toldDelegate { $0.home(home, didRemove: trigger) } }
    }
}

extension TriggerPlan {
    var isTimer: Bool {
        if case .timer = occasion { true } else { false }
    }
}

extension HMActionSet {
    /// The record from the hub; nil for a built-in scene that is still empty.
    var record: CachedAutomation? { state.withLock { $0.record } }
}
