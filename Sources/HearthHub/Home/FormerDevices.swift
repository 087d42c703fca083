internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// The removed devices that can come back as the same ones: with their names, rooms, settings and memories. Bounded in
/// number, memory and time; the store keeps the same devices.
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

    subscript(id: String) -> Device? { devices.withLock { $0[id] } }

    /// What their providers have stored with the devices of a provider, by device and key.
    func memories(ofProvider id: String) -> [String: [String: [UInt8]]] {
        devices.withLock { $0.filter { $0.value.record.providerID == id }.mapValues(\.record.memories) }
    }

    func load(_ stored: [Device]) {
        devices.withLock { devices in for device in stored { devices[device.record.id] = device } }
    }

    /// The devices that were removed too long ago.
    func expired(at time: Duration) -> [String] {
        devices.withLock { $0.values.filter { $0.removedAt + Self.life < time }.map(\.record.id).sorted() }
    }

    /// Plans to remove devices, and to forget others for them: the expired ones, and while there are too many, the
    /// oldest of the provider that has most. So no provider can displace the devices of another.
    ///
    /// - Parameter returning: former devices that come back in the same transaction, so they must not be forgotten.
    func retirement(of removed: [Device], returning: Set<String> = [], at time: Duration) -> Retirement {
        var kept = devices.withLock { $0.filter { !returning.contains($0.key) } }
        let expired = Set(expired(at: time)).subtracting(returning)
        for device in removed { kept[device.record.id] = device }
        var dropped = expired.subtracting(removed.map(\.record.id))
        for id in dropped { kept[id] = nil }
        var bytes = kept.values.reduce(0) { $0 + $1.record.size }
        var count = kept.count
        // The oldest device of each provider is the last.
        var groups = Dictionary(grouping: kept.values, by: \.record.providerID).mapValues { group in
            group.sorted { ($0.removedAt, $0.record.id) > ($1.removedAt, $1.record.id) }
        }
        while count > Self.most || bytes > Self.mostBytes {
            let largest = groups.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
            guard let oldest = largest.flatMap({ groups[$0]?.popLast() }) else { break }
            dropped.insert(oldest.record.id)
            count -= 1
            bytes -= oldest.record.size
        }
        return Retirement(devices: removed, dropped: dropped.sorted())
    }

    /// Enters a stored removal.
    func apply(_ retirement: Retirement) {
        load(retirement.devices)
        remove(retirement.dropped)
    }

    /// Forgets devices, with those behind them.
    func remove(_ ids: some Sequence<String>) {
        let ids = Set(ids)
        devices.withLock { devices in
            devices = devices.filter { id, device in
                !ids.contains(id) && !(device.record.bridgeID.map(ids.contains) ?? false)
            }
        }
    }

    /// Lets devices be present ones again.
    func bringBack(_ ids: [String]) { devices.withLock { devices in for id in ids { devices[id] = nil } } }

    func removeStructure(_ id: String) { devices.withLock { $0 = $0.filter { $0.value.structureID != id } } }
}
