internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore

// Found things that people do not want to see, such as a neighbour's lamp.
extension IntegrationCentre {
    /// Hides a found thing from those that are found, until it is shown again or added.
    ///
    /// - Parameter caller: the person who hides it; nil for the hub itself.
    /// - Throws: ``HubError``: `.notFound` if it is not found, `.failedPrecondition` if an integration has it.
    func ignore(_ key: String, as caller: Caller? = nil) async throws(HubError) {
        try await edits.run { () async throws(HubError) in try await self.ignoreAlone(key, as: caller) }
    }

    /// Shows an ignored thing again. Has no effect on others.
    ///
    /// - Parameter caller: the person who shows it; nil for the hub itself.
    func unignore(_ key: String, as caller: Caller? = nil) async throws(HubError) {
        try await edits.run { () async throws(HubError) in try await self.unignoreAlone(key, as: caller) }
    }

    private func ignoreAlone(_ key: String, as caller: Caller?) async throws(HubError) {
        guard !ignored.has(key) else { return }
        guard let thing = nearby.inbox[key] else {
            throw HubError(.notFound, "\(quotedBeginning(key)) is not found any more; there is nothing to ignore")
        }
        if let owner = owners(hub.integrationDevices())[thing.integrationIdentity] {
            throw HubError(
                .failedPrecondition,
                "\(quoted(thing.name)) was added as \(quoted(owner.stored.name)); remove this integration first")
        }
        // The store compares bytes, and the caller may have written the key in another normal form.
        let hidden = StoredIgnoredThing(
            key: thing.key, kind: thing.kind, identity: thing.identity, name: thing.name, maker: thing.maker,
            ignoredAt: clock.sinceEpoch)
        let (next, changes) = ignoring([hidden])
        try await commit(changes, "ignored the found device \(quoted(thing.name))", of: thing.key, as: caller)
        ignored = next
        noteChange()
    }

    /// The ignored things with others, and the changes that store them.
    func ignoring(_ things: [StoredIgnoredThing]) -> (next: IgnoredThings, changes: [IntegrationChange]) {
        var next = ignored
        var changes: [IntegrationChange] = []
        for thing in things where !next.has(thing.key) {
            let dropped = next.add(thing, isNear: { nearby.inbox[$0] != nil })
            changes += dropped.map { .unignore(key: $0) } + [.ignore(thing)]
        }
        return (next, changes)
    }

    private func unignoreAlone(_ key: String, as caller: Caller?) async throws(HubError) {
        guard let thing = ignored[key] else { return }
        let words = "showed the found device \(quoted(thing.name)) again"
        try await commit([.unignore(key: thing.key)], words, of: thing.key, as: caller)
        ignored.remove([thing.key])
        noteChange()
    }
}
