internal import HearthBase
internal import HearthTraitCore

/// Splits a provider's report of a bridge among the bridge and the devices behind it.
struct BridgeShares {
    private let change: DeviceChange
    private let bridged: [UInt16: String]

    /// - Parameter bridged: the device of each endpoint that is not the bridge's own.
    init(_ change: DeviceChange, _ bridged: [UInt16: String]) {
        self.change = change
        self.bridged = bridged
    }

    private func holder(_ endpoint: UInt16) -> String { bridged[endpoint] ?? change.deviceID }

    /// The change as that of one device, as it nearly always is; nil if it concerns several.
    var only: DeviceChange? {
        guard change.connectivity == nil,
            let endpoint = change.attributes.keys.first?.endpoint ?? change.events.first?.endpoint
        else { return nil }
        let id = holder(endpoint)
        for key in change.attributes.keys where holder(key.endpoint) != id { return nil }
        for event in change.events where holder(event.endpoint) != id { return nil }
        var share = change
        share.deviceID = id
        return share
    }

    /// Each device's share. The bridge comes first, because the devices behind it follow its connectivity.
    var all: [DeviceChange] {
        var shares: [String: DeviceChange] = [:]
        func share(_ id: String) -> DeviceChange {
            shares[id] ?? DeviceChange(deviceID: id, connectivity: change.connectivity, cause: change.cause)
        }
        if change.connectivity != nil { for id in bridged.values { shares[id] = share(id) } }
        for (key, values) in change.attributes {
            var share = share(holder(key.endpoint))
            share.attributes[key] = values
            shares[share.deviceID] = share
        }
        for event in change.events {
            var share = share(holder(event.endpoint))
            share.events.append(event)
            shares[share.deviceID] = share
        }
        let bridge = shares.removeValue(forKey: change.deviceID) ?? share(change.deviceID)
        return [bridge] + shares.values.ordered(by: \.deviceID)
    }
}
