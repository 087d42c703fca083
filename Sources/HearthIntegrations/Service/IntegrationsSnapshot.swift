internal import HearthWire

/// All integrations, found and ignored things at one moment, as messages.
struct IntegrationsSnapshot: Hashable, Sendable {
    var integrations: [Hearth_V1_Integration] = []
    var found: [Hearth_V1_FoundDevice] = []
    /// ``Inbox/Entry/removals`` by the keys of found things; none for 0.
    var removals: [String: UInt64] = [:]
    var ignored: [Hearth_V1_IgnoredDevice] = []

    /// The first message of a watch.
    var whole: Hearth_V1_WatchIntegrationsResponse {
        Hearth_V1_WatchIntegrationsResponse(
            isSnapshot: true, integrations: integrations, found: found, ignored: ignored)
    }

    /// What has changed since an earlier moment; nil for nothing. That a thing was seen again is no
    /// change; that it was added and removed again is one.
    func changes(since earlier: IntegrationsSnapshot) -> Hearth_V1_WatchIntegrationsResponse? {
        let formerIntegrations = Dictionary(earlier.integrations.map { ($0.id, $0) }) { first, _ in first }
        let formerFound = Dictionary(earlier.found.map { ($0.key, $0.unseen) }) { first, _ in first }
        let formerIgnored = Dictionary(earlier.ignored.map { ($0.key, $0) }) { first, _ in first }
        let (ids, keys) = (Set(integrations.map(\.id)), Set(found.map(\.key)))
        let ignoredKeys = Set(ignored.map(\.key))
        let changes = Hearth_V1_WatchIntegrationsResponse(
            integrations: integrations.filter { formerIntegrations[$0.id] != $0 },
            removedIntegrationIDs: earlier.integrations.map(\.id).filter { !ids.contains($0) },
            found: found.filter {
                formerFound[$0.key] != $0.unseen || removals[$0.key] != earlier.removals[$0.key]
            },
            lostKeys: earlier.found.map(\.key).filter { !keys.contains($0) },
            ignored: ignored.filter { formerIgnored[$0.key] != $0 },
            unignoredKeys: earlier.ignored.map(\.key).filter { !ignoredKeys.contains($0) })
        return changes == Hearth_V1_WatchIntegrationsResponse() ? nil : changes
    }
}

extension Hearth_V1_FoundDevice {
    /// The thing without the time when it was seen.
    fileprivate var unseen: Hearth_V1_FoundDevice {
        var thing = self
        thing.seenAt = nil
        return thing
    }
}
