internal import HearthBase
internal import HearthTraitCore

typealias TraitKey = DeviceChange.TraitKey

/// A trait of a device as the hub holds it.
struct DeviceTrait: Sendable {
    let descriptor: TraitDescriptor
    private(set) var attributes: StructureValue
    /// When the newest of the values was observed: time since 1970.
    var observedAt: Duration
    /// Approximate memory of the values in bytes.
    private(set) var size: Int

    init(descriptor: TraitDescriptor, attributes: StructureValue, observedAt: Duration) {
        self.descriptor = descriptor
        self.attributes = attributes
        self.observedAt = observedAt
        size = attributes.memorySize
    }

    /// Sets a value, unless the values would exceed `limit` bytes.
    ///
    /// - Returns: whether it was set.
    mutating func set(_ id: UInt32, _ value: TraitValue, limit: Int) -> Bool {
        let growth = value.growth(from: attributes[id])
        guard growth <= 0 || size + growth <= limit else { return false }
        attributes[id] = value
        size += growth
        return true
    }

    /// The trait with the values of another one for attributes that it does not have yet.
    func completed(by other: DeviceTrait) -> DeviceTrait {
        var completed = self
        for (id, value) in other.attributes.fields where attributes[id] == nil {
            _ = completed.set(id, value, limit: .max)
        }
        return completed
    }
}

/// The description of an endpoint of a device.
struct EndpointRecord: Hashable, Sendable {
    var id: UInt16
    /// nil for the root.
    var parent: UInt16?
    var deviceTypes: [DeviceTypeEntry]
    /// In the provider's order.
    var traitIDs: [UInt32]
    /// Semantic tags, which tell it from other parts of its kind.
    var tags: [SemanticTag] = []
    /// The name that a person gave it; empty for none.
    var name = ""

    /// Approximate size of its description in bytes.
    var size: Int {
        let plain = 32 + name.utf8.count + 8 * traitIDs.count
        let types = deviceTypes.reduce(plain) { $0 + 16 + $1.name.utf8.count }
        return tags.reduce(types) { $0 + 32 + ($1.label?.utf8.count ?? 0) }
    }
}

extension EndpointRecord {
    init(_ endpoint: EndpointDescription) {
        self.init(
            id: endpoint.id, parent: endpoint.parent,
            deviceTypes: endpoint.deviceTypes.map { type in
                DeviceTypeEntry(
                    id: type.id, revision: type.revision, isPrimary: type.isPrimary,
                    name: NameRules.fitted(type.name, fallback: ""))
            },
            traitIDs: endpoint.traits.map(\.descriptor.id), tags: endpoint.tags)
    }
}

/// A device as the hub holds it, even while its provider is detached.
struct DeviceRecord: Sendable, SortedElement {
    let id: String
    var name: String
    /// Whether a person gave the name; else it follows the provider's.
    var isNameGiven: Bool
    /// nil if it is in no room.
    var roomID: String?
    var isMatterDevice: Bool
    /// The root first.
    var endpoints: [EndpointRecord]
    var traits: [TraitKey: DeviceTrait]
    var connectivity: SourceConnectivity
    /// The id of its provider; empty for one of the hub's own process.
    var providerID = ""
    /// The id of its bridge, which is the device that its provider knows; nil if it is behind none.
    var bridgeID: String?
    /// For a bridge, the devices of the endpoints that are not its own, by endpoint number.
    var bridged: [UInt16: String] = [:]
    /// The memories that its provider stores in the hub, by key. Only the provider sees them.
    var memories: [String: [UInt8]] = [:]
    /// People's settings of its services, by service.
    var services: [ServiceSetting] = []

    /// Approximate memory in bytes of its description, values and memories.
    var size: Int {
        let described = endpoints.reduce(512 + 64 * bridged.count) { $0 + $1.size }
        let values = traits.values.reduce(described) { $0 + Self.traitSize + $1.size }
        return services.reduce(values + memorySize) { $0 + $1.size }
    }

    /// The part of its ``size`` for its memories.
    var memorySize: Int { memories.reduce(0) { $0 + Self.size(ofMemory: $1.key, $1.value) } }

    var sortKey: String { id }

    /// The bytes of a trait's entry, besides its values.
    private static let traitSize = 128

    static func size(ofMemory key: String, _ value: [UInt8]) -> Int { 128 + key.utf8.count + value.count }

    /// Whether its provider is in the hub's own process.
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

    /// The endpoint under the id that its provider knows.
    func providerTarget(_ endpoint: UInt16) -> TraitTarget {
        TraitTarget(deviceID: bridgeID ?? id, endpoint: endpoint)
    }

    /// The device with people's names for its parts and their settings of its services.
    func named(as known: DeviceRecord?) -> DeviceRecord {
        guard let known else { return self }
        var device = self
        device.services = known.services
        let named = known.endpoints.filter { !$0.name.isEmpty }
        guard !named.isEmpty else { return device }
        device.endpoints = endpoints.map { endpoint in
            var endpoint = endpoint
            endpoint.name = named.first { $0.id == endpoint.id }?.name ?? ""
            return endpoint
        }
        return device
    }

    /// Whether its bridge reports that it can't reach it.
    var isLostByBridge: Bool {
        bridgeID != nil && endpoints.first.map { BridgedInformation(of: $0.id, traits).isLost } == true
    }

    /// The devices behind it, in a stable order.
    var bridgedIDs: [String] { Set(bridged.values).ordered() }
}

extension SourceConnectivity {
    static let offline = SourceConnectivity(connectivityState: .offline, dataSourceLocality: .unspecified)
}
