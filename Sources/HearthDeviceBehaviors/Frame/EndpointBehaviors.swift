internal import HearthBase
package import HearthTraitCore

/// The results of one call of an endpoint's behaviours, for its host to report.
package struct EndpointOutcome: Sendable {
    /// An event with its fields as values.
    package struct Event: Sendable {
        package let traitID: UInt32
        package let eventID: UInt32
        package let fields: StructureValue
    }

    /// New attribute values by trait.
    package var changes: [UInt32: StructureValue] = [:]
    /// In order.
    package var events: [Event] = []
    /// New data to store, by trait.
    package var memories: [UInt32: [UInt8]] = [:]
}

/// The behaviours of one endpoint: delivers the signals between them, and knows what has been reported. A value; its
/// host has the clock and reports.
package struct EndpointBehaviors: Sendable {
    private struct Slot {
        var behavior: any HostedBehavior
        var reported: any HostedBehavior
        var keptMemory: [UInt8]
        /// The attributes that changed before the start.
        var changedBefore: Set<UInt32> = []
        /// The cause of the effect that the behaviour is carrying out.
        var cause: ChangeCause = .device

        /// The stored values, without read-only attributes that changed before the start.
        func restorable(_ stored: StructureValue?) -> StructureValue? {
            guard var values = stored, !changedBefore.isEmpty else { return stored }
            for attribute in behavior.descriptor.attributes where !attribute.isWritable {
                if changedBefore.contains(attribute.id) { values[attribute.id] = nil }
            }
            return values
        }
    }

    /// The most signals during one call, in case two traits signal each other endlessly.
    private static let signalLimit = 64

    private var slots: [Slot]
    private var hasStarted = false

    package init(_ behaviors: [any HostedBehavior]) {
        slots = behaviors.map { behavior in
            var complete = behavior
            complete.completeGlobals()
            return Slot(behavior: complete, reported: complete, keptMemory: complete.memory)
        }
        slots = slots.ordered(by: \.behavior.descriptor.id)
    }

    package var traitIDs: [UInt32] { slots.map(\.behavior.descriptor.id) }

    /// The key under which a trait's memory is stored at the hub.
    package static func memoryKey(_ endpoint: UInt16, _ traitID: UInt32) -> String { "\(endpoint).\(traitID)" }

    /// The descriptor of a trait.
    package func descriptor(of traitID: UInt32) -> TraitDescriptor? {
        slots.first { $0.behavior.descriptor.id == traitID }?.behavior.descriptor
    }

    /// The descriptor of a trait that reports this event.
    package func descriptor(of traitID: UInt32, reporting eventID: UInt32) -> TraitDescriptor? {
        let slot = slots.first { $0.behavior.descriptor.id == traitID }
        return slot.flatMap { $0.behavior.reports(eventID) ? $0.behavior.descriptor : nil }
    }

    /// The earliest deadline of its behaviours.
    package var deadline: Duration? { slots.compactMap { $0.behavior.deadline }.min() }

    /// The behaviour of this type; nil if the endpoint doesn't have it.
    package func behavior<B: HostedBehavior>(_ type: B.Type) -> B? {
        for slot in slots {
            if let behavior = slot.behavior.core as? B { return behavior }
        }
        return nil
    }

    /// The traits with their values, for the hub.
    package var traits: [TraitInstance] {
        slots.map { TraitInstance(descriptor: $0.behavior.descriptor, attributes: $0.behavior.values) }
    }
}

// MARK: Events

extension EndpointBehaviors {
    /// Starts the device. `stored` and `memory` contain the stored state of each trait. Read-only attributes that have
    /// changed before keep their values, and their traits don't restart: the device was in use already.
    package mutating func start(
        _ context: inout EndpointContext, stored: (UInt32) -> StructureValue?,
        memory: (UInt32) -> [UInt8]? = { _ in nil }
    ) {
        var restored: [Bool] = []
        for index in slots.indices {
            let values = slots[index].restorable(stored(slots[index].behavior.descriptor.id))
            if let kept = memory(slots[index].behavior.descriptor.id) { slots[index].behavior.recall(kept) }
            let isRestored = values.map { slots[index].behavior.restore($0) } ?? false
            restored.append(isRestored && slots[index].changedBefore.isEmpty)
        }
        for index in slots.indices {
            enter(&context)
            slots[index].behavior.start(restored: restored[index], &context)
        }
        deliverSignals(&context)
        settle(&context)
        hasStarted = true
        for index in slots.indices {
            slots[index].changedBefore = []
            slots[index].reported = slots[index].behavior
            slots[index].keptMemory = slots[index].behavior.memory
        }
    }

