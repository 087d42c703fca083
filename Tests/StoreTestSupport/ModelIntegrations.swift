internal import HearthStore

/// Integrations as a ``ModelStore`` keeps them.
struct ModelIntegrations: Sendable {
    private(set) var all: [StoredIntegration] = []
    private(set) var ignored: [StoredIgnoredThing] = []

    mutating func apply(_ change: IntegrationChange) throws(StoreError) {
        switch change {
        case .put(let new):
            let isTaken = all.contains { $0.id != new.id && $0.kind == new.kind && $0.identity == new.identity }
            guard !isTaken else {
                throw StoreError(.failed, "an integration of kind \(new.kind) has this identity; remove it first")
            }
            guard let index = all.firstIndex(where: { $0.id == new.id }) else {
                var new = new
                (new.memory, new.removedAt) = ([], nil)
                return all.append(new)
            }
            let memory = all[index].memory
            all[index] = new
            (all[index].memory, all[index].removedAt) = (memory, nil)
        case .remember(let id, let memory):
            if let index = present(id) { all[index].memory = memory }
        case .retire(let id, let time):
            guard let index = present(id) else { return }
            let known = all[index]
            all[index] = StoredIntegration(
                id: id, kind: known.kind, identity: known.identity, name: known.name, structureID: known.structureID,
                removedAt: time)
        case .remove(let id): all.removeAll { $0.id == id }
        case .ignore(let thing):
            guard let index = ignored.firstIndex(where: { $0.key == thing.key }) else { return ignored.append(thing) }
            ignored[index] = thing
        case .unignore(let key): ignored.removeAll { $0.key == key }
        }
    }

    private func present(_ id: String) -> Int? { all.firstIndex { $0.id == id && $0.removedAt == nil } }
}
