public import HearthTraitCore
internal import HearthTraitCatalog

extension Home {
    /// The commands that cameras send to this program as the requestor of sessions over WebRTC, in Matter's shape. An app that
    /// sends `provideOffer` of WebRTCTransportProvider gets the answer and the end of its session here:
    ///
    /// ```swift
    /// let commands = try home.commands(to: Matter.WebRTCTransportRequestorTrait.self, endpoint: 1)
    /// let session = try await camera.provideOffer(
    ///     webRTCSessionID: nil, sdp: offer, streamUsage: .liveView, originatingEndpointID: 1)
    /// for await case .answer(let answer) in commands where answer.webRTCSessionID == session.webRTCSessionID {
    ///     try await show(answer.sdp)
    /// }
    /// ```
    ///
    /// The answer may come before `provideOffer` returns. Commands wait until the app reads them. An app that
    /// stops reading does not end its sessions; it ends each with `endSession`.
    ///
    /// - Parameters:
    ///   - requestor: `Matter.WebRTCTransportRequestorTrait`.
    ///   - endpoint: what `provideOffer` names as `originatingEndpointID`. Default: 1.
    /// - Throws: `HomeError`: `.alreadyExists` while another reader has the endpoint, `.invalidArgument` for another trait.
    public func commands<Requestor: Trait>(
        to requestor: Requestor.Type, endpoint: UInt16 = 1
    ) throws(HomeError) -> AsyncStream<Requestor.Command> {
        let descriptor = Requestor.descriptor
        guard descriptor.id == 0x0554 else {
            throw HomeError(
                .invalidArgument,
                "cameras send no commands to \(descriptor.name); pass Matter.WebRTCTransportRequestorTrait")
        }
        let (commands, continuation) = AsyncStream<Requestor.Command>.makeStream()
        let requestors = connection.requestors
        let number = try requestors.add(endpoint: endpoint) { command in
            guard let schema = descriptor.commands.first(where: { $0.id == command.id }) else { return }
            let bytes = descriptor.encodeArguments(of: schema, command.arguments)
            if let command = try? Requestor.Command(id: command.id, serialized: bytes.span.bytes) {
                continuation.yield(command)
            }
        }
        continuation.onTermination = { [weak requestors] _ in requestors?.remove(number, endpoint: endpoint) }
        return commands
    }
}
