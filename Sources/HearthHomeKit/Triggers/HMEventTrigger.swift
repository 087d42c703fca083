public import Foundation
internal import Hearth
internal import HearthWire
internal import Synchronization

/// Runs scenes when one of its events happens while its predicate holds.
public final class HMEventTrigger: HMTrigger, @unchecked Sendable {
    /// Creates a trigger, to be added to a home.
    ///
    /// - Parameter predicate: the condition to run, made by this class, or several joined by AND; nil for none.
    public convenience init(name: String, events: [HMEvent], predicate: NSPredicate?) {
        self.init(name: name, events: events, end: nil, recurrences: nil, predicate: predicate)
    }

    /// Creates a trigger, to be added to a home.
    ///
    /// - Parameters:
    ///   - endEvents: the events that undo the changes by the scenes.
    ///   - recurrences: the days on which it may run, as `weekday` components; nil for all.
    ///   - predicate: the condition to run, made by this class, or several joined by AND; nil for none.
    public init(
        name: String, events: [HMEvent], end endEvents: [HMEvent]?, recurrences: [DateComponents]?,
        predicate: NSPredicate?
    ) {
        super.init(
            TriggerCore(name: name, Self.plan(events, endEvents ?? [], recurrences ?? [], predicate)))
        core.state.withLock { state in
            state.events = events
            state.endEvents = endEvents ?? []
        }
    }

    override init(_ core: TriggerCore) { super.init(core) }

    // MARK: Properties

    /// The events; any one of them sets off the trigger.
    public var events: [HMEvent] { objects(of: .starts) }
    /// The events that undo the changes by the scenes.
    public var endEvents: [HMEvent] { objects(of: .ends) }
    /// The condition to run; nil for none.
    public var predicate: NSPredicate? { TriggerPredicate.joined(plan?.conditions ?? []) }
    /// The days on which it may run, as `weekday` components; nil for all.
    public var recurrences: [DateComponents]? {
        let days = plan?.weekdays ?? []
        return days.isEmpty ? nil : days.sorted().map { DateComponents(weekday: $0) }
    }
    /// Whether the trigger is disabled after it has run once.
    public var executeOnce: Bool { core.state.withLock { $0.executesOnce } }
    /// Whether it is enabled and able to run, and if not, why.
    public var triggerActivationState: HMEventTriggerActivationState {
        guard let record = core.record, record.isActive else { return .disabled }
        guard core.model?.isLive == true else { return .disabledNoHomeHub }
        let errors = record.issues.filter { $0.severity == .error }
        if errors.contains(where: { $0.kind == "missingLocation" }) { return .disabledNoLocationServicesAuthorization }
        return errors.isEmpty ? .enabled : .disabledNoCompatibleHomeHub
    }

    private var plan: EventPlan? { core.plan?.eventPlan }

    /// The event objects; the same ones as long as the trigger has these events.
    private func objects(of list: EventList) -> [HMEvent] {
        let plan = plan
        if let known = core.state.withLock({ $0[keyPath: list.objects] }) { return known }
        guard let model = core.model, let plan else { return [] }
        let former = core.state.withLock { $0.former }
        let objects = plan[keyPath: list.planned].compactMap { former[$0] ?? HMEvent.object(of: $0, model) }
        core.state.withLock { $0[keyPath: list.objects] = objects }
        core.tie()
        return objects
    }

    // MARK: Changes

    /// Replaces the events.
    ///
    /// - Throws: ``HMError``: `invalidParameter` for an empty list; `locationForHomeDisabled` for regions;
    ///   `operationNotSupported` for events that hubs do not support; `objectAssociatedToAnotherHome` for a
    ///   characteristic of another home; `insufficientPrivileges` for guests.
    public func updateEvents(_ events: [HMEvent]) async throws {
        try await replace(.starts, events, Self.planned(events, for: .starts))
    }

    /// Replaces the events.
    public func updateEvents(_ events: [HMEvent], completionHandler completion: @escaping ((any Error)?) -> Void) {
        replace(.starts, events, completion)
    }

    /// Replaces the end events.
    ///
    /// - Throws: ``HMError``, as ``updateEvents(_:)`` does.
    public func updateEndEvents(_ endEvents: [HMEvent]) async throws {
        try await replace(.ends, endEvents, Self.planned(endEvents, for: .ends))
    }

    /// Replaces the end events.
    public func updateEndEvents(
        _ endEvents: [HMEvent], completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        replace(.ends, endEvents, completion)
    }

    /// - Parameter planned: what the events were at the call, as an app may change them before the call's turn.
    private func replace(_ list: EventList, _ events: [HMEvent], _ planned: [TriggerEvent]) async throws {
        try await inOrder {
            try await edit { $0[keyPath: list.planned] = planned }
            core.state.withLock { $0[keyPath: list.objects] = events }
            core.tie()
        }
    }

    private func replace(
        _ list: EventList, _ events: [HMEvent], _ completion: @escaping ((any Error)?) -> Void
    ) {
        let planned = Result { () throws(HMError) in try Self.planned(events, for: list) }
        guard core.isLocal else {
            return complete(completion) { try await self.replace(list, events, planned.get()) }
        }
        reportAtOnce(completion) { () throws(HMError) in
            let planned = try planned.get()
            try core.editHere(Self.editing { $0[keyPath: list.planned] = planned })
            core.state.withLock { $0[keyPath: list.objects] = events }
        }
    }

    /// Replaces the predicate; nil for none.
    ///
    /// - Throws: ``HMError``: `invalidParameter` for a predicate that this class has not made; `invalidValueType` or
    ///   `operationNotSupported` for values that can't be compared; `insufficientPrivileges` for guests.
    public nonisolated(nonsending) func updatePredicate(_ predicate: NSPredicate?) async throws {
        try await inOrder {
            let conditions = try TriggerPredicate.conditions(of: predicate).get()
            try await edit { $0.conditions = conditions }
        }
    }

