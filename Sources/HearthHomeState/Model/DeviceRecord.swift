internal import HearthBase
package import HearthTraitCore

package typealias TraitKey = DeviceChange.TraitKey

/// A trait of a device as the hub holds it.
package struct DeviceTrait: Sendable {
    package let descriptor: TraitDescriptor
    package private(set) var attributes: StructureValue
    /// When the newest of the values was observed: time since 1970.
    package var observedAt: Duration
    /// Approximate memory of the values in bytes.
    private(set) var size: Int

    package init(descriptor: TraitDescriptor, attributes: StructureValue, observedAt: Duration) {
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
package struct EndpointRecord: Hashable, Sendable {
    package var id: UInt16
    /// nil for the root.
    var parent: UInt16?
    package var deviceTypes: [DeviceTypeEntry]
    /// In the provider's order.
    package var traitIDs: [UInt32]
    /// Semantic tags, which distinguish it from other parts of the same type.
    var tags: [SemanticTag] = []
    /// The name that a person gave it; empty for none.
    package var name = ""

    package init(
        id: UInt16, parent: UInt16? = nil, deviceTypes: [DeviceTypeEntry], traitIDs: [UInt32],
        tags: [SemanticTag] = [], name: String = ""
    ) {
        self.id = id
        self.parent = parent
        self.deviceTypes = deviceTypes
        self.traitIDs = traitIDs
        self.tags = tags
        self.name = name
    }

    /// Approximate size of its description in bytes.
    var size: Int {
        let plain = 32 + name.utf8.count + 8 * traitIDs.count
        let types = deviceTypes.reduce(plain) { $0 + 16 + $1.name.utf8.count }
        return tags.reduce(types) { $0 + 32 + ($1.label?.utf8.count ?? 0) }
    }
}

extension EndpointRecord {
    package init(_ endpoint: EndpointDescription) {
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
package struct DeviceRecord: Sendable, SortedElement {
    package let id: String
    package var name: String
    /// Whether a person gave the name; else it follows the provider's.
    package var isNameGiven: Bool
    /// nil if it is in no room.
    package var roomID: String?
    package var isMatterDevice: Bool
    /// The root first.
    package var endpoints: [EndpointRecord]
    package var traits: [TraitKey: DeviceTrait]
    package var connectivity: SourceConnectivity
    /// The id of its provider; empty for the hub itself.
    package var providerID = ""
    /// The id of its bridge, which is the device that its provider knows; nil if it is behind none.
    package var bridgeID: String?
    /// For a bridge, the devices of the endpoints that are not its own, by endpoint number.
    package var bridged: [UInt16: String] = [:]
    /// The memories that its provider stores in the hub, by key. Only the provider sees them.
    package var memories: [String: [UInt8]] = [:]
    /// People's settings of its services, by service.
    package var services: [ServiceSetting] = []
    /// Other names that people say for it.
    package var aliases: [String] = []

    package init(
        id: String, name: String, isNameGiven: Bool, roomID: String? = nil, isMatterDevice: Bool,
        endpoints: [EndpointRecord], traits: [TraitKey: DeviceTrait], connectivity: SourceConnectivity,
        providerID: String = "", bridgeID: String? = nil, bridged: [UInt16: String] = [:],
        memories: [String: [UInt8]] = [:], services: [ServiceSetting] = [], aliases: [String] = []
    ) {
        self.id = id
        self.name = name
        self.isNameGiven = isNameGiven
        self.roomID = roomID
        self.isMatterDevice = isMatterDevice
        self.endpoints = endpoints
        self.traits = traits
        self.connectivity = connectivity
        self.providerID = providerID
        self.bridgeID = bridgeID
        self.bridged = bridged
        self.memories = memories
        self.services = services
        self.aliases = aliases
    }

    /// Approximate memory in bytes of its description, values and memories.
    package var size: Int {
        let described = endpoints.reduce(512 + 64 * bridged.count) { $0 + $1.size }
        let values = traits.values.reduce(described) { $0 + Self.traitSize + $1.size }
        return services.reduce(values + memorySize) { $0 + $1.size }
    }

    /// The part of its ``size`` for its memories.
    package var memorySize: Int { memories.reduce(0) { $0 + Self.size(ofMemory: $1.key, $1.value) } }

    var sortKey: String { id }

    /// The bytes of a trait's entry, besides its values.
    private static let traitSize = 128

    package static func size(ofMemory key: String, _ value: [UInt8]) -> Int { 128 + key.utf8.count + value.count }

    /// Whether its provider is in the hub's own process.
    package var isOfThisProcess: Bool { ProviderID.isOfThisProcess(providerID) }

    /// Whether commands can reach it.
    package var isReachable: Bool { connectivity.connectivityState != .offline }

    /// The traits in the order of the endpoints, for snapshots.
    package var orderedTraits: [(key: TraitKey, record: DeviceTrait)] {
        endpoints.flatMap { endpoint in
            endpoint.traitIDs.compactMap { id in
                let key = TraitKey(endpoint: endpoint.id, traitID: id)
                return traits[key].map { (key, $0) }
            }
        }
    }

    package func target(_ endpoint: UInt16) -> TraitTarget { TraitTarget(deviceID: id, endpoint: endpoint) }

    /// The endpoint under the id that its provider knows.
    package func providerTarget(_ endpoint: UInt16) -> TraitTarget {
        TraitTarget(deviceID: bridgeID ?? id, endpoint: endpoint)
    }

    /// The device with people's names for it and its parts, and their settings of its services.
    package func named(as known: DeviceRecord?) -> DeviceRecord {
        guard let known else { return self }
        var device = self
        device.services = known.services
        device.aliases = known.aliases
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
    package var bridgedIDs: [String] { Set(bridged.values).ordered() }
}

extension SourceConnectivity {
    package static let offline = SourceConnectivity(connectivityState: .offline, dataSourceLocality: .unspecified)
}
