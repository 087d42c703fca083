internal import HearthBase
internal import HearthTraitCore

/// Selects endpoints of a device.
struct PartScope: Hashable, Sendable {
    /// Only endpoints inside this one, at any depth; nil for the whole device.
    var within: UInt16?
    /// Whether to leave out endpoints inside another one of the same type.
    var topmostOnly = false

    /// The selected endpoints, in ascending order.
    func parts(in endpoints: [DeviceEndpoint]) -> [DeviceEndpoint] {
        let sorted = endpoints.ordered(by: \.id)
        guard let within else { return sorted }
        let tree = Tree(endpoints)
        return sorted.filter { part in
            part.id != within && tree.ancestors(of: part).contains { $0.id == within }
        }
    }

    /// The selected endpoints that have a type.
    func parts(in endpoints: [DeviceEndpoint], of type: UInt32) -> [DeviceEndpoint] {
        let parts = parts(in: endpoints)
        let fitting = parts.filter { $0.isOf(type) }
        guard topmostOnly else { return fitting }
        let tree = Tree(parts)
        return fitting.filter { part in !tree.ancestors(of: part).contains { $0.isOf(type) } }
    }

    /// The only part whose primary type is marked as primary, if the device is seen as a whole; nil if each part has
    /// its own.
    ///
    /// - Parameter endpoints: all endpoints of the device.
    func primaryPart(in endpoints: [DeviceEndpoint]) -> UInt16? {
        guard within == nil, !topmostOnly else { return nil }
        return endpoints.lazy.filter { $0.primaryType != nil }.map(\.id).min()
    }

    private struct Tree {
        private let parts: [UInt16: DeviceEndpoint]

        init(_ endpoints: [DeviceEndpoint]) {
            parts = Dictionary(endpoints.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The endpoints that contain an endpoint, innermost first. Bounded by the number of endpoints, since a hub
        /// might report a cycle.
        func ancestors(of part: DeviceEndpoint) -> [DeviceEndpoint] {
            var found: [DeviceEndpoint] = []
            var next = part.parent
            while found.count < parts.count, let parent = next.flatMap({ parts[$0] }) {
                found.append(parent)
                next = parent.parent
            }
            return found
        }
    }
}
