internal import HearthHomeState
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Raises a notice about devices that have been unreachable for an hour. The structure removes it when the device is
/// reachable again.
///
/// Its lock guards the absences and the next timer. The clock's lock may be taken under it.
final class AbsenceWatch: Sendable {
    private struct State {
        var absences = Absences()
        var timer: (any ScheduledAction)?
        var isStopped = false
    }

    private let clock: any HomeClock
    private let directory: HomeDirectory
    private let state = Mutex(State())

    init(clock: any HomeClock, directory: HomeDirectory) {
        self.clock = clock
        self.directory = directory
    }

    /// Notes the devices that are unreachable at the hub's start.
    func begin(_ changes: HomeChanges) {
        for cell in directory.cells {
            note(cell.read { state in state.devices.filter { $0.id != state.id }.map(Known.init) }, in: cell, changes)
        }
    }

    /// Stops the timer, once the hub has ended its run.
    func stop() {
        let timer = state.withLock { state in
            state.isStopped = true
            return state.timer.take()
        }
        timer?.cancel()
    }

    /// Follows a report: devices that have become unreachable or reachable, or were removed.
    func follow(_ record: ReportRecord, in cell: StructureCell, _ changes: HomeChanges) {
        var changed: [String] = []
        for object in record.objects {
            switch object {
            case .device(let device): changed.append(device.id)
            case .removedDeviceID(let id): state.withLock { $0.absences.end(id) }
            case .removedStructureID(let id): state.withLock { $0.absences.end(structure: id) }
            default: break
            }
        }
        guard !changed.isEmpty else { return }
        note(cell.read { state in changed.compactMap { state.device($0) }.map(Known.init) }, in: cell, changes)
    }

    /// What a structure knows about a device.
    private struct Known {
        let id: String
        let providerID: String
        let bridgeID: String?
        let isReachable: Bool

        init(_ device: DeviceRecord) {
            (id, providerID, bridgeID) = (device.id, device.providerID, device.bridgeID)
            isReachable = device.isReachable
        }
    }

    private func note(_ devices: [Known], in cell: StructureCell, _ changes: HomeChanges) {
        let now = clock.now
        state.withLock { state in
            for device in devices {
                guard !device.isReachable else {
                    state.absences.end(device.id)
                    continue
                }
                state.absences.begin(
                    Absences.Device(
                        id: device.id, structureID: cell.id, providerID: device.providerID, bridgeID: device.bridgeID),
                    at: now)
            }
            schedule(&state, changes)
        }
    }

    private func schedule(_ state: inout State, _ changes: HomeChanges) {
        // A provider that is lost sets its devices offline one by one: none of them is due before a timer that runs.
        guard !state.isStopped, state.timer == nil, let due = state.absences.next else { return }
        state.timer = clock.schedule(after: max(.zero, due - clock.now)) { [weak self, weak changes] in
            guard let self, let changes else { return }
            raiseDue(changes)
        }
    }

    private func raiseDue(_ changes: HomeChanges) {
        let groups = state.withLock { state in
            state.timer = nil
            let groups = state.absences.takeDue(at: clock.now)
            schedule(&state, changes)
            return groups
        }
        let time = clock.sinceEpoch
        for group in groups {
            guard let cell = directory.cells.first(where: { $0.id == group[0].structureID }) else { continue }
            changes.change(cell) { state in
                let devices = group.compactMap { state.device($0.id) }
                // The first stands for all, and its return removes the notice.
                guard devices.first?.id == group[0].id, devices.first?.isReachable == false else { return nil }
                return state.notify(.unreachable(devices, in: state), .hub, at: time)
            }
        }
    }
}
