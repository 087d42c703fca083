internal import HearthStore
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

    /// Follows what an integration finds, until its link is stopped.
    ///
    /// - Parameter run: the run that the link is of.
    func follow(_ link: any FindingLink, of id: String, run: UInt64) async {
        await tell(link)
        let findings = link.findings()
        Task { [weak self] in
            for await things in findings { await self?.take(things, foundBy: id, run: run) }
        }
    }

    /// Takes all that an integration finds now. Settings that a thing shares with it are shown; secrets stay here.
    private func take(_ found: [FoundThing], foundBy id: String, run: UInt64) {
        // Nil once the integration is removed, and another run once its settings have changed.
        guard let finder = added.first(where: { $0.stored.id == id }), finder.runNumber == run else { return }
        let values = finder.settings.values
        let things = found.map { thing in
            var thing = thing
            // The same thing may be at several brokers.
            thing.key = "\(id)/\(thing.key)"
            thing.finder = id
            return thing
        }
        let keys = Set(things.map(\.key))
        for entry in inbox.all where entry.thing.finder == id && !keys.contains(entry.thing.key) {
            lose(entry.thing.key)
        }
        for thing in things {
            var thing = thing
            for field in thing.sharedFields where thing.settings[field] == nil { thing.settings[field] = values[field] }
            see(thing, key: nil, life: nil)
        }
    }

    /// Forgets what an integration has found that is removed, or that may lead elsewhere now.
    func loseFindings(of id: String) {
        for entry in inbox.all where entry.thing.finder == id { lose(entry.thing.key) }
    }

    /// What identifies the added integrations.
    private var addedIdentities: Set<IntegrationIdentity> {
        Set(added.map { IntegrationIdentity(kind: $0.stored.kind, identity: $0.stored.identity) })
    }

    /// Tells links that find integrations which ones are added.
    func tellFinders() {
        for link in added.compactMap({ $0.run?.finding }) { Task { await tell(link) } }
    }

    /// Tells a link which integrations are added, until it has heard of the last change: calls may overtake each other.
    private func tell(_ link: any FindingLink) async {
        var told: Set<IntegrationIdentity>
        repeat {
            told = addedIdentities
            await link.leave(to: told)
        } while told != addedIdentities
    }

    /// The secrets that a found thing shares with the integration that has found it; none if one of the shared settings
    /// differs now, as the secrets would go to another place.
    func sharedSecrets(_ thing: FoundThing, _ order: IntegrationSettings) -> [String: StoredSecret] {
        guard let finder = added.first(where: { $0.stored.id == thing.finder }) else { return [:] }
        let isElsewhere = thing.sharedFields.contains { field in
            (order.values[field] ?? thing.settings[field] ?? "") != (finder.settings[field] ?? "")
        }
        return isElsewhere ? [:] : finder.settings.secrets.filter { thing.sharedFields.contains($0.key) }
    }

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
