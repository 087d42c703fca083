internal import HearthBase
package import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import Synchronization

/// The structures and devices of a home, looked up by ID and by what a caller may see. Knows whether the hub runs.
///
/// Its lock guards the list of structures, the table of devices with their providers, the removed devices, the chosen
/// primary structures and the phase. It is held for one look or one entry. Only the clock's lock is taken under it.
package final class HomeDirectory: Sendable {
    struct DeviceEntry {
        let cell: StructureCell
        /// nil while no attached provider has the device.
        var port: ProviderPort?
        /// Whether it is behind a bridge; its provider then reports under the bridge's id.
        var isBridged = false
    }

    private enum Phase {
        case new, running, ended
    }

    private struct State {
        var phase = Phase.new
        /// By the monotonic clock.
        var startedAt: Duration = .zero
        var hubID = ""
        /// The epoch of the positions of all structures during this run.
        var epoch: UInt64 = 1
        /// In order of creation.
        var cells: [StructureCell] = []
        /// ``cells`` by ID.
        var cellsByID: [String: StructureCell] = [:]
        /// Includes those that carry a structure's own traits.
        var devices = DeviceTable()
        /// Actions that wait for the provider of a device, by the device's ID.
        var awaiting: [String: [OneShot<Bool>]] = [:]
        /// Removed devices of this process; their provider can't add them again.
        var removedDevices: Set<String> = []
        /// The chosen primary structures by identity; they may be gone.
        var primaries: [String: String] = [:]
    }

    let clock: any HomeClock
    let makeID: @Sendable () -> String
    /// For the names of traits in errors.
    let traits: TraitTable
    /// The removed devices that can come back as the same ones.
    let former: FormerDevices
    private let state = Mutex(State())

    init(
        clock: any HomeClock, traits: TraitTable, former: FormerDevices = FormerDevices(),
        makeID: @escaping @Sendable () -> String
    ) {
        self.former = former
        self.clock = clock
        self.traits = traits
        self.makeID = makeID
    }

    // MARK: The hub's run

    /// Begins the run. Returns false if it began before.
    func begin() -> Bool {
        state.withLock { state in
            guard case .new = state.phase else { return false }
            state.phase = .running
            state.startedAt = clock.now
            return true
        }
    }

    /// Ends the run. Returns false if it has not begun, or ended before.
    func end() -> Bool {
        state.withLock { state in
            guard case .running = state.phase else { return false }
            state.phase = .ended
            return true
        }
    }

    var isRunning: Bool { state.withLock { $0.phase == .running } }

    /// - Throws: ``HubError`` before the start and after the end.
    func checkRunning() throws(HubError) {
        switch state.withLock({ $0.phase }) {
        case .running: return
        case .new: throw HubError(.unavailable, "the hub has not started yet; try again in a moment")
        case .ended: throw HubError.isEnding
        }
    }

    /// Identifies the hub for the life of its store. Empty before the start.
    var hubID: String { state.withLock { $0.hubID } }

    var epoch: UInt64 { state.withLock { $0.epoch } }

    /// Enters a stored home, whose devices have no provider yet.
    func load(
        hubID: String, epoch: UInt64, cells: [StructureCell], removedDevices: Set<String>, primaries: [String: String]
    ) {
        var devices: [String: DeviceEntry] = [:]
        for cell in cells {
            for device in cell.read({ $0.devices }) {
                devices[device.id] = DeviceEntry(cell: cell, isBridged: device.bridgeID != nil)
            }
        }
        state.withLock { [devices] state in
            state.hubID = hubID
            state.epoch = epoch
            state.cells = cells
            state.cellsByID = Dictionary(cells.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            state.removedDevices = removedDevices
            state.primaries = primaries
            state.devices = DeviceTable(detached: devices)
        }
    }

    // MARK: Structures

    /// The structures in order of creation.
    package var cells: [StructureCell] { state.withLock { $0.cells } }

    /// Returns the structure with an ID; nil if the hub has no such structure.
    func structure(_ id: String) -> StructureCell? { state.withLock { $0.cellsByID[id] } }

    func add(_ cell: StructureCell) {
        state.withLock { state in
            state.cells.append(cell)
            state.cellsByID[cell.id] = cell
        }
    }

    /// Removes a structure with its devices.
    ///
    /// - Parameter removed: devices of this process that their provider can't add again.
    func remove(_ cell: StructureCell, markingRemoved removed: [String]) {
        state.withLock { state in
            state.cells.removeAll { $0 === cell }
            state.cellsByID[cell.id] = nil
            for id in state.devices.entries.filter({ $0.value.cell === cell }).keys { state.devices[id] = nil }
            state.removedDevices.formUnion(removed)
            state.primaries = state.primaries.filter { $0.value != cell.id }
        }
        former.removeStructure(cell.id)
    }

    /// The structure that a person has chosen as primary; it may be gone.
    func chosenPrimary(of identity: String) -> String? { state.withLock { $0.primaries[identity] } }

    func choosePrimary(_ structureID: String?, of identity: String) {
        state.withLock { $0.primaries[identity] = structureID }
    }

    // MARK: Devices

    func entry(of deviceID: String) -> DeviceEntry? { state.withLock { $0.devices[deviceID] } }

    /// All devices by ID.
    var devices: [String: DeviceEntry] { state.withLock { $0.devices.entries } }

    func isRemoved(_ deviceID: String) -> Bool { state.withLock { $0.removedDevices.contains(deviceID) } }

    /// Removed devices of this process.
    var removedDevices: Set<String> { state.withLock { $0.removedDevices } }

    /// Enters the devices of a provider.
    ///
    /// - Returns: the actions that waited for these devices.
    func put(
        _ devices: [DeviceRecord], removing gone: [String], in cell: StructureCell, by port: ProviderPort
    ) -> [OneShot<Bool>] {
        state.withLock { state in
            for device in devices {
                state.devices[device.id] = DeviceEntry(cell: cell, port: port, isBridged: device.bridgeID != nil)
            }
            for id in gone { state.devices[id] = nil }
            return devices.flatMap { state.awaiting.removeValue(forKey: $0.id) ?? [] }
        }
    }

    /// - Parameter removed: devices of this process that their provider can't add again.
    func forgetDevices(_ ids: [String], markingRemoved removed: [String] = []) {
        state.withLock { state in
            for id in ids { state.devices[id] = nil }
            state.removedDevices.formUnion(removed)
        }
    }

    /// Plans the removal of devices and of those behind them, which become former ones.
    ///
    /// - Parameter returning: IDs of the devices that come back with the removal.
    func retirement(
        of removed: [(id: String, cell: StructureCell)], returning: [String] = []
    ) -> FormerDevices.Retirement {
        let time = clock.sinceEpoch
        let devices = removed.flatMap { id, cell in
            cell.read { state in
                ([id] + (state.devices[id]?.bridgedIDs ?? [])).compactMap { state.devices[$0] }.map {
                    FormerDevices.Device($0, structureID: cell.id, removedAt: time)
                }
            }
        }
        return former.retirement(of: devices, returning: returning)
    }

    /// Carries out a stored removal.
    ///
    /// - Parameter removed: devices of this process that their provider can't add again.
    func retire(_ retirement: FormerDevices.Retirement, markingRemoved removed: [String] = []) {
        former.apply(retirement)
        forgetDevices(retirement.devices.map(\.record.id), markingRemoved: removed)
    }

    /// Lets the provider of removed devices add them again.
    func unmarkRemoved(_ ids: Set<String>) { state.withLock { $0.removedDevices.subtract(ids) } }

    /// The number of a provider's devices, without some.
    func countDevices(of port: ProviderPort, without excluded: Set<String>) -> Int {
        state.withLock { state in
            let ids = state.devices.ids(of: port)
            return ids.count - excluded.count { ids.contains($0) }
        }
    }

    /// Takes the provider away from its devices. Returns those that are not behind a bridge.
    func takeDevices(from port: ProviderPort) -> [String: DeviceEntry] {
        state.withLock { state in
            var taken: [String: DeviceEntry] = [:]
            for id in state.devices.ids(of: port) {
                if let entry = state.devices[id], !entry.isBridged { taken[id] = entry }
                state.devices[id]?.port = nil
            }
            return taken
        }
    }

    /// Takes the provider away from one device; nil if it has none.
    func takePort(ofDevice id: String) -> ProviderPort? {
        state.withLock { state in
            guard let port = state.devices[id]?.port else { return nil }
            state.devices[id]?.port = nil
            return port
        }
    }

    /// Registers an action that waits for the provider of a device from before the hub's start.
    ///
    /// - Parameter patience: how long such actions wait after the start.
    /// - Returns: how long to wait; nil if the device has a provider, or the time is over.
    func awaitProvider(of deviceID: String, _ action: OneShot<Bool>, patience: Duration) -> Duration? {
        state.withLock { state in
            let rest = state.startedAt + patience - clock.now
            guard rest > .zero, let device = state.devices[deviceID], device.port == nil else { return nil }
            state.awaiting[deviceID, default: []].append(action)
            return rest
        }
    }

    /// Ends the wait of all actions for the provider of a device.
    func stopAwaiting(_ deviceID: String) { state.withLock { $0.awaiting[deviceID] = nil } }
}
