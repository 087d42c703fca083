internal import HearthBase
internal import HearthEntities
internal import HearthHomeState
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

extension IntegrationCentre {
    /// Adds an integration. Cancelling the task cancels the addition.
    ///
    /// - Parameters:
    ///   - caller: the person who adds it; nil for the hub itself.
    ///   - report: called with each step that begins.
    /// - Returns: the ID of the integration, or why it was not added.
    /// - Throws: ``HubError``: `.notFound` for an unknown kind, thing or structure, `.invalidArgument` for a name or
    ///   value, `.alreadyExists` for a taken name or exclusive setting, `.failedPrecondition` for a thing that is not supported and on a
    ///   hub without structures, `.resourceExhausted` for too many integrations, `.cancelled`.
    func add(
        _ order: AddingOrder, as caller: Caller? = nil, report: @escaping @Sendable (AddingStep) async -> Void
    ) async throws(HubError) -> Result<String, IntegrationFailure> {
        guard !isStopped else { throw HubError.isEnding }
        guard added.count < Self.mostIntegrations else {
            throw HubError(
                .resourceExhausted, "the hub has \(added.count) integrations, the most it may have; remove one")
        }
        let (kind, announced) = try kind(for: order)
        let settings = try announced.changed(by: order.settings).checked(for: kind)
        // An emptied integration makes room for its thing, which may have its name.
        let emptied = added.first {
            $0.stored.kind == kind.id && NameRules.key($0.stored.name) == NameRules.key(order.name) && isEmptied($0)
        }
        let name = order.name.isEmpty ? nil : try checked(name: order.name, except: emptied?.stored.id ?? "")
        try checkIsFree(settings, kind) { $0.stored.kind != kind.id || !self.isEmptied($0) }
        guard !hub.structureIDs.isEmpty else {
            throw HubError(
                .failedPrecondition, "the hub has no structure for the devices; create one first")
        }
        if !order.structureID.isEmpty, !hub.structureIDs.contains(order.structureID) {
            throw HubError(.notFound, "there is no structure \(quotedBeginning(order.structureID))")
        }
        let feed = OneAddition(id: freeID(kind))
        let work = Addition.Work(
            report: report,
            probe: { reached async throws(IntegrationFailure) in
                try await kind.probe(settings, isAddition: true, reached: reached)
            },
            store: { devices async throws(IntegrationFailure) in
                let stored = try await self.store(
                    devices, feed.id, kind, name: name, settings, of: order, as: caller)
                feed.stored(as: stored.id, showing: stored.shown)
            },
            attach: { () async throws(IntegrationFailure) in
                let id = feed.id
                // Alone: a change or a removal meanwhile would have other settings than the other end gets.
                try await self.edits.run { () async throws(IntegrationFailure) in
                    try await self.claim(id, kind)
                    // An edit may have begun it since it was stored.
                    await self.end(id)
                    await self.begin(
                        id, attached: { feed.take(.attached) }, described: { feed.take(.described($0)) },
                        failed: { health in
                            guard let failure = IntegrationFailure(attachingEndedWith: health) else { return }
                            feed.take(.failed(failure))
                        })
                }
            },
            undo: { await self.undo(feed.id, forgetting: feed.isNew, ignoring: feed.shown, as: caller) })
        let addition = Addition(work, clock: clock)
        feed.set(addition)
        let number = enter(addition)
        let machine = await addition.run()
        // The run of the integration keeps the feed, which must not keep the addition.
        feed.set(nil)
        leave(number)
        let id = feed.id
        let left = try? integration(id).stored
        switch machine.state {
        case .done: return .success(id)
        case .failed(let failure):
            let redacted = failure.redacted(by: settings)
            return .failure(left.map { redacted.leaving($0) } ?? redacted)
        case .cancelled, .idle, .at:
            if let left {
                throw HubError(
                    .cancelled,
                    "the addition was cancelled, but the integration \(quoted(left.name)) is still there; remove it")
            }
            throw HubError(.cancelled, "the addition was cancelled; nothing was added")
        }
    }

