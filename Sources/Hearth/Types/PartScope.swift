internal import HearthTraitCore

/// Which parts of a device count.
struct PartScope: Hashable, Sendable {
    /// The part whose parts are meant, however deep; nil for those of the whole device.
    var within: UInt16?
    /// Whether a part within another one of the same type is left to that one.
    var topmostOnly = false

    /// The parts that count, by rising endpoint.
    func parts(in endpoints: [DeviceEndpoint]) -> [DeviceEndpoint] {
        let sorted = endpoints.sorted { $0.id < $1.id }
        guard let within else { return sorted }
        let tree = Tree(endpoints)
        return sorted.filter { part in
            part.id != within && tree.ancestors(of: part).contains { $0.id == within }
        }
    }

    /// Those that are of a type.
    func parts(in endpoints: [DeviceEndpoint], of type: UInt32) -> [DeviceEndpoint] {
        let parts = parts(in: endpoints)
        let fitting = parts.filter { $0.isOf(type) }
        guard topmostOnly else { return fitting }
        let tree = Tree(parts)
        return fitting.filter { part in !tree.ancestors(of: part).contains { $0.isOf(type) } }
    }

    private struct Tree {
        private let parts: [UInt16: DeviceEndpoint]

        init(_ endpoints: [DeviceEndpoint]) {
            parts = Dictionary(endpoints.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The parts that a part is within, the nearest first. As many at most as there are parts: a hub may say of two
        /// that each is within the other.
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
