/// The found things, and the announced services that some of them come from. Several services can announce one thing, and
/// not all need be true. A value; times are those of the clock that does not jump, except where they are since 1970.
struct NearbyThings: Sendable {
    var inbox = Inbox()
    /// The key of the thing that a service announced last, by service.
    private(set) var keys: [String: String] = [:]
    /// The services whose things are in the inbox.
    private var services: [String: NearbyService] = [:]

    /// Takes the announcement of a thing.
    ///
    /// - Parameters:
    ///   - time: now, since 1970.
    ///   - now: now.
    /// - Returns: whether the inbox has changed, and whether the service had not announced the thing so before.
    mutating func announce(
        _ thing: FoundThing, by service: NearbyService, at time: Duration, now: Duration
    ) -> (isInboxNew: Bool, isNews: Bool) {
        let id = Self.id(service.type, service.name)
        var isInboxNew = false
        if let former = keys.updateValue(thing.key, forKey: id), former != thing.key {
            isInboxNew = loseUnannounced(former)
        }
        if inbox.see(thing, at: time, now: now, life: service.life) { isInboxNew = true }
        if keys.count > 2 * Inbox.mostThings {
            keys = keys.filter { inbox[$0.value] != nil }
            services = services.filter { keys[$0.key] != nil }
        }
        // The same once more may come from anyone, as often as they like.
        let isNews = services[id].map(service.differs(from:)) ?? true
        services[id] = inbox[thing.key] == nil ? nil : service
        return (isInboxNew, isNews)
    }

    /// Forgets a service that is withdrawn or announces no thing any more.
    ///
    /// - Returns: the thing that it announced, if that was found, and whether the inbox has changed.
    mutating func withdraw(_ type: String, _ name: String) -> (thing: FoundThing?, isInboxNew: Bool) {
        let id = Self.id(type, name)
        services[id] = nil
        guard let key = keys.removeValue(forKey: id) else { return (nil, false) }
        let thing = inbox[key]
        return (thing, loseUnannounced(key))
    }

    /// The services that announce the thing with an identity.
    func services(ofKind kind: String, identity: String) -> [NearbyService] {
        guard let key = inbox.key(kind: kind, identity: identity) else { return [] }
        return keys.filter { $0.value == key }.keys.compactMap { services[$0] }
    }

    /// Forgets what an integration has found, except the things with some keys.
    ///
    /// - Returns: whether there was anything.
    mutating func loseFindings(of finder: String, except keys: Set<String> = []) -> Bool {
        let lost = inbox.all.map(\.thing).filter { $0.finder == finder && !keys.contains($0.key) }
        for thing in lost { _ = inbox.lose(thing.key) }
        return !lost.isEmpty
    }

    /// Forgets a thing that no service announces any more.
    private mutating func loseUnannounced(_ key: String) -> Bool { !keys.values.contains(key) && inbox.lose(key) }

    private static func id(_ type: String, _ name: String) -> String { KnownServices.key(type, name) }
}
