internal import HearthStore

/// Integrations as a ``ModelStore`` keeps them.
struct ModelIntegrations: Sendable {
    private(set) var all: [StoredIntegration] = []

    mutating func apply(_ change: IntegrationChange) throws(StoreError) {
        switch change {
        case .put(let new):
            let isTaken = all.contains { $0.id != new.id && $0.kind == new.kind && $0.identity == new.identity }
            guard !isTaken else {
                throw StoreError(.failed, "an integration of kind \(new.kind) has this identity; remove it first")
            }
            guard let index = all.firstIndex(where: { $0.id == new.id }) else {
                var new = new
                new.memory = []
                return all.append(new)
            }
            let memory = all[index].memory
            all[index] = new
            all[index].memory = memory
        case .remember(let id, let memory):
            if let index = all.firstIndex(where: { $0.id == id }) { all[index].memory = memory }
        case .remove(let id): all.removeAll { $0.id == id }
        }
    }
}
