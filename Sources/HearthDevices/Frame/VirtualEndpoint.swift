internal import HearthBase
internal import HearthCommonTraits
internal import HearthTraitCore

/// One endpoint of a virtual device: its behaviours, the signals between them, and the last reported state.
struct VirtualEndpoint: Sendable {
    private struct Slot {
        var behavior: any TraitBehavior
        var reported: any TraitBehavior
        var keptMemory: [UInt8]
        /// The cause of the effect that the behaviour is carrying out.
        var cause: ChangeCause = .device
    }

    /// The most signals during one call, in case two traits signal each other endlessly.
    private static let signalLimit = 64

    let id: UInt16
    let parent: UInt16?
    let deviceTypes: [DeviceTypeEntry]
    let tags: [SemanticTag]
    private var slots: [Slot]

    init(
        id: UInt16, parent: UInt16?, deviceTypes: [DeviceTypeEntry], tags: [SemanticTag] = [],
        behaviors: [any TraitBehavior]
    ) {
        self.id = id
        self.parent = parent
        self.deviceTypes = deviceTypes
        self.tags = tags
        slots = behaviors.map { behavior in
            var complete = behavior
            complete.completeGlobals()
            return Slot(behavior: complete, reported: complete, keptMemory: complete.memory)
        }
        slots = slots.ordered(by: \.behavior.descriptor.id)
    }

    var traitIDs: [UInt32] { slots.map(\.behavior.descriptor.id) }

    /// The descriptor of a trait that reports this event.
    func descriptor(of traitID: UInt32, reporting eventID: UInt32) -> TraitDescriptor? {
        let slot = slots.first { $0.behavior.descriptor.id == traitID }
        return slot.flatMap { $0.behavior.reports(eventID) ? $0.behavior.descriptor : nil }
    }

    /// The earliest deadline of its behaviours.
    var deadline: Duration? { slots.compactMap { $0.behavior.deadline }.min() }

    /// The behaviour of a trait; nil if the endpoint doesn't have it.
    func behavior<B: Behavior>(_ type: B.Type) -> B? {
        for slot in slots {
            let behavior = (slot.behavior as? ProductBehavior)?.life ?? slot.behavior
            if let behavior = behavior as? B { return behavior }
        }
        return nil
    }

    /// The traits with their values, for the hub.
    var description: EndpointDescription {
        EndpointDescription(
            id: id, parent: parent, deviceTypes: deviceTypes,
            traits: slots.map { TraitInstance(descriptor: $0.behavior.descriptor, attributes: $0.behavior.values) },
            tags: tags)
    }
}

// MARK: Events

extension VirtualEndpoint {
    /// Starts the device. `stored` and `memory` contain the stored state of each trait.
    mutating func start(
        _ context: inout BehaviorContext, stored: (UInt32) -> StructureValue?,
        memory: (UInt32) -> [UInt8]? = { _ in nil }
    ) {
        var restored: [Bool] = []
        for index in slots.indices {
            let values = stored(slots[index].behavior.descriptor.id)
            if let kept = memory(slots[index].behavior.descriptor.id) { slots[index].behavior.recall(kept) }
            restored.append(values.map { slots[index].behavior.restore($0) } ?? false)
        }
        for index in slots.indices {
            context.isOn = isOn
            slots[index].behavior.start(restored: restored[index], &context)
        }
        deliverSignals(&context)
        for index in slots.indices {
            slots[index].reported = slots[index].behavior
            slots[index].keptMemory = slots[index].behavior.memory
        }
    }

    mutating func invoke(
        _ command: CommandDescriptor, of traitID: UInt32, _ arguments: StructureValue,
        _ context: inout BehaviorContext
    ) throws(TraitError) -> StructureValue? {
        let index = try slot(of: traitID)
        context.isOn = isOn
        let before = deadlines
        defer {
            deliverSignals(&context)
            attribute(to: context.cause, since: before)
        }
        return try slots[index].behavior.invoke(command, arguments, &context)
    }

    mutating func write(
        _ values: StructureValue, to traitID: UInt32, _ context: inout BehaviorContext
    ) throws(TraitError) {
        let index = try slot(of: traitID)
        context.isOn = isOn
        let before = deadlines
        defer {
            deliverSignals(&context)
            attribute(to: context.cause, since: before)
        }
        try slots[index].behavior.write(values, &context)
    }

    /// Sets attributes as if they were changed at the device itself.
    mutating func adopt(_ values: StructureValue, of traitID: UInt32) throws(TraitError) {
        slots[try slot(of: traitID)].behavior.adopt(values)
    }

    /// Handles a physical event at the device.
    mutating func sense(_ input: PhysicalInput, _ context: inout BehaviorContext) {
        let before = deadlines
        defer { attribute(to: context.cause, since: before) }
        for index in slots.indices {
            context.isOn = isOn
            slots[index].behavior.sense(input, &context)
        }
        deliverSignals(&context)
    }

    /// Calls the first behaviour that is due. The context's cause becomes the cause of the effect that it carries out.
    ///
    /// - Returns: whether there was one.
    mutating func timePassed(_ context: inout BehaviorContext) -> Bool {
        guard let index = slots.firstIndex(where: { $0.behavior.deadline.map { $0 <= context.now } ?? false }) else {
            return false
        }
        let before = deadlines
        context.cause = slots[index].behavior.isCarryingOut ? slots[index].cause : .device
        context.isOn = isOn
        slots[index].behavior.timePassed(&context)
        deliverSignals(&context)
        attribute(to: context.cause, since: before)
        return true
    }

    private var deadlines: [Duration?] { slots.map { $0.behavior.deadline } }

    /// Stores the cause of effects that have begun since.
    private mutating func attribute(to cause: ChangeCause, since before: [Duration?]) {
        for index in slots.indices where slots[index].behavior.deadline != before[index] {
            slots[index].cause = cause
        }
    }

    /// The attributes that changed since the last call, by trait.
    mutating func takeChanges() -> [UInt32: StructureValue] {
        var changes: [UInt32: StructureValue] = [:]
        for index in slots.indices {
            let behavior = slots[index].behavior
            let changed = behavior.changes(since: slots[index].reported)
            slots[index].reported = behavior
            if !changed.isEmpty { changes[behavior.descriptor.id] = changed }
        }
        return changes
    }

    /// The data to store that changed since the last call, by trait.
    mutating func takeMemories() -> [UInt32: [UInt8]] {
        var memories: [UInt32: [UInt8]] = [:]
        for index in slots.indices {
            let memory = slots[index].behavior.memory
            guard memory != slots[index].keptMemory else { continue }
            slots[index].keptMemory = memory
            memories[slots[index].behavior.descriptor.id] = memory
        }
        return memories
    }

    private var isOn: Bool? { behavior(OnOffBehavior.self)?.attributes.onOff }

    private func slot(of traitID: UInt32) throws(TraitError) -> Int {
        guard let index = slots.firstIndex(where: { $0.behavior.descriptor.id == traitID }) else {
            throw TraitError(.unsupportedCluster, "endpoint \(id) has no trait \(traitID)")
        }
        return index
    }

    private mutating func deliverSignals(_ context: inout BehaviorContext) {
        var delivered = 0
        while !context.signals.isEmpty, delivered < Self.signalLimit {
            let signal = context.signals.removeFirst()
            delivered += 1
            for index in slots.indices {
                context.isOn = isOn
                slots[index].behavior.receive(signal, &context)
            }
        }
        context.signals = []
    }
}
