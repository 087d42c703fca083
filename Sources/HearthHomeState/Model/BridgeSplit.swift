internal import HearthBase
internal import HearthTraitCore

/// A bridge and the devices behind it. To their provider they are one device; to everybody else each endpoint of device
/// type Bridged Node is a device with the endpoints in it.
///
/// A Bridged Node inside another one is a device of its own, behind the same bridge.
package struct BridgeSplit {
    /// Matter's ID of the device type.
    package static let bridgedNode: UInt32 = 0x0013

    /// The bridge, or the whole device if it is not a bridge.
    package private(set) var bridge: DeviceRecord
    /// The devices behind the bridge in order of endpoint, each with the bridge's name for it and in the bridge's room.
    package private(set) var devices: [DeviceRecord] = []

    package init(_ whole: DeviceRecord) {
        bridge = whole
        let holders = Self.holders(whole.endpoints)
        guard !holders.isEmpty else { return }
        bridge.endpoints = []
        bridge.traits = [:]
        var parts: [UInt16: Part] = [:]
        for endpoint in whole.endpoints {
            guard let holder = holders[endpoint.id] else {
                bridge.endpoints.append(endpoint)
                continue
            }
            parts[holder, default: Part()].endpoints.append(endpoint)
        }
        for (key, trait) in whole.traits {
            guard let holder = holders[key.endpoint] else {
                bridge.traits[key] = trait
                continue
            }
            parts[holder, default: Part()].traits[key] = trait
        }
        var known: Set<String> = []
        for (first, part) in parts.ordered(by: \.key) {
            let device = Self.device(first, part.endpoints, part.traits, of: whole, &known)
            for endpoint in part.endpoints { bridge.bridged[endpoint.id] = device.id }
            devices.append(device)
        }
    }

    private struct Part {
        var endpoints: [EndpointRecord] = []
        var traits: [TraitKey: DeviceTrait] = [:]
    }

    private static func device(
        _ first: UInt16, _ endpoints: [EndpointRecord], _ traits: [TraitKey: DeviceTrait], of whole: DeviceRecord,
        _ known: inout Set<String>
    ) -> DeviceRecord {
        let information = BridgedInformation(of: first, traits)
        let uniqueID = information.uniqueID.flatMap { known.insert($0).inserted ? $0 : nil }
        let nodes = endpoints.filter { $0.id == first }.map { node in
            var node = node
            node.parent = nil
            return node
        }
        return DeviceRecord(
            id: "\(whole.id)/\(uniqueID ?? String(first))",
            name: information.name ?? "\(whole.name.prefix(NameRules.maxLength - 6)) \(first)", isNameGiven: false,
            roomID: whole.roomID, isMatterDevice: whole.isMatterDevice,
            endpoints: nodes + endpoints.filter { $0.id != first }, traits: traits,
            connectivity: information.isLost ? .offline : whole.connectivity, providerID: whole.providerID,
            bridgeID: whole.id)
    }

    /// The Bridged Node that holds each endpoint that isn't the bridge's own. Visits each endpoint once, even if
    /// parents form a loop.
    private static func holders(_ endpoints: [EndpointRecord]) -> [UInt16: UInt16] {
        guard endpoints.contains(where: \.isBridgedNode) else { return [:] }
        let root = endpoints.contains { $0.id == 0 } ? 0 : endpoints.first?.id
        let byID = Dictionary(endpoints.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var visited: Set<UInt16> = []
        var holders: [UInt16: UInt16] = [:]
        for endpoint in endpoints {
            var trail: [UInt16] = []
            var next: UInt16? = endpoint.id
            while let id = next, visited.insert(id).inserted {
                trail.append(id)
                if id != root, byID[id]?.isBridgedNode == true {
                    holders[id] = id
                    break
                }
                next = byID[id]?.parent
            }
            guard let holder = next.flatMap({ holders[$0] }) else { continue }
            for id in trail { holders[id] = holder }
        }
        return holders
    }
}

extension EndpointRecord {
    fileprivate var isBridgedNode: Bool { deviceTypes.contains { $0.id == BridgeSplit.bridgedNode } }
}

/// A bridge's Bridged Device Basic Information about a device behind it.
struct BridgedInformation {
    /// Matter's ID of the cluster.
    static let traitID: UInt32 = 0x0039
    /// The most bytes of UniqueID (Matter core specification, Bridged Device Basic Information).
    private static let maxIDBytes = 32

    private let attributes: StructureValue

    /// - Parameter node: the endpoint of the Bridged Node.
    init(of node: UInt16, _ traits: [TraitKey: DeviceTrait]) {
        attributes = traits[TraitKey(endpoint: node, traitID: Self.traitID)]?.attributes ?? StructureValue()
    }

    /// Whether the bridge can't reach it.
    var isLost: Bool { attributes[0x11]?.bool == false }

    /// The bridge's name for it, or else the product's name; nil if neither can be a name.
    var name: String? {
        [0x5, 0x3].lazy.map { NameRules.fitted(attributes[$0]?.string ?? "", fallback: "") }.first { !$0.isEmpty }
    }

    /// The device's id at its bridge; nil if the bridge has none that is usable.
    ///
    /// An id of digits only gets a prefix, as it would be mistaken for an endpoint's number.
    var uniqueID: String? {
        guard let id = attributes[0x12]?.string, id.utf8.count <= Self.maxIDBytes, !id.controlsText,
            id.contains(where: { !$0.isWhitespace })
        else { return nil }
        return id.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? "id-\(id)" : id
    }
}