    package mutating func invoke(
        _ call: CommandCall, of traitID: UInt32, _ context: inout EndpointContext
    ) throws(TraitError) -> TraitContent? {
        let index = try slot(of: traitID)
        enter(&context)
        let before = deadlines
        defer { leave(&context, since: before) }
        return try slots[index].behavior.invoke(call, &context)
    }

    package mutating func write(
        _ values: StructureValue, to traitID: UInt32, _ context: inout EndpointContext
    ) throws(TraitError) {
        let index = try slot(of: traitID)
        enter(&context)
        let before = deadlines
        defer { leave(&context, since: before) }
        try slots[index].behavior.write(values, &context)
    }

    /// Sets attributes as if they were changed at the device itself.
    package mutating func adopt(_ values: StructureValue, of traitID: UInt32) throws(TraitError) {
        slots[try slot(of: traitID)].behavior.adopt(values)
    }

    /// Handles a physical event at the device.
    package mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        let before = deadlines
        for index in slots.indices {
            enter(&context)
            slots[index].behavior.sense(input, &context)
        }
        leave(&context, since: before)
    }

    /// Calls the first behaviour that is due. The context's cause becomes the cause of the effect that it carries out.
    ///
    /// - Returns: whether there was one.
    package mutating func timePassed(_ context: inout EndpointContext) -> Bool {
        guard let index = slots.firstIndex(where: { $0.behavior.deadline.map { $0 <= context.now } ?? false }) else {
            return false
        }
        let before = deadlines
        context.cause = slots[index].behavior.isCarryingOut ? slots[index].cause : .device
        enter(&context)
        slots[index].behavior.timePassed(&context)
        leave(&context, since: before)
        return true
    }

    private var deadlines: [Duration?] { slots.map { $0.behavior.deadline } }

    /// Shows the behaviours to each other.
    private func enter(_ context: inout EndpointContext) {
        context.siblings = slots.map(\.behavior)
    }

    /// Ends a call: delivers its signals, stores the cause of effects that have begun, and lets behaviours operate
    /// their hardware.
    private mutating func leave(_ context: inout EndpointContext, since before: [Duration?]) {
        deliverSignals(&context)
        for index in slots.indices where slots[index].behavior.deadline != before[index] {
            slots[index].cause = context.cause
        }
        settle(&context)
    }

    private mutating func settle(_ context: inout EndpointContext) {
        enter(&context)
        for index in slots.indices { slots[index].behavior.settle(&context) }
        context.siblings = []
    }

    /// The effects of a call, since the last time.
    package mutating func takeOutcome(_ context: EndpointContext) -> EndpointOutcome {
        var outcome = EndpointOutcome(changes: takeChanges(), memories: takeMemories())
        for event in context.events {
            guard let trait = descriptor(of: event.traitID, reporting: event.eventID),
                let descriptor = trait.event(event.eventID),
                let fields = event.content.event(descriptor, of: trait)
            else { continue }
            outcome.events.append(
                EndpointOutcome.Event(traitID: event.traitID, eventID: event.eventID, fields: fields))
        }
        return outcome
    }

    /// The attributes that changed since the last call, by trait.
    package mutating func takeChanges() -> [UInt32: StructureValue] {
        var changes: [UInt32: StructureValue] = [:]
        for index in slots.indices {
            let behavior = slots[index].behavior
            let changed = behavior.changes(since: slots[index].reported)
            slots[index].reported = behavior
            if !hasStarted { slots[index].changedBefore.formUnion(changed.fields.keys) }
            if !changed.isEmpty { changes[behavior.descriptor.id] = changed }
        }
        return changes
    }

    /// The data to store that changed since the last call, by trait.
    private mutating func takeMemories() -> [UInt32: [UInt8]] {
        var memories: [UInt32: [UInt8]] = [:]
        for index in slots.indices {
            let memory = slots[index].behavior.memory
            guard memory != slots[index].keptMemory else { continue }
            slots[index].keptMemory = memory
            memories[slots[index].behavior.descriptor.id] = memory
        }
        return memories
    }

    private func slot(of traitID: UInt32) throws(TraitError) -> Int {
        guard let index = slots.firstIndex(where: { $0.behavior.descriptor.id == traitID }) else {
            throw TraitError(.unsupportedCluster, "the endpoint has no trait \(traitID)")
        }
        return index
    }

    private mutating func deliverSignals(_ context: inout EndpointContext) {
        var delivered = 0
        while !context.signals.isEmpty, delivered < Self.signalLimit {
            let signal = context.signals.removeFirst()
            delivered += 1
            for index in slots.indices {
                enter(&context)
                slots[index].behavior.receive(signal, &context)
            }
        }
        context.signals = []
    }
}
