internal import HearthStore

/// The removed integrations whose IDs are kept: the IDs of their devices begin with them, so the devices are the same ones
/// when the same thing is added again. A value, bounded in number and time.
struct FormerIntegrations: Sendable {
    /// The most integrations that are kept.
    static let most = 500
    /// How long one is kept: as long as the hub keeps what people made of its devices.
    static let life: Duration = .seconds(90 * 86_400)

    /// In the order of their removal.
    private var all: [StoredIntegration] = []

    init(_ stored: [StoredIntegration] = []) {
        all = stored.sorted { ($0.removedAt ?? .zero, $0.id) < ($1.removedAt ?? .zero, $1.id) }
    }

    var ids: [String] { all.map(\.id) }

    func has(_ id: String) -> Bool { all.contains { $0.id == id } }

    /// The integration of a thing that was removed; nil if it was never there.
    func integration(kind: String, identity: String) -> StoredIntegration? {
        all.first { $0.kind == kind && $0.identity == identity }
    }

    /// The IDs of those that were removed before a time.
    func ids(removedBefore time: Duration) -> [String] { all.filter { ($0.removedAt ?? .zero) < time }.map(\.id) }

    /// Adds a removed integration.
    ///
    /// - Returns: the IDs of those that are forgotten for it.
    mutating func add(_ integration: StoredIntegration, at time: Duration) -> [String] {
        let surplus = all.prefix(max(all.count + 1 - Self.most, 0))
        all.removeFirst(surplus.count)
        all.append(
            StoredIntegration(
                id: integration.id, kind: integration.kind, identity: integration.identity, name: integration.name,
                structureID: integration.structureID, removedAt: time))
        return surplus.map(\.id)
    }

    /// Takes integrations out: they are added again, or forgotten.
    mutating func remove(_ ids: [String]) { all.removeAll { ids.contains($0.id) } }
}
