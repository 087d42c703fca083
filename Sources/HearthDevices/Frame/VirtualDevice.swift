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
            if let due = endpoint.deadline { next = next.map { min($0, due) } ?? due }
        }
        deadline = next
    }

    func endpoint(_ id: UInt16) -> VirtualEndpoint? {
        endpoints.first { $0.id == id }
    }

    // MARK: Events

    /// Starts the device. Resulting changes are part of its description and not reported.
    mutating func start(_ context: BehaviorContext, stored: StoredState) {
        for index in endpoints.indices {
            var context = context
            let endpoint = endpoints[index].id
            let target = TraitTarget(deviceID: id, endpoint: endpoint)
            endpoints[index].start(
                &context, stored: { stored.values[TraitPath(target, $0)] },
                memory: { stored.memories[id]?[Self.memoryKey(endpoint, $0)] })
        }
        for (endpoint, input) in life.surroundings(hour: context.hour) {
            guard let index = endpoints.firstIndex(where: { $0.id == endpoint }) else { continue }
            var context = context
            endpoints[index].sense(input, &context)
            _ = endpoints[index].takeChanges()
        }
        life.start(at: context.now)
        noteDeadline()
    }

    private static func memoryKey(_ endpoint: UInt16, _ traitID: UInt32) -> String { "\(endpoint).\(traitID)" }

    mutating func invoke(
        _ command: CommandDescriptor, of traitID: UInt32, at endpoint: UInt16, _ arguments: StructureValue,
        _ context: BehaviorContext, _ outcome: inout Outcome
    ) throws(TraitError) -> StructureValue? {
        let index = try reachable(endpoint)
        var context = context
        defer {
            collect(index, context, &outcome)
            noteDeadline()
        }
        return try endpoints[index].invoke(command, of: traitID, arguments, &context)
    }

    mutating func write(
        _ values: StructureValue, to traitID: UInt32, at endpoint: UInt16, _ context: BehaviorContext,
        _ outcome: inout Outcome
    ) throws(TraitError) {
        let index = try reachable(endpoint)
        var context = context
        defer {
            collect(index, context, &outcome)
            noteDeadline()
        }
        try endpoints[index].write(values, to: traitID, &context)
    }

    /// Sets attributes as if they were changed at the device itself.
    mutating func adopt(
        _ values: StructureValue, of traitID: UInt32, at endpoint: UInt16, _ context: BehaviorContext,
        _ outcome: inout Outcome
    ) throws(TraitError) {
        let index = try index(of: endpoint)
        defer { noteDeadline() }
        try endpoints[index].adopt(values, of: traitID)
        collect(index, context, &outcome)
    }

    /// Plays an input at one endpoint or at all of them.
    mutating func sense(
        _ input: PhysicalInput, at endpoint: UInt16?, _ context: BehaviorContext, _ outcome: inout Outcome
    ) {
        for index in endpoints.indices where endpoint == nil || endpoints[index].id == endpoint {
            var context = context
            endpoints[index].sense(input, &context)
            collect(index, context, &outcome)
        }
        noteDeadline()
    }

    /// Calls the behaviours and habits that are due.
    ///
    /// - Returns: the effects in order, with their causes.
    mutating func timePassed(_ context: BehaviorContext) -> [(cause: ChangeCause, outcome: Outcome)] {
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
                for _ in endpoints[index].traitIDs {
                    var context = context, outcome = Outcome()
                    guard endpoints[index].timePassed(&context) else { break }
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

    private mutating func collect(_ index: Int, _ context: BehaviorContext, _ outcome: inout Outcome) {
        let endpoint = endpoints[index].id
        outcome.notices += context.notices
        for (traitID, memory) in endpoints[index].takeMemories() {
            outcome.memories[Self.memoryKey(endpoint, traitID)] = memory
        }
        for (traitID, values) in endpoints[index].takeChanges() {
            outcome.attributes[DeviceChange.TraitKey(endpoint: endpoint, traitID: traitID), default: [:]].fields
                .merge(values.fields) { _, new in new }
        }
        for event in context.events {
            guard let trait = endpoints[index].descriptor(of: event.traitID, reporting: event.eventID),
                let descriptor = trait.event(event.eventID),
                let fields = fields(event.content, descriptor, trait)
            else { continue }
            outcome.events.append(
                DeviceChange.EventOccurrence(
                    endpoint: endpoint, traitID: event.traitID, eventID: event.eventID, fields: fields))
        }
    }

    private func fields(
        _ content: BehaviorContext.Occurrence.Content, _ event: EventDescriptor, _ trait: TraitDescriptor
    ) -> StructureValue? {
        switch content {
        case .payload(let message): try? trait.fields(of: event, in: message)
        case .fields(let fields): fields
        }
    }
}
