internal import HearthTraitCore

// What was found nearby.
extension IntegrationCentre {
    /// The types of services to browse for.
    package nonisolated var serviceTypes: [String] {
        Set(kinds.flatMap(\.serviceTypes)).union(KnownServices.ecosystems.keys).sorted()
    }

    /// Follows the announced services until their sequence ends.
    package func follow(_ news: AsyncStream<ServiceNews>) async {
        for await change in news { take(change) }
    }

    /// Takes one change of the announced services.
    package func take(_ news: ServiceNews) {
        switch news {
        case .seen(let service):
            guard let thing = thing(service) else { return }
            see(thing, key: Self.key(service.type, service.name), life: service.life)
        case .gone(let type, let name):
            let service = Self.key(type, name)
            for key in keys.removeValue(forKey: service) ?? [] where !keys.values.contains(where: { $0.contains(key) })
            {
                lose(key)
            }
        }
    }

    /// Takes a thing that was found in another way than by its announced service, such as at a broker.
    package func see(_ thing: FoundThing, life: Duration? = nil) { see(thing, key: nil, life: life) }

    /// Forgets a found thing.
    package func lose(_ key: String) {
        guard inbox.lose(key) else { return }
        noteChange()
    }

    private static func key(_ type: String, _ name: String) -> String { KnownServices.key(type, name) }

    private func thing(_ service: AnnouncedService) -> FoundThing? {
        let responsible = kinds.filter { $0.serviceTypes.contains(service.type) }
        guard !responsible.isEmpty else { return KnownServices.found(service) }
        return responsible.lazy.compactMap { $0.found(service) }.first
    }

    private func see(_ thing: FoundThing, key service: String?, life: Duration?) {
        if let service {
            keys[service, default: []].insert(thing.key)
            if keys.count > 2 * Inbox.mostThings { keys = keys.filter { !$0.value.allSatisfy { inbox[$0] == nil } } }
        }
        let isNew = inbox.see(thing, at: clock.sinceEpoch, now: clock.now, life: life)
        planExpiry()
        if isNew { noteChange() }
    }

    private func planExpiry() {
        expiry?.cancel()
        expiry = inbox.nextExpiry.map { [clock] time in
            clock.schedule(after: max(time - clock.now, .zero)) { [weak self] in await self?.expire() }
        }
    }

    private func expire() {
        if inbox.expire(now: clock.now) { noteChange() }
        if !isStopped { planExpiry() }
    }

    func found(_ key: String) -> FoundThing? { inbox[key] }
}
