internal import HearthBase
internal import HearthEntities
internal import HearthHomeState
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

extension IntegrationCentre {
    /// Changes the name or settings of an integration, and runs it with them.
    ///
    /// - Parameters:
    ///   - name: the new name; nil keeps the name.
    ///   - changes: the settings and secrets to change; an empty value deletes one.
    ///   - former: the settings that it must still have; nil for any.
    ///   - caller: the person who changes it; nil for the hub itself.
    /// - Throws: ``HubError``: `.notFound`, `.invalidArgument` for a name or value, `.alreadyExists` for a taken name
    ///   or exclusive setting, `.aborted` for other settings than the former ones.
    func change(
        _ id: String, name: String?, by changes: IntegrationSettings, from former: IntegrationSettings? = nil,
        as caller: Caller? = nil
    ) async throws(HubError) {
        try await edit { () throws(HubError) in
            let integration = try await self.integration(id)
            guard former.map({ $0 == integration.settings }) ?? true else {
                throw HubError(.aborted, "its settings were changed meanwhile")
            }
            var stored = integration.stored
            if let name { stored.name = try await self.checked(name: name, except: id) }
            var settings = integration.settings.changed(by: changes)
            if settings != integration.settings {
                guard let kind = self.kind(stored.kind) else {
                    throw HubError(
                        .failedPrecondition, "this hub has no integration of the kind \(stored.kind); update the hub")
                }
                settings = try Self.completed(settings, of: integration, kind)
                _ = try settings.checked(for: kind)
                try await self.checkIsFree(settings, kind) { $0.stored.id != id }
            }
            stored.settings = settings.values
            stored.secrets = settings.secrets
            guard stored != integration.stored else { return }
            try await self.commit(
                [.put(stored)], Self.words(from: integration.stored, to: stored), of: id, as: caller)
            await self.replace(stored)
            let kind = self.kind(stored.kind)
            let isNamed = stored.name != integration.stored.name && kind?.actsByName ?? false
            guard settings != integration.settings || isNamed else { return }
            let isLeaving = kind?.isElsewhere(settings, than: integration.settings) ?? false
            // Without a run nothing was published at the old broker.
            await self.end(id, withdrawing: isLeaving && integration.run != nil)
            await self.loseFindings(of: id)
            await self.begin(id)
        }
    }

    /// Removes an integration with its devices, settings and secrets. If the same thing is added again, it gets the same
    /// ID, and its devices are the same ones again.
    ///
    /// - Parameters:
    ///   - forgetting: whether the hub keeps nothing of it.
    ///   - things: found things to ignore again.
    ///   - caller: the person who removes it; nil for the hub itself.
    /// - Returns: IDs of its devices.
    /// - Throws: ``HubError``: `.notFound` if there is none.
    func remove(
        _ id: String, forgetting: Bool = false, ignoring things: [StoredIgnoredThing] = [], as caller: Caller? = nil
    ) async throws(HubError) -> [String] {
        try await edit { () throws(HubError) in
            try await self.removeAlone(id, forgetting: forgetting, ignoring: things, as: caller)
        }
    }

    /// Removes an integration within an edit, as ``remove(_:forgetting:ignoring:as:)`` does.
    ///
    /// - Parameter isReplaced: whether the same thing is added again at once, so that what is left there stays.
    func removeAlone(
        _ id: String, forgetting: Bool, isReplaced: Bool = false, ignoring things: [StoredIgnoredThing] = [],
        as caller: Caller?
    ) async throws(HubError) -> [String] {
        let integration = try integration(id)
        await end(id, withdrawing: !isReplaced)
        do throws(HubError) {
            let words = "removed the integration \(quoted(integration.stored.name)) with its devices"
            try await leave(integration.stored, forgetting: forgetting, ignoring: things, words, as: caller)
        } catch {
            begin(id)
            // What the link has taken back is gone all the same.
            throw HubError(error.code, "\(error.message); remove it again", cause: error)
        }
        drop(id)
        do {
            return try await hub.removeDevices(
                ofIntegration: id, idPrefix: integration.idPrefix, forgetting: forgetting)
        } catch {
            throw HubError(
                .internal, "the integration is removed, but not its devices, which follow at the hub's next start",
                cause: error)
        }
    }

    /// Stores the removal of an integration.
    private func leave(
        _ integration: StoredIntegration, forgetting: Bool, ignoring things: [StoredIgnoredThing], _ words: String,
        as caller: Caller?
    ) async throws(HubError) {
        let (hidden, hidings) = ignoring(things)
        var next = former
        var changes = [IntegrationChange.remove(id: integration.id)]
        if !forgetting {
            let time = clock.sinceEpoch
            let dropped = next.add(integration, at: time)
            changes = [.retire(id: integration.id, at: time)] + dropped.map { .remove(id: $0) }
        }
        try await commit(changes + hidings, words, of: integration.id, as: caller)
        former = next
        ignored = hidden
    }

    /// Forgets the integrations that were removed too long ago, now and each day. It uses the hub's time of retention,
    /// so a machine's clock that is ahead for a while forgets none.
    func forgetFormer() async {
        let time = hub.retentionTime
        // After other edits, as one may be coming back.
        await edits.run { () async throws(Never) in
            await self.forgetFormer(removedBefore: time - FormerIntegrations.life)
        }
        guard !isStopped else { return }
        formerExpiry = clock.schedule(after: .seconds(86_400)) { [weak self] in await self?.forgetFormer() }
    }

