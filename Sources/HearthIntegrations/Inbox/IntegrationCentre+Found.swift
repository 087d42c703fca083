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
            // A service that announces no thing any more has withdrawn its former one.
            guard let thing = thing(service) else { return forget(Self.key(service.type, service.name)) }
            let key = Self.key(service.type, service.name)
            see(thing, key: key, life: service.life)
            // The same once more may come from anyone, as often as they like.
            let isNews = announcements[key].map(service.differs(from:)) ?? true
            announcements[key] = inbox[thing.key] == nil ? nil : service
            heard(thing, isNews: isNews)
        case .gone(let type, let name): forget(Self.key(type, name))
        }
    }

    /// Takes a thing that was found in another way than by its announced service, such as at a broker.
    package func see(_ thing: FoundThing, life: Duration? = nil) { see(thing, key: nil, life: life) }

    /// Forgets a found thing.
    package func lose(_ key: String) {
        guard inbox.lose(key) else { return }
        noteChange()
    }

    private func forget(_ service: String) {
        announcements[service] = nil
        guard let key = keys.removeValue(forKey: service) else { return }
        let thing = inbox[key]
        loseUnannounced(key)
        if let thing { unheard(thing) }
    }

    /// Forgets a thing that no service announces any more.
    private func loseUnannounced(_ key: String) {
        guard !keys.values.contains(key) else { return }
        lose(key)
    }

    private static func key(_ type: String, _ name: String) -> String { KnownServices.key(type, name) }

    private func thing(_ service: NearbyService) -> FoundThing? {
        let responsible = kinds.filter { $0.serviceTypes.contains(service.type) }
        guard !responsible.isEmpty else { return KnownServices.found(service) }
        return responsible.lazy.compactMap { $0.found(service) }.first
    }

    private func see(_ thing: FoundThing, key service: String?, life: Duration?) {
        if let service {
            if let former = keys.updateValue(thing.key, forKey: service), former != thing.key {
                loseUnannounced(former)
            }
            if keys.count > 2 * Inbox.mostThings {
                keys = keys.filter { inbox[$0.value] != nil }
                announcements = announcements.filter { keys[$0.key] != nil }
            }
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
