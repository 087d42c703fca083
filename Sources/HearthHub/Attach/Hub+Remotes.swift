internal import HearthRPC
internal import HearthTraitCore
internal import Synchronization

/// `hearth.v1.ProviderService` on a hub.
struct ProviderServiceHandler: Hearth_V1_ProviderService {
    let hub: Hub

    func attach(
        _ requests: RPCReader<Hearth_V1_AttachRequest>, writer: RPCWriter<Hearth_V1_AttachResponse>,
        context: ServerContext
    ) async throws {
        try hub.checkRunning()
        // Calls go down the stream without waiting for it; how many there may be has a limit.
        let provider = RemoteProvider(hub: hub, stream: try writer.handOver())
        await provider.run(requests)
    }
}

extension Hub {
    /// Makes a provider the one of its name. One that was there before ends: its connection may be dead without anyone
    /// having noticed.
    ///
    /// - Throws: ``HubError`` `.resourceExhausted` when there are too many.
    func enter(_ provider: RemoteProvider, id: String) async throws(HubError) {
        let (isFull, previous) = catalog.withLock { catalog -> (Bool, RemoteProvider?) in
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

    func forget(_ provider: RemoteProvider, id: String) {
        catalog.withLock { catalog in
            if catalog.remotes[id] === provider { catalog.remotes[id] = nil }
        }
    }

    /// Returns after a time, or when the task is cancelled.
    func pause(_ time: Duration) async {
        let over = OneShot<Void>()
        let waiting = clock.schedule(after: time) { over.set(()) }
        _ = await over.wait()
        waiting.cancel()
    }
}
