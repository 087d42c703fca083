internal import HearthBase
internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore

/// Splits bridges that an older store keeps as one device into the bridge and a device for each bridged one.
struct BridgeMigration {
    private(set) var changes: [StoreChange] = []

    init(_ structures: [StructureState]) {
        var taken = Set(structures.flatMap { $0.devices.map(\.id) })
        for state in structures {
            for whole in state.orderedDevices where whole.bridgeID == nil {
                let split = BridgeSplit(whole)
                // Skipped if another device has one of the ids; the bridge's provider then gets an error when it
                // attaches.
                guard !split.devices.isEmpty, split.devices.allSatisfy({ !taken.contains($0.id) }) else { continue }
                taken.formUnion(split.devices.map(\.id))
                add(split, in: state.id)
            }
        }
    }

    private mutating func add(_ split: BridgeSplit, in structureID: String) {
        let all = [split.bridge] + split.devices
        changes += all.map { .putDevice(StoredDevice($0, structureID: structureID)) }
        for device in split.devices {
            changes += device.endpoints.map { .moveEndpoint($0.id, from: split.bridge.id, to: device.id) }
        }
    }
}
