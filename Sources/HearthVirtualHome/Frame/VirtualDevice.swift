internal import HearthDeviceBehaviors
internal import HearthMessage
internal import HearthTraitCore

/// A virtual device as a value: its endpoints and simulated surroundings.
struct VirtualDevice: Sendable {
    /// The effects of one call, to be reported.
    struct Outcome {
        var attributes: [DeviceChange.TraitKey: StructureValue] = [:]
        var events: [DeviceChange.EventOccurrence] = []
        /// For a log, not for the hub.
        var notices: [String] = []
        /// Values for the hub to store, by key.
        var memories: [String: [UInt8]] = [:]
        /// The answer to the command, if it takes time.
        var laterAnswer: (@Sendable () async throws(TraitError) -> any Message)?

        var isEmpty: Bool { attributes.isEmpty && events.isEmpty }

        /// Adds the effects of a later call.
        mutating func merge(_ later: Outcome) {
            for (key, values) in later.attributes {
                attributes[key, default: [:]].fields.merge(values.fields) { $1 }
            }
            events += later.events
            notices += later.notices
            memories.merge(later.memories) { $1 }
        }
    }

    /// A behaviour that requests another call immediately is called at most this often, then waits for the next round.
    private static let roundLimit = 16

    let id: String
    let name: String
    let room: String?
    private(set) var endpoints: [VirtualEndpoint]
    private var life: DeviceLife
    /// Whether the device is connected: otherwise commands don't reach it.
    var isOnline = true
    /// When the next event of the device is due. The home reads it from every device at each of its ticks.
    private(set) var deadline: Duration?

    init(id: String, name: String, room: String?, endpoints: [VirtualEndpoint], life: DeviceLife = DeviceLife()) {
        self.id = id
        self.name = name
        self.room = room
        self.endpoints = endpoints
        self.life = life
        noteDeadline()
    }

    var description: DeviceDescription {
        DeviceDescription(
            id: id, name: name, suggestedRoom: room, endpoints: endpoints.map(\.description), isMatterDevice: true)
    }

    private mutating func noteDeadline() {
        var next = life.deadline
        for endpoint in endpoints {
            if let due = endpoint.behaviors.deadline { next = next.map { min($0, due) } ?? due }
        }
        deadline = next
    }

    func endpoint(_ id: UInt16) -> VirtualEndpoint? {
        endpoints.first { $0.id == id }
    }

    // MARK: Events

    /// Starts the device. Resulting changes are part of its description and not reported.
    mutating func start(_ context: EndpointContext, stored: StoredState) {
        for index in endpoints.indices {
            var context = context
            let endpoint = endpoints[index].id
            let target = TraitTarget(deviceID: id, endpoint: endpoint)
            endpoints[index].behaviors.start(
                &context, stored: { stored.values[TraitPath(target, $0)] },
                memory: { stored.memories[id]?[EndpointBehaviors.memoryKey(endpoint, $0)] })
        }
        for (endpoint, input) in life.surroundings(hour: context.hour) {
            guard let index = endpoints.firstIndex(where: { $0.id == endpoint }) else { continue }
            var context = context
            endpoints[index].behaviors.sense(input, &context)
            _ = endpoints[index].behaviors.takeChanges()
        }
        life.start(at: context.now)
        noteDeadline()
    }

    mutating func invoke(
        _ call: CommandCall, of traitID: UInt32, at endpoint: UInt16, _ context: EndpointContext,
        _ outcome: inout Outcome
    ) throws(TraitError) -> StructureValue? {
        let index = try reachable(endpoint)
        var context = context
        defer {
            collect(index, context, &outcome)
            noteDeadline()
        }
        let response = try endpoints[index].behaviors.invoke(call, of: traitID, &context)
        outcome.laterAnswer = context.laterAnswer
        let trait = endpoints[index].behaviors.descriptor(of: traitID)
        return trait.flatMap { response?.response(to: call.command, of: $0) }
    }