    /// The kind of an order, and the settings that its thing announces, with the secrets that the hub knows already.
    private func kind(
        for order: AddingOrder
    ) throws(HubError) -> (kind: any IntegrationKind, announced: IntegrationSettings) {
        var kindID = order.kind
        var announced = IntegrationSettings()
        if !order.foundKey.isEmpty {
            guard let thing = found(order.foundKey) else {
                throw HubError(
                    .notFound, "\(quotedBeginning(order.foundKey)) is not found any more; add it by its address")
            }
            guard thing.readiness != .notSupported else {
                throw HubError(
                    .failedPrecondition, "\(quoted(thing.name)) speaks \(thing.kind), which is not supported yet")
            }
            guard kindID.isEmpty || kindID == thing.kind else {
                throw HubError(.invalidArgument, "\(quoted(thing.name)) is of the kind \(thing.kind), not \(kindID)")
            }
            kindID = thing.kind
            announced = IntegrationSettings(
                values: thing.settings, secrets: sharedSecrets(thing, order.settings))
        }
        guard let kind = kind(kindID) else {
            let known = kinds.map(\.id).joined(separator: ", ")
            throw HubError(
                .notFound,
                "there is no kind of integration \(quotedBeginning(kindID)); "
                    + (known.isEmpty ? "this hub has none" : "there are \(known)"))
        }
        return (kind, announced)
    }

    /// An ID that no integration has or has had devices with.
    private func freeID(_ kind: any IntegrationKind) -> String {
        let used = Set(hub.integrationDevices().keys).union(added.map(\.stored.id)).union(former.ids)
        while true {
            let id = kind.id + "-" + RandomID.make().prefix(8)
            if !used.contains(id) { return id }
        }
    }

    /// Stores a new integration.
    ///
    /// - Parameter id: the ID of something that was never added before.
    /// - Returns: the ID of the integration, and the things that are not ignored any more.
    private func store(
        _ devices: ProbedDevices, _ id: String, _ kind: any IntegrationKind, name: String?,
        _ settings: IntegrationSettings, of order: AddingOrder, as caller: Caller?
    ) async throws(IntegrationFailure) -> (id: String, shown: [StoredIgnoredThing]) {
        let outcome: StoringOutcome
        do throws(HubError) {
            outcome = try await edits.run { () async throws(HubError) -> StoringOutcome in
                try await self.storeAlone(devices, id, kind, name: name, settings, of: order, as: caller)
            }
        } catch {
            throw IntegrationFailure(
                .refusedByHub, error.message, wayOut: "correct what the hub names, and try again", cause: error)
        }
        switch outcome {
        case .stored(let id, let shown): return (id, shown)
        case .addedBefore(let other):
            throw IntegrationFailure(
                .addedAlready, "it was added before, as \(quoted(other.name))",
                wayOut: "change the settings of \(quoted(other.name)) instead", integrationID: other.id)
        }
    }

    /// What storing a new integration came to.
    private enum StoringOutcome: Sendable {
        /// It is stored, and some things are not ignored any more.
        case stored(id: String, shown: [StoredIgnoredThing])
        /// Another one has its identity.
        case addedBefore(StoredIntegration)
    }

    /// Stores a new integration, alone.
    ///
    /// - Returns: whether it is stored. An integration with its identity whose devices people have removed is replaced,
    ///   and its devices come back.
    private func storeAlone(
        _ devices: ProbedDevices, _ id: String, _ kind: any IntegrationKind, name: String?,
        _ settings: IntegrationSettings, of order: AddingOrder, as caller: Caller?
    ) async throws(HubError) -> StoringOutcome {
        let other = added.first { $0.stored.kind == kind.id && $0.stored.identity == devices.identity }
        if let other, !isEmptied(other) { return .addedBefore(other.stored) }
        let before = other?.stored ?? former.integration(kind: kind.id, identity: devices.identity)
        let id = before?.id ?? id
        // Its devices return to their home, so that those that it has gained meanwhile belong there as well.
        let home = before.flatMap { hub.structureIDs.contains($0.structureID) ? $0.structureID : nil } ?? ""
        let name = try name.map { name throws(HubError) in try checked(name: name, except: id) }
        var learnt = settings
        for (field, value) in devices.settings { learnt.values[field] = value }
        for (field, secret) in devices.secrets { learnt.secrets[field] = secret }
        learnt = try learnt.checked(for: kind)
        let stored = StoredIntegration(
            id: id, kind: kind.id, identity: devices.identity,
            name: name ?? free(before?.name ?? NameRules.fitted(devices.name, fallback: kind.title), except: id),
            structureID: order.structureID.isEmpty ? home : order.structureID, settings: learnt.values,
            secrets: learnt.secrets, memory: other?.stored.memory ?? [])
        guard !isStopped else { throw HubError.isEnding }
        // After all checks, as it can't be undone.
        if other != nil { _ = try await removeAlone(id, forgetting: false, isReplaced: true, as: caller) }
        var changes = [IntegrationChange.put(stored)]
        if !stored.memory.isEmpty { changes.append(.remember(id: id, stored.memory)) }
        let shown = ignored.things(of: stored, foundKey: order.foundKey)
        changes += shown.map { .unignore(key: $0.key) }
        try await commit(changes, "added the integration \(quoted(stored.name))", of: id, as: caller)
        ignored.remove(shown.map(\.key))
        append(stored)
        setUnclaimed(true, id)
        former.remove([id])
        return .stored(id: id, shown: shown)
    }

