public import Foundation
internal import Hearth
internal import HearthWire
internal import Synchronization

/// Runs scenes automatically: at a time or on an event. Once added to a home it is an automation of the hub, disabled
/// until someone enables it.
///
/// Unchecked, because Swift allows no Sendable class with subclasses; all mutable state of this one and its subclasses
/// is in `core`.
public class HMTrigger: NSObject, @unchecked Sendable {
    let core: TriggerCore

    init(_ core: TriggerCore) { self.core = core }

    /// A one-line description, such as `HMTimerTrigger("At sunset", enabled)`.
    public override var description: String { "\(Self.self)(\"\(name)\", \(isEnabled ? "enabled" : "not enabled"))" }

    /// The name.
    public var name: String { core.name }
    /// Identifies the trigger; it is the same in all programs once it is in a home.
    public var uniqueIdentifier: UUID { core.uniqueIdentifier }
    /// Whether the trigger is enabled.
    public var isEnabled: Bool { core.record?.isActive ?? false }
    /// The scenes that it runs, in the order in which they were added.
    public var actionSets: [HMActionSet] {
        guard let model = core.model else { return [] }
        return (core.plan?.scenes ?? []).compactMap { model.actionSet($0) }
    }
    /// When it last ran; nil if it never did.
    public var lastFireDate: Date? {
        core.record?.lastStart.map { Date(timeIntervalSince1970: $0 / .seconds(1)) }
    }

    // MARK: Changes

    /// Renames the trigger.
    ///
    /// - Throws: ``HMError``: `objectWithSimilarNameExistsInHome` if another object of the home has a similar name;
    ///   `objectNotAssociatedToAnyHome` if the trigger is in no home; `insufficientPrivileges` for guests; a code for
    ///   an invalid name, as in ``HMHome/updateName(_:)``.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            let (home, record) = try core.present()
            try home.checkFree(name, for: "the trigger", except: core)
            try await Operation(core.model).run {
                try await $0.updateAutomation(record.id, name: name)
            } settle: {
                .automation($0)
            }
        }
    }

    /// Renames the trigger.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Adds a scene that it runs.
    ///
    /// - Throws: ``HMError``: `objectNotAssociatedToAnyHome` if the trigger is in no home;
    ///   `objectAssociatedToAnotherHome` for a scene of another home; `operationNotSupported` for a scene that another
    ///   trigger owns; `alreadyExists` if it runs the scene already; `insufficientPrivileges` for guests.
    public func addActionSet(_ actionSet: HMActionSet) async throws {
        try await inOrder {
            let (home, _) = try core.present()
            try home.check(actionSet.homeID, actionSet.name)
            try actionSet.checkEditable()
            // An empty built-in scene has no automation yet.
            try await actionSet.makeSure()
            guard let id = actionSet.automationID else {
                throw HMError(.notFound, "\(actionSet.name) was removed")
            }
            try await core.edit { plan throws(HMError) in
                guard !plan.scenes.contains(id) else {
                    throw HMError(.alreadyExists, "\(self.name) runs \(actionSet.name) already")
                }
                plan.scenes.append(id)
            }
        }
    }

    /// Adds a scene that it runs.
    public func addActionSet(_ actionSet: HMActionSet, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.addActionSet(actionSet) }
    }

    /// Removes a scene. Without scenes the trigger is disabled.
    ///
    /// - Throws: ``HMError``: `notFound` if it does not run the scene; `objectNotAssociatedToAnyHome` if the trigger is
    ///   in no home; `insufficientPrivileges` for guests.
    public func removeActionSet(_ actionSet: HMActionSet) async throws {
        try await inOrder {
            _ = try core.present()
            guard let id = actionSet.automationID else {
                throw HMError(.notFound, "\(name) does not run \(actionSet.name)")
            }
            try await core.edit { plan throws(HMError) in
                guard plan.scenes.contains(id) else {
                    throw HMError(.notFound, "\(self.name) does not run \(actionSet.name)")
                }
                plan.scenes.removeAll { $0 == id }
            }
        }
    }

    /// Removes a scene. Without scenes the trigger is disabled.
    public func removeActionSet(
        _ actionSet: HMActionSet, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion) { try await self.removeActionSet(actionSet) }
    }

    /// Enables or disables the trigger. To be enabled it needs a scene, and each of its scenes an action.
    ///
    /// - Throws: ``HMError``: `objectNotAssociatedToAnyHome` if it is in no home; `noRegisteredActionSets` if it has no
    ///   scene; `noActionsInActionSet` if one of its scenes is empty; `missingParameter` if it has no event;
    ///   `fireDateInPast` if its date has passed; `cannotActivateTriggerTooFarInFuture` if its next date is 5 weeks
    ///   ahead or more; `insufficientPrivileges` for guests.
    public func enable(_ enable: Bool) async throws {
        try await inOrder {
            let (_, record) = try core.present()
            guard enable else { return try await core.save(record, nil, nil, isActive: false) }
            if core.hasLost { try await core.edit { _ in } }
            try await core.untilUndisturbed {
                let (_, record) = try core.present()
                let plan = try core.planToChange()
                try checkReady(plan)
                var program = record.program ?? .init()
                let endsAfterOne = plan.endsAfterOne(core.state.withLock { $0.executesOnce })
                let most = endsAfterOne ? record.executionCount &+ 1 : 0
                guard program.maxExecutions != most else {
                    return try await core.save(record, nil, nil, isActive: true)
                }
                program.maxExecutions = most
                try await core.save(record, program, plan, isActive: true)
            }
        }
    }

    /// Enables or disables the trigger. To be enabled it needs a scene, and each of its scenes an action.
    public func enable(_ enable: Bool, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.enable(enable) }
    }

    private func checkReady(_ plan: TriggerPlan) throws(HMError) {
        let scenes = actionSets
        guard !scenes.isEmpty else {
            throw HMError(.noRegisteredActionSets, "\(name) has no scene; add one before you enable it")
        }
        if let empty = scenes.first(where: { $0.content.plan.isEmpty }) {
            throw HMError(.noActionsInActionSet, "\(empty.name) has no actions; add one before you enable \(name)")
        }
        switch plan.occasion {
        case .events(let events):
            guard !events.events.isEmpty else {
                throw HMError(.missingParameter, "\(name) has no events; add one before you enable it")
            }
        case .timer(let timer):
            try timer.checkDate(name)
            guard timer.fireDate.timeIntervalSinceNow < TimerPlan.farthest else {
                throw HMError(
                    .cannotActivateTriggerTooFarInFuture,
                    "\(name) fires in 5 weeks or later; enable it less than 5 weeks before")
            }
        }
    }
}

extension TriggerPlan {
    /// Whether it is disabled after it has run once: always for a timer without recurrence.
    func endsAfterOne(_ executesOnce: Bool) -> Bool {
        if case .timer(let plan) = occasion { plan.recurrence == nil } else { executesOnce }
    }
}

extension TimerPlan {
    /// Five weeks, in seconds.
    static let farthest: TimeInterval = 5 * 7 * 86_400

    /// Throws if the timer has no recurrence and its date has passed.
    func checkDate(_ name: String) throws(HMError) {
        guard recurrence != nil || fireDate.timeIntervalSinceNow > 0 else {
            throw HMError(.fireDateInPast, "the date of \(name) has passed; choose one in the future")
        }
    }
}