    private func forgetFormer(removedBefore time: Duration) async {
        let expired = former.ids(removedBefore: time)
        guard !expired.isEmpty else { return }
        do throws(HubError) {
            try await commit(expired.map { .remove(id: $0) })
            former.remove(expired)
        } catch {
            notice("\(expired.count) removed integrations are kept longer than 90 days: \(error)")
        }
    }

    /// Connects with the settings of an integration, beside the running connection.
    ///
    /// - Parameter changes: values to try in place of the stored ones.
    /// - Throws: ``HubError``: `.notFound` if there is none, `.invalidArgument` for a value,
    ///   `.failedPrecondition` if a secret was lost.
    func test(_ id: String, with changes: IntegrationSettings) async throws(HubError) -> Result<
        ProbedDevices, IntegrationFailure
    > {
        let integration = try self.integration(id)
        guard let kind = kind(integration.stored.kind) else {
            throw HubError(.failedPrecondition, "this hub has no integration of the kind \(integration.stored.kind)")
        }
        let changed = integration.settings.changed(by: changes)
        if let missing = changed.lostSecret(of: kind) {
            throw HubError(.failedPrecondition, "\(missing.lossReason); give it again, or delete it")
        }
        let settings = try Self.completed(changed, of: integration, kind).checked(for: kind)
        let work = Addition.Work(
            probe: { reached async throws(IntegrationFailure) in
                try await kind.probe(settings, isAddition: false, reached: reached)
            })
        let machine = await Addition(work, isTest: true, clock: clock).run()
        switch (machine.state, machine.probed) {
        case (.done, let devices?): return .success(devices)
        case (.failed(let failure), _): return .failure(failure.redacted(by: settings))
        default: throw HubError(.cancelled, "the test was cancelled")
        }
    }

    /// Throws if another integration has what only one may have.
    ///
    /// - Parameter counts: whether an integration is another one.
    func checkIsFree(
        _ settings: IntegrationSettings, _ kind: any IntegrationKind, among counts: (AddedIntegration) -> Bool
    ) throws(HubError) {
        guard let wanted = kind.exclusive(settings),
            let other = added.first(where: { counts($0) && self.kind($0.stored.kind)?.exclusive($0.settings) == wanted }
            )
        else { return }
        throw HubError(
            .alreadyExists,
            "\(quoted(other.stored.name)) has \(wanted.value); give another \(wanted.field), as only one may have it")
    }

    /// Changed settings of an integration as its kind completes them.
    private static func completed(
        _ settings: IntegrationSettings, of integration: AddedIntegration, _ kind: any IntegrationKind
    ) throws(HubError) -> IntegrationSettings {
        do throws(IntegrationFailure) {
            return try kind.completed(settings, changing: integration.settings)
        } catch {
            throw HubError(.invalidArgument, "\(error.message); \(error.wayOut)", cause: error)
        }
    }

    /// What a change does, for the audit log: the fields without their values.
    private static func words(from old: StoredIntegration, to new: StoredIntegration) -> String {
        var words: [String] = []
        if old.name != new.name { words.append("renamed the integration \(quoted(old.name)) to \(quoted(new.name))") }
        let settings = Set(old.settings.keys).union(new.settings.keys).filter { old.settings[$0] != new.settings[$0] }
        let secrets = Set(old.secrets.keys).union(new.secrets.keys).filter { old.secrets[$0] != new.secrets[$0] }
        let fields = settings.sorted() + secrets.sorted()
        if !fields.isEmpty {
            words.append("changed \(fields.joined(separator: ", ")) of the integration \(quoted(new.name))")
        }
        return words.joined(separator: ", and ")
    }

    // MARK: Parts

    /// Runs an edit after all earlier ones.
    private func edit<R: Sendable>(
        _ body: @Sendable () async throws(HubError) -> R
    ) async throws(HubError) -> R {
        try await edits.run(body)
    }

    func integration(_ id: String) throws(HubError) -> AddedIntegration {
        guard let integration = added.first(where: { $0.stored.id == id }) else {
            throw HubError(.notFound, "there is no integration \(quotedBeginning(id))")
        }
        return integration
    }

    /// A name that no other integration has.
    func checked(name: String, except id: String) throws(HubError) -> String {
        let name = try NameRules.checked(name, for: "the integration")
        guard !isTaken(name, except: id) else {
            throw HubError(.alreadyExists, "another integration is called \(quoted(name)); choose another name")
        }
        return name
    }

    /// A name for an added integration, with a number if others have it.
    func free(_ name: String, except id: String) -> String {
        guard isTaken(name, except: id) else { return name }
        let base = String(name.prefix(NameRules.maxLength - 4))
        return (2...added.count + 2).lazy.map { "\(base) \($0)" }.first { !isTaken($0, except: id) } ?? name
    }

    private func isTaken(_ name: String, except id: String) -> Bool {
        added.contains { $0.stored.id != id && NameRules.key($0.stored.name) == NameRules.key(name) }
    }

    /// Stores changes.
    ///
    /// - Parameters:
    ///   - words: what a person did, for the audit log.
    ///   - caller: the person; nil for the hub itself, whose changes are not in the audit log.
    func commit(
        _ changes: [IntegrationChange], _ words: String = "", of id: String = "", as caller: Caller? = nil
    ) async throws(HubError) {
        let rows = caller.map { [hub.auditRow(ofIntegration: id, words, by: $0)] } ?? []
        do throws(StoreError) {
            try await store.commit(StoreTransaction(rows, integrations: changes))
        } catch {
            throw HubError(error, "the change could not be stored and was not made")
        }
    }
}
