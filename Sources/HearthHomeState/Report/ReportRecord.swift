internal import HearthRPC
package import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The effect of one change on one trait.
package struct TraitChange: Sendable {
    package let path: TraitPath
    package let descriptor: TraitDescriptor
    /// The changed attributes.
    package let attributes: StructureValue
    /// nil if it did not change.
    package let connectivity: SourceConnectivity?
    /// Whether the trait is new.
    var isFirst = false

    package init(
        path: TraitPath, descriptor: TraitDescriptor, attributes: StructureValue, connectivity: SourceConnectivity?,
        isFirst: Bool = false
    ) {
        self.path = path
        self.descriptor = descriptor
        self.attributes = attributes
        self.connectivity = connectivity
        self.isFirst = isFirst
    }

    /// Approximate memory in bytes.
    var size: Int { 128 + attributes.memorySize }
}

/// An occurrence of an event.
package struct EventChange: Sendable {
    package let path: TraitPath
    package let descriptor: TraitDescriptor
    package let event: EventDescriptor
    package let number: UInt64
    /// Time since 1970.
    package let time: Duration
    package let fields: StructureValue
    /// The encoded event, for watches, the log and the store.
    package let message: [UInt8]

    package init(
        path: TraitPath, descriptor: TraitDescriptor, event: EventDescriptor, number: UInt64, time: Duration,
        fields: StructureValue, message: [UInt8]
    ) {
        self.path = path
        self.descriptor = descriptor
        self.event = event
        self.number = number
        self.time = time
        self.fields = fields
        self.message = message
    }

    /// Approximate bytes of the event in a message.
    var size: Int { 192 + fields.memorySize }
    /// Approximate memory in bytes, including the encoded event.
    var memorySize: Int { size + message.count }
}

/// One change of a structure, with everything that happened together. Immutable and shared by all subscribers; encoded
/// once for each view.
///
/// `encodings` guards the cached encodings. It may be taken under any lock, and none is taken under it.
package final class ReportRecord: Sendable {
    package let position: StructurePosition
    /// Whether nothing but time has passed. A tick has no position of its own, and is in no log.
    package let isTick: Bool
    /// nil if changes of different causes were coalesced.
    package let cause: ChangeCause?
    /// The person or automation whose action led to it, even if the device reported it by itself after a command.
    package let actor: ChangeActor?
    /// Time since 1970.
    package let observedAt: Duration
    package let states: [TraitChange]
    package let events: [EventChange]
    package let objects: [ObjectChange]
    /// Approximate bytes of the change in a message.
    package let size: Int

    /// The cached encodings of the report. Guarded by ``encodings``.
    private struct Encodings {
        var byView: [WatchView: RPCFrame] = [:]
        /// The attributes of each of ``states``, until the store has taken them; nil before they are encoded.
        var states: [[UInt8]]?
        /// Whether the store has taken them, so that they are not kept again.
        var areStatesTaken = false
        /// The bytes of all of it.
        var bytes = 0
    }

    private let encodings = Mutex(Encodings())
    /// The most views whose encoding of a report is cached, if it is small; other views encode it each time.
    private static let maxFrames = 16
    private var mostEncodedBytes: Int { 2_048 + 2 * size }

    package init(
        position: StructurePosition, cause: ChangeCause?, actor: ChangeActor? = nil, observedAt: Duration,
        states: [TraitChange] = [], events: [EventChange] = [], objects: [ObjectChange] = [], isTick: Bool = false
    ) {
        self.position = position
        self.isTick = isTick
        self.cause = cause
        self.actor = actor
        self.observedAt = observedAt
        self.states = states
        self.events = events
        self.objects = objects
        size =
            (actor?.size ?? 0) + states.reduce(0) { $0 + $1.size } + events.reduce(0) { $0 + $1.size }
            + objects.reduce(0) { $0 + $1.size }
    }

    /// Upper estimate of its memory in bytes, including cached encodings.
    var memorySize: Int { events.reduce(512 + size + mostEncodedBytes) { $0 + $1.message.count } }

    /// The report without the contents that a snapshot also has, and without events that are sent as missed ones.
    func beside(snapshot: Bool, missed: Bool) -> ReportRecord {
        let removals = objects.filter { !snapshot || $0.isRemoval }
        return ReportRecord(
            position: position, cause: cause, actor: actor, observedAt: observedAt, states: snapshot ? [] : states,
            events: missed ? [] : events, objects: removals)
    }

    /// The report at an earlier position.
    func placed(at position: StructurePosition) -> ReportRecord {
        ReportRecord(
            position: position, cause: cause, actor: actor, observedAt: observedAt, states: states, events: events,
            objects: objects,
            isTick: isTick)
    }

    /// The report without changes of these devices' traits; itself if it has none of them.
    func hidingStates(of devices: Set<String>) -> ReportRecord {
        guard states.contains(where: { devices.contains($0.path.target.deviceID) }) else { return self }
        return ReportRecord(
            position: position, cause: cause, actor: actor, observedAt: observedAt,
            states: states.filter { !devices.contains($0.path.target.deviceID) }, events: events, objects: objects)
    }

    /// The report with only the object changes of these devices.
    func objects(of devices: Set<String>) -> ReportRecord {
        let objects = objects.filter { $0.key.kind == .device && devices.contains($0.key.id) }
        return ReportRecord(position: position, cause: cause, actor: actor, observedAt: observedAt, objects: objects)
    }

    /// The report encoded for a view; nil if the view shows nothing of it.
    func frame(for view: WatchView) -> RPCFrame? {
        if let known = encodings.withLock({ $0.byView[view] }) { return known }
        guard let frame = view.encode(self) else { return nil }
        encodings.withLock { known in
            guard known.byView.count < Self.maxFrames, known.bytes + frame.bytes.count <= mostEncodedBytes else {
                return
            }
            known.byView[view] = frame
            known.bytes += frame.bytes.count
        }
        return frame
    }

    /// Whether ``encodedStates`` are kept.
    var keepsEncodedStates: Bool { encodings.withLock { $0.states != nil } }

    /// The encoded attributes of each of ``states``, empty for those without attributes. They are encoded once for the
    /// views that show all of them and for the store. After the store has taken them, they are encoded each time.
    var encodedStates: [[UInt8]] {
        if let known = encodings.withLock({ $0.states }) { return known }
        let states = encodeStates()
        let bytes = Self.bytes(of: states)
        encodings.withLock { known in
            guard !known.areStatesTaken, known.states == nil, known.bytes + bytes <= mostEncodedBytes else { return }
            known.states = states
            known.bytes += bytes
        }
        return states
    }

    /// ``encodedStates`` for the store, which is the last to need them: they are not kept any longer.
    package func takeEncodedStates() -> [[UInt8]] {
        let taken = encodings.withLock { known in
            let states = known.states.take()
            known.bytes -= states.map(Self.bytes) ?? 0
            known.areStatesTaken = true
            return states
        }
        return taken ?? encodeStates()
    }

    private func encodeStates() -> [[UInt8]] {
        states.map { $0.attributes.isEmpty ? [] : $0.descriptor.encodeAttributes($0.attributes) }
    }

    private static func bytes(of states: [[UInt8]]) -> Int { states.reduce(0) { $0 + $1.count } }
}
