internal import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// The triggers of a home.
extension HMHome {
    /// The triggers. Automations that HomeKit can't express are left out.
    public var triggers: [HMTrigger] { read { $0.triggers } }

    /// Adds a trigger, which is disabled at first. This object then represents it in the home.
    ///
    /// - Throws: ``HMError``: `objectAlreadyAssociatedToHome` or `objectAssociatedToAnotherHome` if it is in this or
    ///   another home already; `objectWithSimilarNameExistsInHome` if another object of the home has a similar name;
    ///   `dateMustBeOnSpecifiedBoundaries` if its date is not a whole minute; `fireDateInPast` if the date has passed;
    ///   `invalidParameter` if it is after 2099; `recurrenceTooSmall`, `recurrenceMustBeOnSpecifiedBoundaries` or
    ///   `recurrenceTooLarge` for an invalid recurrence; `invalidParameter`, `invalidValueType`,
    ///   `operationNotSupported` or `locationForHomeDisabled` for events and predicates that a hub does not support;
    ///   `objectAssociatedToAnotherHome` for a characteristic of another home; `insufficientPrivileges` for guests; a
    ///   code for an invalid name, as in ``HMHome/updateName(_:)``.
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
                throw HMError(.invalidParameter, "\(name) has no event or date that sets it off; give it one")
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
                throw HMError(.notFound, "the trigger \(name) was added, but another program removed it at once")
            }
        }
    }

    /// Adds a trigger, which is disabled at first.
    public func addTrigger(_ trigger: HMTrigger, completionHandler completion: @escaping ((any Error)?) -> Void) {
        trigger.core.expect(self)
        complete(completion) { try await self.addTrigger(trigger) }
    }

    /// Removes a trigger and ends its current run.
    ///
    /// - Throws: ``HMError``: `objectAssociatedToAnotherHome` for a trigger of another home;
    ///   `objectNotAssociatedToAnyHome` for a trigger in no home; `insufficientPrivileges` for guests.
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
            // No other trigger runs the scenes that this one owns.
            for id in owned {
                try await Operation(model).run {
                    try await $0.deleteAutomation(id)
                } settle: {
                    .automationRemoved(id)
                }
            }
        }
    }

    /// Removes a trigger and ends its current run.
    public func removeTrigger(_ trigger: HMTrigger, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.removeTrigger(trigger) }
    }

    func knows(_ trigger: TriggerCore) -> Bool { read { $0.triggers.contains { $0.core === trigger } } }
}
