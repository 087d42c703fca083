internal import Foundation
internal import Hearth
internal import HearthAutomation
internal import HearthWire
internal import Synchronization

/// The mutable state of a trigger, whether it is in a home or not.
final class TriggerCore: Sendable {
    struct State: Sendable {
        var name: String
        /// The plan; nil until it is read from ``record``.
        var plan: TriggerPlan?
        /// An error in the app's arguments, thrown when the app adds the trigger.
        var fault: HMError?
        /// The objects of its events; nil until they are read or set.
        var events: [HMEvent]?
        var endEvents: [HMEvent]?
        /// The event objects that the last change of the plan kept.
        var former: [TriggerEvent: HMEvent] = [:]
        /// Whether it is disabled after it has run once.
        var executesOnce = false
        /// nil before it is in a home.
        var record: CachedAutomation?
        /// The ``HomeKitModel/generation`` of the accessories that ``plan`` was read with.
        var generation = 0
        /// The revision of the automation that ``plan`` was read from.
        var revision: UInt64 = 0
        /// The plan that this program sent last. It is preferred to one read from the program, as reading can be
        /// ambiguous.
        var sent: TriggerPlan?
        weak var model: HomeKitModel?
        /// The home that this program is adding it to.
        var destination: Destination?
    }

    /// The home that a trigger is being added to.
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

    /// The current plan, read again if the program or the accessories have changed.
    var plan: TriggerPlan? {
        let present = state.withLock { $0 }
        guard let model = present.model, let record = present.record,
            let home = model.mappedHome(record.structureID)
        else { return present.plan }
        let generation = model.generation
        guard present.generation != generation || present.revision != record.revision else { return present.plan }
        // Prefer a known plan that produces this program over reading the program, which can be ambiguous.
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

    /// Whether the program refers to accessories that were removed.
    var hasLost: Bool {
        guard let record, let program = record.program, let model else { return false }
        return AutomationGraph(program.graph).objectIDs.contains {
            $0 != record.structureID && model.accessory($0) == nil
        }
    }

    // MARK: Changes

    /// The home and the automation; throws for a trigger in no home.
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

    /// Changes the current plan: at the hub if the trigger is in a home, else in this object. A concurrent change by
    /// another program is kept as well.
    func edit(_ change: (inout TriggerPlan) throws(HMError) -> Void) async throws {
        guard state.withLock({ $0.record == nil }) else {
            return try await untilUndisturbed { try await tryEdit(change) }
        }
        try editHere(change)
    }

    /// Whether it is in no home, nor being added to one.
    var isLocal: Bool { state.withLock { $0.record == nil && $0.destination == nil } }

    /// Changes the plan of a trigger that is in no home.
    func editHere(_ change: (inout TriggerPlan) throws(HMError) -> Void) throws(HMError) {
        try state.withLock { state throws(HMError) in
            if let fault = state.fault { throw fault }
            guard var plan = state.plan else { return }
            try change(&plan)
            state.plan = plan
        }
    }

    private func tryEdit(_ change: (inout TriggerPlan) throws(HMError) -> Void) async throws {
        // The plan may be of a later revision than this record; the hub then refuses the change.
        let (home, record) = try present()
        var plan = try planToChange()
        try change(&plan)
        // The hub requires a starter, so a trigger whose events are all gone is only disabled.
        guard !plan.hasNoOccasion else { return try await save(record, nil, nil, isActive: false) }
        var program = try plan.program(from: record.program ?? .init(), in: home.mapped)
        let endsAfterOne = plan.endsAfterOne(state.withLock { $0.executesOnce })
        program.maxExecutions = endsAfterOne ? record.executionCount &+ 1 : 0
        try await save(record, program, plan, isActive: plan.scenes.isEmpty && record.isActive ? false : nil)
        // Reading the plan makes the trigger's events those of the new plan.
        _ = self.plan
    }

    /// Makes a change, and retries it if another program changed the trigger first.
    func untilUndisturbed(_ change: () async throws -> Void) async throws {
        let (home, _) = try present()
        try await Operation(model).untilUndisturbed(in: home.id, change)
    }

    /// The plan; throws if HomeKit can't express the program.
    func planToChange() throws(HMError) -> TriggerPlan {
        guard let plan else {
            throw HMError(
                .operationNotSupported, "another program changed \(name) to a form that HomeKit lacks; edit it there")
        }
        return plan
    }

    /// Sends a program that was derived from a record's, and whether the trigger is enabled.
    func save(
        _ record: CachedAutomation, _ program: Hearth_V1_AutomationProgram?, _ plan: TriggerPlan?, isActive: Bool?
    ) async throws {
        if program != nil, let plan { state.withLock { $0.sent = plan } }
        try await Operation(model).run {
            try await $0.updateAutomation(
                record.id, isActive: isActive, program: program,
                programBase: program == nil ? nil : record.programRevision)
        } settle: {
            .automation($0)
        }
    }

    /// Marks the trigger as about to be added to a home, so that calls to it wait for that.
    func expect(_ home: HMHome) {
        let destination = Destination(model: home.model, homeID: home.id)
        state.withLock { $0.destination = destination }
    }

    // MARK: Changes by the model. Main queue.

    /// Attaches the trigger to the automation that represents it in a home.
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

    /// Replaces the record. Returns the old one.
    func replace(_ new: CachedAutomation) -> CachedAutomation? {
        state.withLock { state in
            defer { state.record = new }
            guard state.record?.program != new.program else { return state.record }
            state.executesOnce = new.program?.maxExecutions ?? 0 != 0
            return state.record
        }
    }

    /// Detaches the trigger from its home, after which it can be added to another one.
    func release() {
        _ = plan
        state.withLock { state in
            state.name = state.record?.name ?? state.name
            state.record = nil
            state.model = nil
        }
    }

    // MARK: Events

    /// Sets the identifier of this trigger in its events.
    func tie() {
        let id = uniqueIdentifier
        let events = state.withLock { ($0.events ?? []) + ($0.endEvents ?? []) }
        for event in events { event.core.trigger = id }
    }
}

extension TriggerCore.State {
    /// Replaces the plan. Events that both plans have keep their objects.
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
    /// The plan of an event trigger; nil for a timer.
    var eventPlan: EventPlan? {
        if case .events(let plan) = occasion { plan } else { nil }
    }

    /// Whether it is an event trigger without events.
    var hasNoOccasion: Bool { eventPlan?.events.isEmpty ?? false }
}