    /// Changes the other end of a new integration as its settings ask for, to the end, also when the addition or the hub
    /// ends: a change that is cut short can't be taken back.
    private func claim(_ id: String, _ kind: any IntegrationKind) async throws(IntegrationFailure) {
        // Nil if an edit has removed it since it was stored.
        guard let integration = added.first(where: { $0.stored.id == id }) else { return }
        // Cancelled before it began: what undoes the addition then leaves the other end alone.
        guard !Task.isCancelled else { return }
        setUnclaimed(false, id)
        let claiming = Task { () async -> IntegrationFailure? in
            do throws(IntegrationFailure) {
                try await kind.claim(integration.settings, identity: integration.stored.identity)
                return nil
            } catch {
                return error
            }
        }
        guard let failure = await claiming.value else { return }
        setUnclaimed(true, id)
        throw failure
    }

    private func setUnclaimed(_ isUnclaimed: Bool, _ id: String) {
        guard let index = added.firstIndex(where: { $0.stored.id == id }) else { return }
        added[index].isUnclaimed = isUnclaimed
    }

    /// Removes what an addition has stored and added, and ignores again what was ignored before.
    private func undo(_ id: String, forgetting: Bool, ignoring things: [StoredIgnoredThing], as caller: Caller?) async {
        guard (try? integration(id)) != nil else { return }
        do {
            _ = try await remove(id, forgetting: forgetting, ignoring: things, as: caller)
        } catch {
            notice("the integration \(id), whose addition failed, is not removed: \(error)")
        }
    }
}

/// What is known of an integration that is being added, and its addition, which is made after the sources of its events.
private final class OneAddition: Sendable {
    private struct Stored {
        var id: String
        var shown: [StoredIgnoredThing] = []
    }

    private let addition = Mutex<Addition?>(nil)
    private let newID: String
    private let state: Mutex<Stored>

    init(id: String) {
        newID = id
        state = Mutex(Stored(id: id))
    }

    /// Whether it was never added before.
    var isNew: Bool { id == newID }

    /// The ID of the integration. That of something new, until a probe has told that the same thing was added before.
    var id: String { state.withLock { $0.id } }

    /// The things that were ignored until it was stored.
    var shown: [StoredIgnoredThing] { state.withLock { $0.shown } }

    /// Notes that it is stored.
    func stored(as id: String, showing shown: [StoredIgnoredThing]) {
        state.withLock { $0 = Stored(id: id, shown: shown) }
    }

    /// - Parameter addition: nil if events have no effect any more.
    func set(_ addition: Addition?) { self.addition.withLock { $0 = addition } }

    func take(_ event: AddingMachine.Event) { addition.withLock { $0 }?.take(event) }
}

extension IntegrationFailure {
    /// The failure of an addition whose integration could not be removed again.
    func leaving(_ integration: StoredIntegration) -> IntegrationFailure {
        var failure = self
        failure.message += "; the integration \(quoted(integration.name)) is still there"
        failure.wayOut = "remove the integration \(quoted(integration.name)), and try again"
        failure.integrationID = integration.id
        return failure
    }

    /// The failure of an addition whose link has this health; nil while it may still become better.
    fileprivate init?(attachingEndedWith health: LinkHealth) {
        guard case .needsAttention(let reason, let wayOut) = health else { return nil }
        self.init(.refusedByHub, reason, wayOut: wayOut)
    }

    /// The same failure in words without secrets.
    func redacted(by settings: IntegrationSettings) -> IntegrationFailure {
        var failure = self
        failure.message = settings.redacted(message)
        failure.wayOut = settings.redacted(wayOut)
        return failure
    }
}
