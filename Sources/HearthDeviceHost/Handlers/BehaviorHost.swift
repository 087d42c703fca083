internal import HearthDeviceBehaviors
internal import HearthMessage
internal import HearthTraitCore
internal import Synchronization

/// The behaviours of an endpoint in a maker's process: gives them commands, inputs and the time, and reports what they
/// change. It has one timer, for their earliest deadline.
final class BehaviorHost: Sendable {
    /// The receiver of a device's changes.
    struct Outlet: Sendable {
        let report: @Sendable (DeviceChange) -> Void
        /// Stores data at the hub, by key.
        let remember: @Sendable (String, [UInt8]) -> Void
    }

    private struct State {
        var behaviors: EndpointBehaviors
        var alarm: (due: Duration, action: any ScheduledAction)?
        var hasStopped = false
    }

    /// The delay for a deadline in the past, so that no behaviour can occupy the process.
    private static let delayOfPast = Duration.milliseconds(5)
    /// The shortest delay for a deadline in the future.
    private static let shortestDelay = Duration.milliseconds(1)
    /// The most behaviours that are called for one alarm.
    private static let callLimit = 64

    /// IDs of the traits.
    let traitIDs: Set<UInt32>
    private let deviceID: String
    private let endpoint: UInt16
    private let clock: any HomeClock
    private let outlet: Outlet
    private let hardware = HardwareQueue()
    /// Guards the behaviours and their alarm. Changes are reported under it, so that they are in order.
    private let state: Mutex<State>

    init(
        _ behaviors: [any HostedBehavior], of deviceID: String, at endpoint: UInt16, clock: any HomeClock,
        outlet: Outlet
    ) {
        traitIDs = Set(behaviors.map(\.descriptor.id))
        self.deviceID = deviceID
        self.endpoint = endpoint
        self.clock = clock
        self.outlet = outlet
        state = Mutex(State(behaviors: EndpointBehaviors(behaviors)))
    }

    /// The traits with their current values.
    var traits: [TraitInstance] { state.withLock { $0.behaviors.traits } }

    // MARK: Events

    /// Starts the behaviours with their stored state. What follows is a part of the device's description and not
    /// reported. Stored values don't replace those that an input has changed before.
    func start(stored: (UInt32) -> StructureValue?, memory: (UInt32) -> [UInt8]?) async {
        state.withLock { state in
            var context = context(.device)
            state.behaviors.start(&context, stored: stored, memory: memory)
            hardware.add(context.hardwareTasks)
            setAlarm(&state)
        }
        await hardware.run()
    }

    /// Executes a command. Its changes are reported before this returns.
    ///
    /// - Returns: the response's message; empty for a bare status.
    func invoke(
        _ call: CommandCall, of trait: TraitDescriptor, cause: ChangeCause
    ) async throws(TraitError) -> [UInt8] {
        let (response, later) = try await run(cause) { behaviors, context throws(TraitError) in
            (try behaviors.invoke(call, of: trait.id, &context), context.laterAnswer)
        }
        if let later { return try await later().serialized() }
        return response?.encodedResponse(to: call.command, of: trait) ?? []
    }

    /// Writes attributes. Changes are reported before this returns.
    func write(_ values: StructureValue, of trait: TraitDescriptor, cause: ChangeCause) async throws(TraitError) {
        try await run(cause) { behaviors, context throws(TraitError) in
            try behaviors.write(values, to: trait.id, &context)
        }
    }

    /// Hands a physical event to the behaviours, also before the start.
    func sense(_ input: PhysicalInput) async {
        await run(.device) { behaviors, context in behaviors.sense(input, &context) }
    }

    /// Cancels the timer for good, even if the behaviours are starting. Inputs still change the behaviours.
    func stop() {
        state.withLock { state in
            state.hasStopped = true
            state.alarm?.action.cancel()
            state.alarm = nil
        }
    }

    private func run<Answer: Sendable, Failure: Error>(
        _ cause: ChangeCause,
        _ call: (inout EndpointBehaviors, inout EndpointContext) throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        let result = state.withLock { state in
            var context = context(cause)
            let result = Result { () throws(Failure) in try call(&state.behaviors, &context) }
            settle(&state, context)
            setAlarm(&state)
            return result
        }
        await hardware.run()
        return try result.get()
    }

    private func context(_ cause: ChangeCause) -> EndpointContext {
        EndpointContext(now: clock.now, sinceEpoch: clock.sinceEpoch, cause: cause)
    }

    /// Reports what a call led to.
    private func settle(_ state: inout State, _ context: EndpointContext) {
        let outcome = state.behaviors.takeOutcome(context)
        // After the report, because hardware is operated at once if a task runs already.
        defer { hardware.add(context.hardwareTasks) }
        if !outcome.changes.isEmpty || !outcome.events.isEmpty {
            var attributes: [DeviceChange.TraitKey: StructureValue] = [:]
            for (traitID, values) in outcome.changes {
                attributes[DeviceChange.TraitKey(endpoint: endpoint, traitID: traitID)] = values
            }
            let events = outcome.events.map { event in
                DeviceChange.EventOccurrence(
                    endpoint: endpoint, traitID: event.traitID, eventID: event.eventID, fields: event.fields)
            }
            outlet.report(
                DeviceChange(deviceID: deviceID, attributes: attributes, events: events, cause: context.cause))
        }
        for (traitID, memory) in outcome.memories {
            outlet.remember(EndpointBehaviors.memoryKey(endpoint, traitID), memory)
        }
    }

    // MARK: Time

    private func setAlarm(_ state: inout State) {
        let due = state.hasStopped ? nil : state.behaviors.deadline
        guard due != state.alarm?.due else { return }
        state.alarm?.action.cancel()
        state.alarm = due.map { due in
            let delay = due - clock.now
            let action = clock.schedule(after: delay > .zero ? max(delay, Self.shortestDelay) : Self.delayOfPast) {
                [weak self] in
                await self?.timePassed(due)
            }
            return (due, action)
        }
    }

    private func timePassed(_ due: Duration) async {
        state.withLock { state in
            guard due == state.alarm?.due else { return }
            state.alarm = nil
            for _ in 0..<Self.callLimit {
                var context = context(.device)
                guard state.behaviors.timePassed(&context) else { break }
                settle(&state, context)
            }
            setAlarm(&state)
        }
        await hardware.run()
    }
}
