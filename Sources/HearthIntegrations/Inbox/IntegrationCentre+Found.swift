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
            guard let thing = thing(service) else { return withdraw(service.type, service.name) }
            let (isInboxNew, isNews) = nearby.announce(thing, by: service, at: clock.sinceEpoch, now: clock.now)
            planExpiry()
            if isInboxNew { noteChange() }
            heard(thing, isNews: isNews)
        case .gone(let type, let name): withdraw(type, name)
        }
    }

    /// Takes a thing that was found in another way than by its announced service, such as at a broker.
    package func see(_ thing: FoundThing, life: Duration? = nil) {
        let isNew = nearby.inbox.see(thing, at: clock.sinceEpoch, now: clock.now, life: life)
        planExpiry()
        if isNew { noteChange() }
    }

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
        if nearby.loseFindings(of: id, except: Set(things.map(\.key))) { noteChange() }
        for thing in things {
            var thing = thing
            for field in thing.sharedFields where thing.settings[field] == nil { thing.settings[field] = values[field] }
            see(thing)
        }
    }

    /// Forgets what an integration has found that is removed, or that may lead elsewhere now.
    func loseFindings(of id: String) {
        if nearby.loseFindings(of: id) { noteChange() }
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
        guard nearby.inbox.lose(key) else { return }
        noteChange()
    }

    private func withdraw(_ type: String, _ name: String) {
        let (thing, isInboxNew) = nearby.withdraw(type, name)
        if isInboxNew { noteChange() }
        if let thing { unheard(thing) }
    }

    private func thing(_ service: NearbyService) -> FoundThing? {
        let responsible = kinds.filter { $0.serviceTypes.contains(service.type) }
        guard !responsible.isEmpty else { return KnownServices.found(service) }
        return responsible.lazy.compactMap { $0.found(service) }.first
    }

    private func planExpiry() {
        expiry?.cancel()
        expiry = nearby.inbox.nextExpiry.map { [clock] time in
            clock.schedule(after: max(time - clock.now, .zero)) { [weak self] in await self?.expire() }
        }
    }

    private func expire() {
        if nearby.inbox.expire(now: clock.now) { noteChange() }
        if !isStopped { planExpiry() }
    }

    func found(_ key: String) -> FoundThing? { nearby.inbox[key] }
}
