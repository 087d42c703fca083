internal import HearthRPC
internal import HearthWire

/// `hearth.v1.ProviderService` on a hub.
struct ProviderServiceHandler: Hearth_V1_ProviderService {
    let registrar: DeviceRegistrar

    func attach(
        _ requests: RPCReader<Hearth_V1_AttachRequest>, writer: RPCWriter<Hearth_V1_AttachResponse>,
        context: ServerContext
    ) async throws {
        try registrar.directory.checkRunning()
        // Calls are written without waiting for the stream; their number is limited.
        let provider = RemoteProvider(
            registrar: registrar, principal: context.principal, peer: context.peer, stream: try writer.handOver())
        await provider.run(requests)
    }

    func feed(
        _ requests: RPCReader<Hearth_V1_FeedRequest>, writer: RPCWriter<Hearth_V1_FeedResponse>, context: ServerContext
    ) async throws {
        try registrar.directory.checkRunning()
        guard case .hello(let hello)? = try await requests.next()?.content else {
            throw RPCError(.invalidArgument, "the first message of a stream must be hello")
        }
        guard let provider = registrar.providers.remotes[hello.providerID] else { throw RemoteFeeds.unknownFeed }
        try await provider.feed(hello.feedID, of: context.principal, requests, writer)
    }
}
