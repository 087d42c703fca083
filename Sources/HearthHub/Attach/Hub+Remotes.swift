internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// `hearth.v1.ProviderService` on a hub.
struct ProviderServiceHandler: Hearth_V1_ProviderService {
    let hub: Hub

    func attach(
        _ requests: RPCReader<Hearth_V1_AttachRequest>, writer: RPCWriter<Hearth_V1_AttachResponse>,
        context: ServerContext
    ) async throws {
        try hub.checkRunning()
        // Calls are written without waiting for the stream; their number is limited.
        let provider = RemoteProvider(hub: hub, principal: context.principal, stream: try writer.handOver())
        await provider.run(requests)
    }
}

extension Hub {
    /// Checks that a caller may use a provider id. An id belongs to the client that used it first, so that no other can
    /// take its devices; the owner may use any.
    ///
    /// - Throws: ``HubError`` `.permissionDenied` for another client's id, `.resourceExhausted` for too many ids; an
    ///   error if the binding can't be stored.
    func admit(provider id: String, of principal: Principal) async throws {
        guard !principal.isHubOwner else { return }
        try await edits.run {
            let (owner, count) = catalog.withLock { catalog in
                (catalog.providerOwners[id], catalog.providerOwners.count { $0.value == principal.id })
            }
            guard owner != principal.id else { return }
            let isTaken =
                catalog.withLock { $0.makerTraits.values.contains { $0.owner == id } }
                || cells.contains { $0.read { $0.devices.contains { $0.providerID == id } } }
            guard owner == nil, !isTaken else {
                throw HubError(
                    .permissionDenied,
                    "the provider id \(quoted(id)) does not belong to \(quoted(principal.id)); use an id of your own")
            }
            guard count < limits.idsPerProvider else {
                throw HubError(
                    .resourceExhausted,
                    "\(quoted(principal.id)) has used \(count) provider ids, the most that it may; keep to one")
            }
            try await commit([.putProvider(id: id, principal: principal.id)])
            catalog.withLock { $0.providerOwners[id] = principal.id }
        }
    }

    /// Registers an attached provider under its id. An earlier call with the id ends, as its connection may be dead
    /// without having been noticed.
    ///
    /// - Throws: ``HubError`` `.resourceExhausted` if too many providers are attached.
    func enter(_ provider: any ProviderConnection, id: String) async throws(HubError) {
        let (isFull, previous) = catalog.withLock { catalog -> (Bool, (any ProviderConnection)?) in
            guard catalog.remotes[id] != nil || catalog.remotes.count < limits.providers else { return (true, nil) }
            return (false, catalog.remotes.updateValue(provider, forKey: id))
        }
        guard !isFull else {
            throw HubError(
                .resourceExhausted, "\(limits.providers) providers are attached, the most that may; detach one")
        }
        guard let previous else { return }
        previous.end(RPCError(.aborted, "another call with the provider id \(quoted(id)) took the place of this one"))
        await previous.waitUntilClosed()
    }

    func forget(_ provider: any ProviderConnection, id: String) {
        catalog.withLock { catalog in
            if catalog.remotes[id] === provider { catalog.remotes[id] = nil }
            catalog.traitUses[ObjectIdentifier(provider)] = nil
        }
    }

    /// Notes that a provider's numbered report was taken. It is confirmed once it is saved.
    func took(_ number: UInt64, of hello: Hearth_V1_AttachHello) {
        catalog.withLock { $0.runs.take(number, of: hello.providerID, run: hello.runID) }
        saveSoon()
    }

    /// The progress of a provider's run in earlier calls.
    func progress(of hello: Hearth_V1_AttachHello) -> ProviderRuns.Progress {
        catalog.withLock { $0.runs.progress(of: hello.providerID, run: hello.runID) }
    }

    /// Returns after a time, or when the task is cancelled.
    func pause(_ time: Duration) async {
        let over = Latch()
        let waiting = clock.schedule(after: time) { over.open() }
        _ = await over.wait()
        waiting.cancel()
    }
}
