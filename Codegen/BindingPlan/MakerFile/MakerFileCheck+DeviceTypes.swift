internal import HearthBase
internal import HearthTraitDescriptors
internal import ResolvedSchema
internal import TraitSchema

extension MakerFileCheck {
    /// The root node's type requires clusters for Matter's own network, which a product's file need not have.
    private static let rootNode: UInt32 = 0x16

    /// Warns of endpoints that lack a trait which their device type requires, whether the type is standard or the
    /// files' own.
    mutating func checkDeviceTypes() {
        let ids = Dictionary(clusters.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
        let standardIDs = Dictionary(
            standard.traits.values.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
        var types: [UInt32: (name: String, required: [(id: UInt32?, name: String)])] = [:]
        for (id, type) in standard.deviceTypes where id != Self.rootNode {
            types[id] = (type.name, type.requiredTraits.map { ($0, standard.traits[$0]?.name ?? "cluster \($0.hex)") })
        }
        for case .deviceType(let type) in trees.flatMap(\.items) {
            let required = type.clusters.filter { $0.side == .server && !$0.isOptional }.map(\.name.text)
            types[UInt32(truncatingIfNeeded: type.id.value)] = (
                type.name.text, required.map { (ids[$0] ?? standardIDs[$0], $0) }
            )
        }
        for case .endpoint(let endpoint) in trees.flatMap(\.items) {
            let served = Set(endpoint.clusters.compactMap { ids[$0.name.text] })
            for type in endpoint.deviceTypes {
                guard let known = types[UInt32(truncatingIfNeeded: type.id.value)] else { continue }
                let missing = known.required.filter { required in required.id.map { !served.contains($0) } ?? true }
                guard let first = missing.first else { continue }
                warn(
                    type.name.location,
                    "endpoint \(endpoint.number.value) is a \(known.name) without "
                        + "\(missing.map(\.name).joined(separator: ", ")), which the type demands",
                    hint: "add 'server cluster \(first.name) { … }' to the endpoint, or give it another type")
            }
        }
    }
}
