internal import Foundation
internal import Hearth
internal import HearthAutomation
internal import HearthWire
internal import Synchronization

/// What a trigger is, whether it is in a home yet or not: all that changes of it.
final class TriggerCore: Sendable {
    struct State: Sendable {
        var name: String
        /// What it does; nil until it is read from ``record``.
        var plan: TriggerPlan?
        /// What is wrong with what the app gave, which it is told when it adds the trigger.
        var fault: HMError?
        /// The objects of its events, where somebody has asked for them or given them.
        var events: [HMEvent]?
        var endEvents: [HMEvent]?
        /// The objects of events that it still has, from before its last change.
        var former: [TriggerEvent: HMEvent] = [:]
        /// Whether it is switched off after it has run once.
        var executesOnce = false
        /// nil before it is in a home.
        var record: CachedAutomation?
        /// The accessories that ``plan`` was read with.
        var generation = 0
        /// The revision of the automation that ``plan`` is of.
        var revision: UInt64 = 0
        /// What this program has sent last, which is known better than it can be read from a program.
        var sent: TriggerPlan?
        weak var model: HomeKitModel?
        /// Where this program is adding it.
        var destination: Destination?
    }

    /// A home that the trigger is to come into.
    struct Destination: Sendable {
        weak let model: HomeKitModel?
        let homeID: String
    }

    let state: Mutex<State>
    private let ownID = UUID()

    init(name: String, _ plan: Result<TriggerPlan, HMError>) {
        var state = State(name: name)
        switch plan {
        case .success(let plan): state.plan = plan
        case .failure(let error): state.fault = error
        }
        self.state = Mutex(state)
    }

    init(_ record: CachedAutomation, _ plan: TriggerPlan, _ model: HomeKitModel) {
        var state = State(name: record.name)
        state.plan = plan
        state.record = record
        state.executesOnce = record.program?.maxExecutions ?? 0 != 0
        state.generation = model.generation
        state.revision = record.revision
        state.model = model
        self.state = Mutex(state)
    }

    var record: CachedAutomation? { state.withLock { $0.record } }
    var model: HomeKitModel? { state.withLock { $0.model } }
    var homeID: String? { record?.structureID }
    var name: String { state.withLock { $0.record?.name ?? $0.name } }
    var uniqueIdentifier: UUID { record.map { UUID(hubID: $0.id, kind: "trigger") } ?? ownID }

    /// What it does at present, read from the program where that is another one than before.
    var plan: TriggerPlan? {
        let present = state.withLock { $0 }
        guard let model = present.model, let record = present.record,
            let home = model.mappedHome(record.structureID)
        else { return present.plan }
        let generation = model.generation
        guard present.generation != generation || present.revision != record.revision else { return present.plan }
        // What leads to the program is what it does, also where it could be read in another way.
        let program = record.program ?? .init()
        let plans = [present.sent, present.plan].compactMap { $0 }
        let known = plans.first { (try? $0.program(from: program, in: home)) == program }
        let plan = known ?? TriggerPlan(program, in: home)
        return state.withLock { state in
            state.generation = generation
            state.revision = record.revision
            if let plan, plan != state.plan { state.take(plan) }
            return state.plan
        }
    }

    /// Whether the program names accessories that were removed.
    var hasLost: Bool {
        guard let record, let program = record.program, let model else { return false }
        return AutomationGraph(program.graph).objectIDs.contains {
            $0 != record.structureID && model.accessory($0) == nil
        }
    }

    // MARK: Changes

    /// The home and the automation, for a trigger that is in one.
    func present() throws(HMError) -> (HMHome, CachedAutomation) {
        let (record, model) = state.withLock { ($0.record, $0.model) }
        guard let record else {
            throw HMError(
                .objectNotAssociatedToAnyHome, "\(name) is in no home; add it to one first")
        }
        guard let home = try Operation(model).present().home(record.structureID), home.knows(self) else {
            throw HMError(.objectNotAssociatedToAnyHome, "\(name) was removed")
        }
        return (home, record)
    }

    /// Changes what the trigger does at present: at the hub if it is in a home, else for when it comes into one. If another
    /// program changes it at the same time, both changes are made.
    func edit(_ change: (inout TriggerPlan) throws(HMError) -> Void) async throws {
        guard state.withLock({ $0.record == nil }) else {
            return try await untilUndisturbed { try await tryEdit(change) }
        }
        try state.withLock { state throws(HMError) in
            if let fault = state.fault { throw fault }
            guard var plan = state.plan else { return }
            try change(&plan)
            state.plan = plan
        }
    }

