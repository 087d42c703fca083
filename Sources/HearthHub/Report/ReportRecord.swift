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
    /// Whether the trait was not there before.
    var isFirst = false

    /// The memory in bytes that it occupies, about.
    var size: Int { 128 + attributes.memorySize }
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

    /// The memory in bytes that it occupies, about.
    var size: Int { 192 + fields.memorySize }
}

/// What one change did to a structure's objects. Objects are given as they are after the change.
enum ObjectUpdate: Sendable {
    case structure(Hearth_V1_Structure)
    case room(Hearth_V1_Room)
    case device(Hearth_V1_Device)
    case zone(Hearth_V1_Zone)
    case serviceGroup(Hearth_V1_ServiceGroup)
    case person(Hearth_V1_Person)
    /// Without its program where that is as it was.
    case automation(Hearth_V1_Automation)
    case removedStructure(String)
    case removedRoom(String)
    case removedDevice(String)
    case removedZone(String)
    case removedServiceGroup(String)
    case removedPerson(String)
    case removedAutomation(String)
    /// What an app keeps with an object.
    case appData(Hearth_V1_AppDataChange)

    /// Whether something was removed; otherwise it was added or changed.
    var isRemoval: Bool {
        switch self {
        case .structure, .room, .device, .zone, .serviceGroup, .person, .automation, .appData: false
        case .removedStructure, .removedRoom, .removedDevice, .removedZone, .removedServiceGroup, .removedPerson,
            .removedAutomation:
            true
        }
    }

    /// Whether an automation was added, changed or removed.
    var isAutomation: Bool {
        switch self {
        case .automation, .removedAutomation: true
        default: false
        }
    }

    /// The memory in bytes that it occupies, about.
    var size: Int {
        switch self {
        case .device(let device): device.approximateSize
        case .zone(let zone): 256 + 64 * zone.roomIDs.count
        case .serviceGroup(let group): 256 + 192 * group.services.count
        case .person(let person):
            512 + 64 * ((person.grant?.roomIDs.count ?? 0) + (person.grant?.deviceIDs.count ?? 0))
        case .automation(let automation): automation.approximateSize
        case .appData(let change): 256 + change.objectID.utf8.count + change.appID.utf8.count
        case .structure, .room, .removedStructure, .removedRoom, .removedDevice, .removedZone, .removedServiceGroup,
            .removedPerson, .removedAutomation:
            256
        }
    }
}

/// One change of a structure, with everything that happened together. Never altered, and shared by all subscribers;
/// encoded once for each view that someone has of it.
final class ReportRecord: Sendable {
    let position: StructurePosition
    /// Whether time passed, and nothing else: it has no place of its own in the order, and is in no log.
    let isTick: Bool
    /// nil when changes of different causes were drawn together.
    let cause: ChangeCause?
    /// Whose action led to it, also where the device reported it by itself a moment after a command.
    let actor: ChangeActor?
    /// Time since 1970.
    let observedAt: Duration
    let states: [TraitChange]
    let events: [EventChange]
    let objects: [ObjectUpdate]
    /// The bytes of what changed, about, in memory or in a message to a client.
    let size: Int

    private let frames = Mutex<(byView: [WatchView: RPCFrame], bytes: Int)>(([:], 0))
    /// So many views of one report keep their bytes, if they are small; further ones are encoded anew.
    private static let maxFrames = 16
    private var mostFrameBytes: Int { 2_048 + 2 * size }

    init(
        position: StructurePosition, cause: ChangeCause?, actor: ChangeActor? = nil, observedAt: Duration,
        states: [TraitChange] = [], events: [EventChange] = [], objects: [ObjectUpdate] = [], isTick: Bool = false
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

    /// The most memory in bytes that it occupies, about, with what is kept of its encoding.
    var memorySize: Int { 512 + size + mostFrameBytes }

    /// The report without what a snapshot tells as well, and without events that come as missed ones.
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

    /// The report without what changed in the traits of these devices; itself when it has none of them.
    func hidingStates(of devices: Set<String>) -> ReportRecord {
        guard states.contains(where: { devices.contains($0.path.target.deviceID) }) else { return self }
        return ReportRecord(
            position: position, cause: cause, actor: actor, observedAt: observedAt,
            states: states.filter { !devices.contains($0.path.target.deviceID) }, events: events, objects: objects)
    }

    /// The report with nothing but what became of these devices.
    func objects(of devices: Set<String>) -> ReportRecord {
        let objects = objects.filter { object in
            switch object {
            case .device(let device): devices.contains(device.id)
            case .removedDevice(let id): devices.contains(id)
            default: false
            }
        }
        return ReportRecord(position: position, cause: cause, actor: actor, observedAt: observedAt, objects: objects)
    }

    /// The report as a view has it, encoded; nil when nothing of it can be seen there.
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
