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

    package init(
        path: TraitPath, descriptor: TraitDescriptor, event: EventDescriptor, number: UInt64, time: Duration,
        fields: StructureValue
    ) {
        self.path = path
        self.descriptor = descriptor
        self.event = event
        self.number = number
        self.time = time
        self.fields = fields
    }

    /// Approximate memory in bytes.
    var size: Int { 192 + fields.memorySize }
}

/// One change of a structure, with everything that happened together. Immutable and shared by all subscribers; encoded
/// once for each view.
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
    /// Approximate bytes of the change, in memory or in a message.
    package let size: Int

    private let frames = Mutex<(byView: [WatchView: RPCFrame], bytes: Int)>(([:], 0))
    /// The most views whose encoding of a report is cached, if it is small; other views encode it each time.
    private static let maxFrames = 16
    private var mostFrameBytes: Int { 2_048 + 2 * size }

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
    var memorySize: Int { 512 + size + mostFrameBytes }

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
        if let known = frames.withLock({ $0.byView[view] }) { return known }
        guard let frame = view.encode(self) else { return nil }
        frames.withLock { frames in
            guard frames.byView.count < Self.maxFrames, frames.bytes + frame.bytes.count <= mostFrameBytes else {
                return
            }
            frames.byView[view] = frame
            frames.bytes += frame.bytes.count
        }
        return frame
    }
}