    private func tryEdit(_ change: (inout TriggerPlan) throws(HMError) -> Void) async throws {
        // The hub refuses the change if the plan is of a later revision than this record.
        let (home, record) = try present()
        var plan = try planToChange()
        try change(&plan)
        // A graph without starters is none; the trigger waits for its next events as it is.
        guard !plan.hasNoOccasion else { return try await save(record, nil, nil, isActive: false) }
        var program = try plan.program(from: record.program ?? .init(), in: home.mapped)
        let endsAfterOne = plan.endsAfterOne(state.withLock { $0.executesOnce })
        program.maxExecutions = endsAfterOne ? record.executionCount &+ 1 : 0
        try await save(record, program, plan, isActive: plan.scenes.isEmpty && record.isActive ? false : nil)
        // From now on its events are those of this plan.
        _ = self.plan
    }

    /// Makes a change again when another program was faster.
    func untilUndisturbed(_ change: () async throws -> Void) async throws {
        let (home, _) = try present()
        try await Operation(model).untilUndisturbed(in: home.id, change)
    }

    /// What the trigger does, if HomeKit has it.
    func planToChange() throws(HMError) -> TriggerPlan {
        guard let plan else {
            throw HMError(
                .operationNotSupported, "\(name) was changed by another program to what HomeKit does not have")
        }
        return plan
    }

    /// Sends a program that was made of a record's, and whether it is switched on.
    func save(
        _ record: CachedAutomation, _ program: Hearth_V1_AutomationProgram?, _ plan: TriggerPlan?, isActive: Bool?
    ) async throws {
        if program != nil, let plan { state.withLock { $0.sent = plan } }
        try await Operation(model).run {
            try await $0.updateAutomation(
                record.id, isActive: isActive, program: program, base: program == nil ? nil : record.revision)
        } settle: {
            .automation($0)
        }
    }

    /// The trigger is about to be added to a home: calls to it wait until that was done.
    func expect(_ home: HMHome) {
        let destination = Destination(model: home.model, homeID: home.id)
        state.withLock { $0.destination = destination }
    }

    // MARK: What the model changes. Main queue.

    /// The trigger has come into a home.
    func adopt(_ record: CachedAutomation, _ model: HomeKitModel) {
        let generation = model.generation
        state.withLock { state in
            state.record = record
            state.model = model
            state.generation = generation
            state.revision = record.revision
        }
        tie()
    }

    /// Takes a record. Returns the one before.
    func replace(_ new: CachedAutomation) -> CachedAutomation? {
        state.withLock { state in
            defer { state.record = new }
            guard state.record?.program != new.program else { return state.record }
            state.executesOnce = new.program?.maxExecutions ?? 0 != 0
            return state.record
        }
    }

    /// The trigger was removed from its home, and can be added to another one as a new one.
    func release() {
        _ = plan
        state.withLock { state in
            state.name = state.record?.name ?? state.name
            state.record = nil
            state.model = nil
        }
    }

    // MARK: Events

    /// Says to events that they belong to this trigger.
    func tie() {
        let id = uniqueIdentifier
        let events = state.withLock { ($0.events ?? []) + ($0.endEvents ?? []) }
        for event in events { event.core.trigger = id }
    }
}

extension TriggerCore.State {
    /// Takes another plan. An event that it has as well keeps its object.
    fileprivate mutating func take(_ new: TriggerPlan) {
        let old = plan?.eventPlan, present = new.eventPlan
        plan = new
        var known = former
        func forget(_ objects: inout [HMEvent]?, of old: [TriggerEvent]?, unless present: [TriggerEvent]?) {
            guard old != present else { return }
            if let old, let objects, old.count == objects.count {
                known.merge(zip(old, objects)) { _, present in present }
            }
            objects = nil
        }
        forget(&events, of: old?.events, unless: present?.events)
        forget(&endEvents, of: old?.endEvents, unless: present?.endEvents)
        let kept = Set((present?.events ?? []) + (present?.endEvents ?? []))
        former = known.filter { kept.contains($0.key) }
    }
}

extension TriggerPlan {
    /// What it does as an event trigger; nil for a timer.
    var eventPlan: EventPlan? {
        if case .events(let plan) = occasion { plan } else { nil }
    }

    /// Whether nothing sets it off.
    var hasNoOccasion: Bool { eventPlan?.events.isEmpty ?? false }
}
