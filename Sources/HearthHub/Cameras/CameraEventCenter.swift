internal import HearthBase
internal import HearthCameraEvents
internal import HearthClips
internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A camera event at a device with a camera.
struct CameraHappening: Sendable {
    /// The device's cameras.
    let cameras: [ClipCamera]
    let events: Set<CameraEvent>
    /// When the hub observed it, as time since 1970.
    let time: Duration
}

/// Finds the camera events in the structures' changes, by the table that the history of apps uses
/// (``CameraEventRule``).
///
/// Its lock guards the lists of observers, which are called without it.
final class CameraEventCenter: Sendable {
    private struct Observers {
        var happenings: [@Sendable (CameraHappening) -> Void] = []
        var changes: [@Sendable (ClipCamera) -> Void] = []
        var removals: [@Sendable (_ deviceID: String, _ structureID: String) -> Void] = []
    }

    private let observers = Mutex(Observers())

    /// Registers a closure that is called with each camera event of a device with a camera. It must return at once.
    func observe(_ body: @escaping @Sendable (CameraHappening) -> Void) {
        observers.withLock { $0.happenings.append(body) }
    }

    /// Registers a closure that is called when a camera's connectivity or settings change, such as its privacy modes. It
    /// must return at once.
    func observeChanges(_ body: @escaping @Sendable (ClipCamera) -> Void) {
        observers.withLock { $0.changes.append(body) }
    }

    /// Registers a closure that is called when a person removes a device from its structure. It must return at once.
    func observeRemovals(_ body: @escaping @Sendable (_ deviceID: String, _ structureID: String) -> Void) {
        observers.withLock { $0.removals.append(body) }
    }

    func notifyObservers(of record: ReportRecord, in cell: StructureCell) {
        guard !record.isTick else { return }
        let changed = record.states.filter { $0.path.traitID == CameraPrivacy.trait }.map(\.path.target)
        for target in Set(changed) {
            let camera = ClipCamera(structureID: cell.id, deviceID: target.deviceID, endpoint: target.endpoint)
            for observer in observers.withLock({ $0.changes }) { observer(camera) }
        }
        if case .client = record.cause {
            for case .removedDeviceID(let id) in record.objects {
                for observer in observers.withLock({ $0.removals }) { observer(id, cell.id) }
            }
        }
        var found: [String: Set<CameraEvent>] = [:]
        for change in record.states where !CameraEventRule.of(change.path.traitID).isEmpty {
            let events = CameraEventRule.events(
                change.path.traitID, at: place(change.path.target, in: cell), { _ in change.attributes })
            if !events.isEmpty { found[change.path.target.deviceID, default: []].formUnion(events) }
        }
        for event in record.events where !CameraEventRule.of(event.path.traitID).isEmpty {
            let events = CameraEventRule.events(
                ofEvent: event.event.id, event.path.traitID, at: place(event.path.target, in: cell),
                { _ in event.fields })
            if !events.isEmpty { found[event.path.target.deviceID, default: []].formUnion(events) }
        }
        guard !found.isEmpty else { return }
        let observers = observers.withLock { $0.happenings }
        for (deviceID, events) in found {
            let cameras = cameras(of: deviceID, in: cell)
            guard !cameras.isEmpty else { continue }
            let happening = CameraHappening(cameras: cameras, events: events, time: record.observedAt)
            for observer in observers { observer(happening) }
        }
    }

    private func place(_ target: TraitTarget, in cell: StructureCell) -> CameraEventRule.Place? {
        cell.read { state in
            guard let device = state.devices[target.deviceID],
                let endpoint = device.endpoints.first(where: { $0.id == target.endpoint })
            else { return nil }
            return CameraEventRule.Place(
                deviceTypes: endpoint.deviceTypes.map(\.id), traitIDs: endpoint.traitIDs,
                watchesGarageDoor: device.services.contains {
                    $0.key.endpoint == endpoint.id && $0.associatedType == .garageDoorOpener
                }, flag: { device.traits[TraitKey(endpoint: endpoint.id, traitID: $0.id)]?.attributes })
        }
    }

    private func cameras(of deviceID: String, in cell: StructureCell) -> [ClipCamera] {
        cell.read { state in
            (state.devices[deviceID]?.endpoints ?? []).filter { $0.traitIDs.contains(CameraPrivacy.trait) }.map {
                ClipCamera(structureID: cell.id, deviceID: deviceID, endpoint: $0.id)
            }
        }
    }
}

extension ClipCamera {
    var target: TraitTarget { TraitTarget(deviceID: deviceID, endpoint: endpoint) }
    var path: TraitPath { TraitPath(target, CameraPrivacy.trait) }
}
