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
            registrar: registrar, principal: context.principal, stream: try writer.handOver())
        await provider.run(requests)
    }
}
