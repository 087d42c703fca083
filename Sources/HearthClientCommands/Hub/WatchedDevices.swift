internal import HearthTraitCore

/// Devices, and single parts of devices, whose changes are wanted.
struct WatchedDevices: Equatable {
    /// IDs of whole devices.
    private var devices: Set<String>
    /// The wanted endpoints, by device, where not the whole device is wanted.
    private var parts: [String: Set<UInt16>] = [:]

    init(_ devices: Set<String> = []) { self.devices = devices }

    var isEmpty: Bool { devices.isEmpty && parts.isEmpty }

    /// IDs of the devices that are wanted, as a whole or in part.
    var ids: Set<String> { devices.union(parts.keys) }

    mutating func insert(_ item: HomeListing.Item, of listing: HomeListing) {
        if case .part(let part) = item {
            parts[part.device.id, default: []].insert(part.endpoint)
        } else {
            devices.formUnion(listing.devices(in: item).map(\.id))
        }
    }

    /// Whether anything of a device is wanted.
    func contains(_ device: String) -> Bool { devices.contains(device) || parts[device] != nil }

    func contains(_ target: TraitTarget) -> Bool {
        devices.contains(target.deviceID) || parts[target.deviceID]?.contains(target.endpoint) == true
    }
}
