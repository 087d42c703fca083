internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// What one change did to one trait.
struct TraitChange: Sendable {
    let path: TraitPath
    let descriptor: TraitDescriptor
    /// What changed.
    let attributes: StructureValue
    /// Set when it changed.
    let connectivity: SourceConnectivity?
}

/// Something that happened once.
struct EventChange: Sendable {
    let path: TraitPath
    let descriptor: TraitDescriptor
    let event: EventDescriptor
    let number: UInt64
    /// Time since 1970.
    let time: Duration
    let fields: StructureValue
}

/// What one change did to a structure's objects. Objects are given as they are after the change.
enum ObjectUpdate: Sendable {
    case structure(Hearth_V1_Structure)
    case room(Hearth_V1_Room)
    case device(Hearth_V1_Device)
    case removedStructure(String)
    case removedRoom(String)
    case removedDevice(String)
}

/// One change of a structure, with everything that happened together. Never altered, and shared by all subscribers;
/// encoded once for each view that someone has of it.
final class ReportRecord: Sendable {
    let position: StructurePosition
    /// nil when changes of different causes were drawn together.
    let cause: ChangeCause?
    /// Time since 1970.
    let observedAt: Duration
    let states: [TraitChange]
    let events: [EventChange]
    let objects: [ObjectUpdate]

    private let frames = Mutex<[WatchView: RPCFrame]>([:])
    /// So many views of one report keep their bytes; further ones are encoded anew.
    private static let maxFrames = 16

    init(
        position: StructurePosition, cause: ChangeCause?, observedAt: Duration, states: [TraitChange] = [],
        events: [EventChange] = [], objects: [ObjectUpdate] = []
    ) {
        self.position = position
        self.cause = cause
        self.observedAt = observedAt
        self.states = states
        self.events = events
        self.objects = objects
    }

    /// The report without what a snapshot tells as well, and without events that come as missed ones.
    func beside(snapshot: Bool, missed: Bool) -> ReportRecord {
        let removals = objects.filter { object in
            switch object {
            case .structure, .room, .device: !snapshot
            case .removedStructure, .removedRoom, .removedDevice: true
            }
        }
        return ReportRecord(
            position: position, cause: cause, observedAt: observedAt, states: snapshot ? [] : states,
            events: missed ? [] : events, objects: removals)
    }

    /// The report as a view has it, encoded; nil when nothing of it can be seen there.
    func frame(for view: WatchView) -> RPCFrame? {
        if let known = frames.withLock({ $0[view] }) { return known }
        guard let frame = view.encode(self) else { return nil }
        frames.withLock { if $0.count < Self.maxFrames { $0[view] = frame } }
        return frame
    }
}
