internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// The removed devices that can come back as the same ones: with their names, rooms, settings and memories. Bounded in
/// number, memory and time; the store keeps the same devices.
///
/// Its lock guards the table of devices. No other lock is taken under it; `forgotten` is called without it.
final class FormerDevices: Sendable {
    /// A device as it was when it was removed, without its traits' values.
    struct Device: Sendable {
        let record: DeviceRecord
        let structureID: String
        /// When it was removed, since 1970.
        let removedAt: Duration

        init(_ record: DeviceRecord, structureID: String, removedAt: Duration) {
            var record = record
            record.traits = [:]
            self.record = record
            self.structureID = structureID
            self.removedAt = removedAt
        }
    }

    /// The removal of devices, planned before it is stored.
    struct Retirement: Sendable {
        /// The devices that become former ones.
        let devices: [Device]
        /// Earlier former devices that are forgotten for them.
        let dropped: [String]

        /// Those behind a bridge are retired with it.
        var storeChanges: [StoreChange] {
            let ids = Set(devices.map(\.record.id))
            return devices.filter { $0.record.bridgeID.map { !ids.contains($0) } ?? true }
                .map { .retireDevice(id: $0.record.id, at: $0.removedAt) } + dropped.map { .removeDevice(id: $0) }
        }
    }

    /// The most devices that are kept.
    static let most = 512
    /// The most bytes of memory that they take.
    static let mostBytes = 8 << 20
    /// How long a device is kept.
    static let life: Duration = .seconds(90 * 86_400)

    private let devices = Mutex<[String: Device]>([:])
    private let forgotten: @Sendable (_ id: String, _ structureID: String) -> Void

    /// - Parameter forgotten: called for each device that can't come back any more.
    init(forgotten: @escaping @Sendable (_ id: String, _ structureID: String) -> Void = { _, _ in }) {
        self.forgotten = forgotten
    }

    subscript(id: String) -> Device? { devices.withLock { $0[id] } }

    /// What their providers have stored with the devices of a provider, by device and key.
    func memories(ofProvider id: String) -> [String: [String: [UInt8]]] {
        devices.withLock { $0.filter { $0.value.record.providerID == id }.mapValues(\.record.memories) }
    }

    /// The providers of the devices.
    var providers: Set<String> { devices.withLock { Set($0.values.map(\.record.providerID)) } }

    /// The devices of a provider: they come back if it brings them.
    func devices(ofProvider id: String) -> [DeviceRecord] {
        devices.withLock { $0.values.map(\.record).filter { $0.providerID == id } }
    }

    func load(_ stored: [Device]) {
        devices.withLock { devices in for device in stored { devices[device.record.id] = device } }
    }

    /// The devices that were removed too long ago (``FormerDeviceExpiry``).
    func expired(at time: Duration) -> [String] {
        devices.withLock { $0.values.filter { $0.removedAt + Self.life < time }.map(\.record.id).sorted() }
    }

    /// Plans to remove devices, and to forget others for them: while there are too many or they take too much, the
    /// oldest of the provider that has most. So a provider displaces no devices of another that has less.
    ///
    /// - Parameter returning: IDs of the devices that come back with the removal, so that they are not forgotten.
    func retirement(of removed: [Device], returning: [String] = []) -> Retirement {
        var kept = devices.withLock { $0 }
        for id in returning { kept[id] = nil }
        for device in removed { kept[device.record.id] = device }
        return Retirement(devices: removed, dropped: Self.surplus(of: Array(kept.values)).sorted())
    }

    /// The IDs of the devices that are too many, or take too much.
    private static func surplus(of kept: [Device]) -> [String] {
        var (count, bytes) = (kept.count, kept.reduce(0) { $0 + $1.record.size })
        guard count > most || bytes > mostBytes else { return [] }
        var shares = Dictionary(grouping: kept, by: \.record.providerID).sorted { $0.key < $1.key }
            .map { Share($0.value) }
        var surplus: [String] = []
        while count > most || bytes > mostBytes {
            let sizes = shares.map { count > most ? $0.devices.count : $0.bytes }
            guard let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] }),
                let oldest = shares[largest].removeOldest()
            else { break }
            surplus.append(oldest.record.id)
            count -= 1
            bytes -= oldest.record.size
        }
        return surplus
    }

    /// The devices of a provider.
    private struct Share {
        /// The oldest last, but a bridge after those behind it, as it takes them with it.
        private(set) var devices: [Device]
        private(set) var bytes: Int

        init(_ devices: [Device]) {
            func order(_ device: Device) -> (Duration, Int, String) {
                (device.removedAt, device.record.bridgeID == nil ? 1 : 0, device.record.id)
            }
            self.devices = devices.sorted { order($0) > order($1) }
            bytes = devices.reduce(0) { $0 + $1.record.size }
        }

        mutating func removeOldest() -> Device? {
            let oldest = devices.popLast()
            bytes -= oldest?.record.size ?? 0
            return oldest
        }
    }

    /// Enters a stored removal.
    func apply(_ retirement: Retirement) {
        load(retirement.devices)
        remove(retirement.dropped)
    }

    /// Forgets devices, with those behind them.
    func remove(_ ids: some Sequence<String>) {
        let ids = Set(ids)
        guard !ids.isEmpty else { return }
        let gone = devices.withLock { devices in
            let gone = devices.filter { id, device in
                ids.contains(id) || (device.record.bridgeID.map(ids.contains) ?? false)
            }
            for id in gone.keys { devices[id] = nil }
            return gone
        }
        for (id, device) in gone { forgotten(id, device.structureID) }
    }

    /// Lets devices be present ones again.
    func bringBack(_ ids: [String]) { devices.withLock { devices in for id in ids { devices[id] = nil } } }

    func removeStructure(_ id: String) { devices.withLock { $0 = $0.filter { $0.value.structureID != id } } }
}
