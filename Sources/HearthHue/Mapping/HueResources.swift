package import HearthJSON

/// The resources of a bridge by their IDs, each as the bridge described it and has changed it since.
package struct HueResources: Sendable {
    /// A resource.
    struct Resource: Sendable {
        let id: String
        let type: String
        var value: JSONValue

        /// As requests name it, such as `light/3f0c…`.
        var path: String { "\(type)/\(id)" }

        /// Nil for a value that is no resource, or one of a type that the hub has no use for.
        init?(_ value: JSONValue) {
            guard let id = value["id"]?.string, (1...64).contains(id.utf8.count),
                id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
                let type = value["type"]?.string, HueResources.types.contains(type)
            else { return nil }
            (self.id, self.type, self.value) = (id, type, value)
        }

        /// What the resource refers to by a member: its `owner`, or its `group`.
        func reference(_ name: String) -> String? { value[name]?["rid"]?.string }

        /// The IDs of resources of a type that a list refers to.
        func references(_ list: String, type: String) -> [String] {
            (value[list]?.items ?? []).filter { $0["rtype"]?.string == type }.compactMap { $0["rid"]?.string }
        }

        /// The name that people gave it; empty without one.
        var name: String {
            guard let name = value["metadata"]?["name"]?.string, name.utf8.count <= 128 else { return "" }
            return name
        }
    }

    /// The most resources; a bridge has at most some 2,000.
    private static let most = 10_000
    /// The most values within a resource: a scene of 60 lights has some 1,200. Each change copies some of them.
    private static let mostValues = 4_000
    /// Types that say what there is, rather than how it is.
    private static let structure: Set<String> = ["device", "room", "zone", "scene"]
    /// Types that say whether a device can be reached.
    static let connectivity: Set<String> = ["zigbee_connectivity", "zgp_connectivity"]

    /// The types that are kept.
    fileprivate static let types = structure.union(connectivity).union(HueTables.rows.keys)

    /// In the order of the bridge.
    private(set) var order: [String] = []
    private var all: [String: Resource] = [:]

    /// Resources of a list; others than resources are left out.
    package init(_ items: [JSONValue] = []) { for item in items { _ = add(item) } }

    subscript(id: String) -> Resource? { all[id] }

    /// The resources of some types, in the order of the bridge.
    func of(_ types: String...) -> [Resource] {
        order.compactMap { all[$0] }.filter { types.contains($0.type) }
    }

    /// What a change has changed.
    enum Change: Hashable, Sendable {
        case nothing
        /// What there is: devices, rooms, names.
        case structure
        /// The state of this resource.
        case state(String)
    }

    mutating func add(_ item: JSONValue) -> Change {
        guard let resource = Resource(item), all[resource.id] != nil || all.count < Self.most,
            item.hasAtMost(Self.mostValues)
        else { return .nothing }
        if all.updateValue(resource, forKey: resource.id) == nil { order.append(resource.id) }
        return .structure
    }

    /// Takes a resource in part: its changed members.
    mutating func update(_ item: JSONValue) -> Change {
        guard let id = item["id"]?.string, let old = all[id] else { return .nothing }
        let new = old.value.changed(by: item)
        guard new["type"]?.string == old.type, new.hasAtMost(Self.mostValues) else { return .nothing }
        all[id]?.value = new
        return Self.structure.contains(old.type) ? .structure : .state(id)
    }

    mutating func delete(_ item: JSONValue) -> Change {
        guard let id = item["id"]?.string, all.removeValue(forKey: id) != nil else { return .nothing }
        order.removeAll { $0 == id }
        return .structure
    }
}

extension JSONValue {
    /// Whether it and everything within are at most this number of values.
    fileprivate func hasAtMost(_ most: Int) -> Bool {
        var left = most
        return fits(&left)
    }

    private func fits(_ left: inout Int) -> Bool {
        left -= 1  // Ends below zero.
        guard left >= 0 else { return false }
        switch self {
        case .object(let members): return members.values.allSatisfy { $0.fits(&left) }
        case .array(let items): return items.allSatisfy { $0.fits(&left) }
        default: return true
        }
    }
}