    mutating func write(
        _ values: StructureValue, to traitID: UInt32, at endpoint: UInt16, _ context: EndpointContext,
        _ outcome: inout Outcome
    ) throws(TraitError) {
        let index = try reachable(endpoint)
        var context = context
        defer {
            collect(index, context, &outcome)
            noteDeadline()
        }
        try endpoints[index].behaviors.write(values, to: traitID, &context)
    }

    /// Sets attributes as if they were changed at the device itself.
    mutating func adopt(
        _ values: StructureValue, of traitID: UInt32, at endpoint: UInt16, _ context: EndpointContext,
        _ outcome: inout Outcome
    ) throws(TraitError) {
        let index = try index(of: endpoint)
        defer { noteDeadline() }
        try endpoints[index].behaviors.adopt(values, of: traitID)
        collect(index, context, &outcome)
    }

    /// Plays an input at one endpoint or at all of them.
    mutating func sense(
        _ input: PhysicalInput, at endpoint: UInt16?, _ context: EndpointContext, _ outcome: inout Outcome
    ) {
        for index in endpoints.indices where endpoint == nil || endpoints[index].id == endpoint {
            var context = context
            endpoints[index].behaviors.sense(input, &context)
            collect(index, context, &outcome)
        }
        noteDeadline()
    }

    /// Calls the behaviours and habits that are due.
    ///
    /// - Returns: the effects in order, with their causes.
    mutating func timePassed(_ context: EndpointContext) -> [(cause: ChangeCause, outcome: Outcome)] {
        var outcomes: [(cause: ChangeCause, outcome: Outcome)] = []
        func add(_ outcome: Outcome, _ cause: ChangeCause) {
            if let last = outcomes.indices.last, outcomes[last].cause == cause {
                outcomes[last].outcome.merge(outcome)
            } else {
                outcomes.append((cause, outcome))
            }
        }
        for _ in 0..<Self.roundLimit {
            guard let deadline, deadline <= context.now else { return outcomes }
            for input in life.inputs(until: context.now, hour: context.hour) {
                var outcome = Outcome()
                sense(input.input, at: input.endpoint, context, &outcome)
                add(outcome, .device)
            }
            for index in endpoints.indices {
                for _ in endpoints[index].behaviors.traitIDs {
                    var context = context, outcome = Outcome()
                    guard endpoints[index].behaviors.timePassed(&context) else { break }
                    collect(index, context, &outcome)
                    add(outcome, context.cause)
                }
            }
            noteDeadline()
        }
        return outcomes
    }

    private func reachable(_ endpoint: UInt16) throws(TraitError) -> Int {
        guard isOnline else {
            throw TraitError(.timeout, "\(name) does not answer; it is offline")
        }
        return try index(of: endpoint)
    }

    private func index(of endpoint: UInt16) throws(TraitError) -> Int {
        guard let index = endpoints.firstIndex(where: { $0.id == endpoint }) else {
            throw TraitError(.unsupportedEndpoint, "\(name) has no endpoint \(endpoint)")
        }
        return index
    }

    private mutating func collect(_ index: Int, _ context: EndpointContext, _ outcome: inout Outcome) {
        let endpoint = endpoints[index].id
        outcome.notices += context.notices
        let taken = endpoints[index].behaviors.takeOutcome(context)
        for (traitID, memory) in taken.memories {
            outcome.memories[EndpointBehaviors.memoryKey(endpoint, traitID)] = memory
        }
        for (traitID, values) in taken.changes {
            outcome.attributes[DeviceChange.TraitKey(endpoint: endpoint, traitID: traitID), default: [:]].fields
                .merge(values.fields) { _, new in new }
        }
        outcome.events += taken.events.map { event in
            DeviceChange.EventOccurrence(
                endpoint: endpoint, traitID: event.traitID, eventID: event.eventID, fields: event.fields)
        }
    }
}
