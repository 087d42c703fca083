internal import Foundation
internal import Hearth
internal import HearthAccessories
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Triggers (HK-50 to HK-66).
extension HMHome {
    /// The triggers. Automations that no HomeKit app could have made are not among them.
    public var triggers: [HMTrigger] { read { $0.triggers } }

    /// Adds a trigger (HK-55), which is switched off (HK-56). From then on this object is the home's.
    ///
    /// - Throws: ``HMError``: 13 if it is in a home already, 31 if something in the home has such a name, 70 if its date is
    ///   no whole minute, 28 if that has passed, 3 if it is after 2099, 42, 69 or 72 for a recurrence that it can't have, 3,
    ///   43, 48 or 84 for events and predicates that a hub can't follow, 11 for a characteristic of another home, 17 for
    ///   guests, and those of names.
    public func addTrigger(_ trigger: HMTrigger) async throws {
        trigger.core.expect(self)
        try await inOrder {
            let core = trigger.core
            if let homeID = core.homeID {
                throw HMError(
                    homeID == id ? .objectAlreadyAssociatedToHome : .objectAssociatedToAnotherHome,
                    "\(trigger.name) is in a home already; remove it there first")
            }
            let name = trigger.name
            try checkFree(name, for: "the trigger", except: nil)
            let (fault, executesOnce) = core.state.withLock { ($0.fault, $0.executesOnce) }
            if let fault { throw fault }
            guard let plan = core.plan else {
                throw HMError(.invalidParameter, "\(name) says nothing of when it is set off")
            }
            if case .timer(let timer) = plan.occasion { try timer.checkDate(name) }
            let program = try plan.program(
                from: Hearth_V1_AutomationProgram(maxExecutions: plan.endsAfterOne(executesOnce) ? 1 : 0), in: mapped)
            let key = ObjectName.key(name)
            change { $0.awaited[key] = trigger }
            defer { change { $0.awaited[key] = nil } }
            let id = id
            let record = try await Operation(model).run {
                try await $0.createAutomation(in: id, name: name, description: "", isActive: false, program: program)
            } settle: {
                .automation($0)
            }
            guard model?.trigger(record.id) === trigger else {
                throw HMError(.notFound, "the trigger \(name) was made, and removed again at once")
            }
        }
    }

    /// Adds a trigger (HK-55), which is switched off (HK-56).
    public func addTrigger(_ trigger: HMTrigger, completionHandler completion: @escaping ((any Error)?) -> Void) {
        trigger.core.expect(self)
        complete(completion) { try await self.addTrigger(trigger) }
    }

    /// Removes a trigger, and what it is running at the moment ends.
    ///
    /// - Throws: ``HMError``: 11 for one of another home, 12 for one that is in none, 17 for guests.
    public func removeTrigger(_ trigger: HMTrigger) async throws {
        try await inOrder {
            guard let record = trigger.core.record else {
                throw HMError(.objectNotAssociatedToAnyHome, "\(trigger.name) is in no home")
            }
            try check(record.structureID, trigger.name)
            let owned = trigger.actionSets.filter(\.isTriggerOwned).compactMap(\.automationID)
            try await Operation(model).run {
                try await $0.deleteAutomation(record.id)
            } settle: {
                .automationRemoved(record.id)
            }
            // Nobody else runs these.
            for id in owned {
                try await Operation(model).run {
                    try await $0.deleteAutomation(id)
                } settle: {
                    .automationRemoved(id)
                }
            }
        }
    }

    /// Removes a trigger, and what it is running at the moment ends.
    public func removeTrigger(_ trigger: HMTrigger, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.removeTrigger(trigger) }
    }

    func knows(_ trigger: TriggerCore) -> Bool { read { $0.triggers.contains { $0.core === trigger } } }
}