    /// Replaces the predicate; nil for none.
    public func updatePredicate(
        _ predicate: NSPredicate?, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        let conditions = TriggerPredicate.conditions(of: predicate)
        guard core.isLocal else {
            return complete(completion) {
                let conditions = try conditions.get()
                try await self.edit { $0.conditions = conditions }
            }
        }
        reportAtOnce(completion) { () throws(HMError) in
            let conditions = try conditions.get()
            try core.editHere(Self.editing { $0.conditions = conditions })
        }
    }

    /// Replaces the days on which the trigger may run; nil for all.
    ///
    /// - Throws: ``HMError``: `invalidParameter` for components without a valid `weekday`; `insufficientPrivileges` for
    ///   guests.
    public func updateRecurrences(_ recurrences: [DateComponents]?) async throws {
        try await inOrder {
            let days = try Self.weekdays(recurrences ?? [])
            try await edit { $0.weekdays = days }
        }
    }

    /// Replaces the days on which the trigger may run; nil for all.
    public func updateRecurrences(
        _ recurrences: [DateComponents]?, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        guard core.isLocal else { return complete(completion) { try await self.updateRecurrences(recurrences) } }
        reportAtOnce(completion) { () throws(HMError) in
            let days = try Self.weekdays(recurrences ?? [])
            try core.editHere(Self.editing { $0.weekdays = days })
        }
    }

    /// Sets whether the trigger is disabled after it has run once.
    ///
    /// - Throws: ``HMError``: `insufficientPrivileges` for guests.
    public func updateExecuteOnce(_ executeOnce: Bool) async throws {
        try await inOrder {
            guard core.record != nil else {
                core.state.withLock { $0.executesOnce = executeOnce }
                return
            }
            try await core.untilUndisturbed {
                let (_, record) = try core.present()
                guard let plan = core.plan else { return }
                var program = record.program ?? .init()
                program.maxExecutions = executeOnce ? record.executionCount &+ 1 : 0
                try await core.save(record, program, plan, isActive: nil)
            }
        }
    }

    /// Sets whether the trigger is disabled after it has run once.
    public func updateExecuteOnce(
        _ executeOnce: Bool, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        guard core.isLocal else { return complete(completion) { try await self.updateExecuteOnce(executeOnce) } }
        reportAtOnce(completion) { core.state.withLock { $0.executesOnce = executeOnce } }
    }

    private func edit(_ change: @escaping (inout EventPlan) -> Void) async throws {
        try await core.edit(Self.editing(change))
    }

    private static func editing(
        _ change: @escaping (inout EventPlan) -> Void
    ) -> (inout TriggerPlan) throws(HMError) -> Void {
        { plan in
            guard case .events(var events) = plan.occasion else { return }
            change(&events)
            plan.occasion = .events(events)
        }
    }

    // MARK: Plans

    private static func plan(
        _ events: [HMEvent], _ endEvents: [HMEvent], _ recurrences: [DateComponents], _ predicate: NSPredicate?
    ) -> Result<TriggerPlan, HMError> {
        do throws(HMError) {
            let plan = EventPlan(
                events: try planned(events, for: .starts), endEvents: try planned(endEvents, for: .ends),
                weekdays: try weekdays(recurrences), conditions: try TriggerPredicate.conditions(of: predicate).get())
            return .success(TriggerPlan(occasion: .events(plan)))
        } catch {
            return .failure(error)
        }
    }

    private static func planned(_ events: [HMEvent], for list: EventList) throws(HMError) -> [TriggerEvent] {
        guard !events.isEmpty || !list.isNeeded else {
            throw HMError(.invalidParameter, "a trigger needs an event that sets it off; give it one")
        }
        var planned: [TriggerEvent] = []
        for event in events { planned.append(try event.core.event.get()) }
        return planned
    }

    private static func weekdays(_ recurrences: [DateComponents]) throws(HMError) -> Set<Int> {
        var days: Set<Int> = []
        for components in recurrences {
            guard let day = components.weekday, (1...7).contains(day) else {
                throw HMError(
                    .invalidParameter, "recurrences of events are days of the week; give each a weekday, 1 to 7")
            }
            days.insert(day)
        }
        return days.count == 7 ? [] : days
    }
}

/// One of the two lists of events of a trigger.
private struct EventList: Sendable {
    /// What the hub runs.
    let planned: any WritableKeyPath<EventPlan, [TriggerEvent]> & Sendable
    /// The events as the app sees them; nil until it asks.
    let objects: any WritableKeyPath<TriggerCore.State, [HMEvent]?> & Sendable
    /// Whether it must not be empty.
    let isNeeded: Bool

    /// The events that set off the trigger.
    static let starts = EventList(planned: \.events, objects: \.events, isNeeded: true)
    /// The events that undo the changes by the scenes.
    static let ends = EventList(planned: \.endEvents, objects: \.endEvents, isNeeded: false)
}

/// Whether an event trigger is enabled and able to run, and if not, why.
public enum HMEventTriggerActivationState: UInt, Hashable, Sendable {
    /// The trigger is disabled.
    case disabled = 0
    /// The hub can't be reached.
    case disabledNoHomeHub = 1
    /// The hub can't run it at present; the issues of its automation say why.
    case disabledNoCompatibleHomeHub = 2
    /// It waits for sunrise or sunset, but the location of the home is not set.
    case disabledNoLocationServicesAuthorization = 3
    /// The trigger is enabled.
    case enabled = 4
}
