public import Foundation
internal import Hearth
internal import HearthWire
internal import Synchronization

/// What runs scenes by itself (HK-50): a timer or an event. It is an automation of the hub once it was added to a home
/// (HK-55), and switched off until somebody enables it (HK-56).
///
/// Swift has no Sendable classes that others inherit from; this one and those are, as all that changes is in `core`.
public class HMTrigger: NSObject, @unchecked Sendable {
    let core: TriggerCore

    init(_ core: TriggerCore) { self.core = core }

    /// In a line: `HMTimerTrigger("At sunset", enabled)`.
    public override var description: String { "\(Self.self)(\"\(name)\", \(isEnabled ? "enabled" : "not enabled"))" }

    /// The name.
    public var name: String { core.name }
    /// Identifies the trigger: the same for all programs once it is in a home.
    public var uniqueIdentifier: UUID { core.uniqueIdentifier }
    /// Whether it is in force.
    public var isEnabled: Bool { core.record?.isActive ?? false }
    /// The scenes that it runs, in the order in which they were added.
    public var actionSets: [HMActionSet] {
        guard let model = core.model else { return [] }
        return (core.plan?.scenes ?? []).compactMap { model.actionSet($0) }
    }
    /// When it ran last; nil if it never did.
    public var lastFireDate: Date? {
        core.record?.lastStart.map { Date(timeIntervalSince1970: $0 / .seconds(1)) }
    }

    // MARK: Changes

    /// Renames the trigger.
    ///
    /// - Throws: ``HMError``: 31 if something in the home has such a name, 12 if it is in none, 17 for guests, and those of
    ///   names.
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
    /// - Throws: ``HMError``: 12 if the trigger is in no home, 11 for a scene of another home, 48 for a scene of another
    ///   trigger (HK-49), 1 if it runs the scene already, 17 for guests.
    public func addActionSet(_ actionSet: HMActionSet) async throws {
        try await inOrder {
            let (home, _) = try core.present()
            try home.check(actionSet.homeID, actionSet.name)
            try actionSet.checkEditable()
            // A built-in scene that does nothing yet has no automation.
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

    /// Takes a scene away. Without scenes the trigger is switched off.
    ///
    /// - Throws: ``HMError``: 2 if it does not run the scene, 12 if the trigger is in no home, 17 for guests.
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

    /// Takes a scene away. Without scenes the trigger is switched off.
    public func removeActionSet(
        _ actionSet: HMActionSet, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion) { try await self.removeActionSet(actionSet) }
    }

    /// Switches the trigger on or off (HK-57).
    ///
    /// - Throws: ``HMError``: 12 if it is in no home, 26 if it has no scene, 25 if one of its scenes does nothing, 27 if
    ///   nothing sets it off, 28 if its date has passed, 71 if its next date is 5 weeks ahead or more, 17 for guests.
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

    /// Switches the trigger on or off (HK-57).
    public func enable(_ enable: Bool, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.enable(enable) }
    }

    private func checkReady(_ plan: TriggerPlan) throws(HMError) {
        let scenes = actionSets
        guard !scenes.isEmpty else {
            throw HMError(.noRegisteredActionSets, "\(name) has no scene; add one before it is enabled")
        }
        if let empty = scenes.first(where: { $0.content.plan.isEmpty }) {
            throw HMError(.noActionsInActionSet, "\(empty.name) does nothing; add an action before \(name) is enabled")
        }
        switch plan.occasion {
        case .events(let events):
            guard !events.events.isEmpty else {
                throw HMError(.missingParameter, "nothing sets \(name) off; give it an event before it is enabled")
            }
        case .timer(let timer):
            try timer.checkDate(name)
            guard timer.fireDate.timeIntervalSinceNow < TimerPlan.farthest else {
                throw HMError(
                    .cannotActivateTriggerTooFarInFuture,
                    "\(name) fires in 5 weeks or later; enable it when that is less")
            }
        }
    }
}

extension TriggerPlan {
    /// Whether it is to be switched off after it ran once: a timer without recurrence always is (HK-58).
    func endsAfterOne(_ executesOnce: Bool) -> Bool {
        if case .timer(let plan) = occasion { plan.recurrence == nil } else { executesOnce }
    }
}

extension TimerPlan {
    /// Five weeks, in seconds.
    static let farthest: TimeInterval = 5 * 7 * 86_400

    /// A date without recurrence has to come yet (HK-53).
    func checkDate(_ name: String) throws(HMError) {
        guard recurrence != nil || fireDate.timeIntervalSinceNow > 0 else {
            throw HMError(.fireDateInPast, "the date of \(name) has passed; give it one that comes")
        }
    }
}
