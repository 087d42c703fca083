internal import HearthBase
internal import HearthTraitDescriptors
internal import ResolvedSchema
internal import TraitSchema

extension MakerFileCheck {
    /// Warns of numbers with the id of a vendor that the files do not name. A vendor's own cluster names its vendor;
    /// outside of one, files that name no vendor are not checked.
    mutating func checkPrefixes() {
        for item in trees.flatMap(\.items) {
            switch item {
            case .cluster(let cluster): checkPrefixes(of: cluster)
            case .deviceType(let type): check(type.id, "device type '\(type.name.text)'")
            case .endpoint(let endpoint):
                for type in endpoint.deviceTypes { check(type.id, "device type '\(type.name.text)'") }
            case .constants, .structure, .refinement, .vendor: continue
            }
        }
    }

    private mutating func checkPrefixes(of cluster: ClusterSyntax) {
        check(cluster.id, "cluster '\(cluster.name.text)'")
        let owner = UInt16(truncatingIfNeeded: cluster.id.value >> 16)
        for item in cluster.items {
            switch item {
            case .attribute(let item): check(item.field.id, "attribute '\(item.field.name.text)'", in: owner)
            case .command(let item): check(item.id, "command '\(item.name.text)'", in: owner)
            case .event(let item): check(item.id, "event '\(item.name.text)'", in: owner)
            case .constants, .structure: continue
            }
        }
    }

    /// - Parameter owner: the vendor of the cluster around it; 0 for a standard one.
    private mutating func check(_ number: NumberSyntax, _ thing: String, in owner: UInt16 = 0) {
        let id = UInt32(truncatingIfNeeded: number.value)
        let prefix = UInt16(truncatingIfNeeded: id >> 16)
        let known = owner == 0 ? vendors : [owner: vendors[owner] ?? "the cluster's vendor"]
        guard prefix != 0, !known.isEmpty, known[prefix] == nil, standard.traits[id] == nil,
            standard.deviceTypes[id] == nil
        else { return }
        let name = "vendor 0x" + hex(prefix, digits: 4, uppercase: true)
        let owners = known.keys.ordered().map { "\(known[$0] ?? "") (0x\(hex($0, digits: 4, uppercase: true)))" }
        let right = (UInt32(known.keys.ordered().first ?? 0) << 16 | id & 0xFFFF).hex
        warn(
            number.location,
            "\(thing) has the id of \(name) in its number, and belongs to that one; here is "
                + owners.joined(separator: ", "),
            hint: owner == 0
                ? "write \(right), or name the vendor: 'vendor NAME = 0x\(hex(prefix, digits: 4, uppercase: true));'"
                : "write \(right), or without a vendor's id: \(id & 0xFFFF)")
    }
}
