internal import HearthTraitCore

typealias TraitKey = DeviceChange.TraitKey

/// A trait of a device as the hub holds it.
struct DeviceTrait: Sendable {
    let descriptor: TraitDescriptor
    var attributes: StructureValue
    /// When the newest of the values was seen: time since 1970.
    var observedAt: Duration
}

/// One endpoint of a device: what it is.
struct EndpointRecord: Hashable, Sendable {
    var id: UInt16
    /// nil for the root.
    var parent: UInt16?
    var deviceTypes: [DeviceTypeEntry]
    /// In the provider's order.
    var traitIDs: [UInt32]
    /// What tells it from other parts of its kind.
    var tags: [SemanticTag] = []
}

/// A device as the hub holds it, also while its provider is away.
struct DeviceRecord: Sendable {
    let id: String
    var name: String
    /// Whether a person gave the name; else it follows the provider's.
    var isNameGiven: Bool
    /// nil when it is in no room.
    var roomID: String?
    var isMatterDevice: Bool
    /// The root first.
    var endpoints: [EndpointRecord]
    var traits: [TraitKey: DeviceTrait]
    var connectivity: SourceConnectivity
    /// Whose it is; empty for one of the hub's own process.
    var providerID = ""
    /// What its provider had the hub remember, by key. Nobody else sees it.
    var memories: [String: [UInt8]] = [:]

    /// Whether a provider of the hub's own process brings it.
    var isOfThisProcess: Bool { providerID.isEmpty }

    /// Whether commands can reach it.
    var isReachable: Bool { connectivity.connectivityState != .offline }

    /// The traits in the order of the endpoints, for snapshots.
    var orderedTraits: [(key: TraitKey, record: DeviceTrait)] {
        endpoints.flatMap { endpoint in
            endpoint.traitIDs.compactMap { id in
                let key = TraitKey(endpoint: endpoint.id, traitID: id)
                return traits[key].map { (key, $0) }
            }
        }
    }

    func target(_ endpoint: UInt16) -> TraitTarget { TraitTarget(deviceID: id, endpoint: endpoint) }
}

extension SourceConnectivity {
    static let offline = SourceConnectivity(connectivityState: .offline, dataSourceLocality: .unspecified)
}
