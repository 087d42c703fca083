internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

// Sessions over WebRTC in Matter's way: this program is the requestor, and the hub's camera the provider.
extension HomeConnection {
    /// Opens a session. Its answer and its end go to a requestor.
    ///
    /// - Returns: the session's ID.
    func openSession(
        _ target: TraitTarget, _ quality: CameraQuality, offer: String, requestor endpoint: UInt16
    ) async throws(HomeError) -> UInt16 {
        let receive = try requestors.receiver(at: endpoint)
        let response: Hearth_V1_OpenWebRtcViewResponse = try await call(
            Hearth_V1_CameraMethods.openWebRtcView,
            Hearth_V1_OpenWebRtcViewRequest(
                target: Hearth_V1_Target(target), quality: Hearth_V1_CameraQuality(quality), offerSdp: offer))
        guard let opened = response.opened,
            let id = requestors.add(.init(streamID: opened.streamID, receive: receive))
        else {
            throw HomeError(.internal, "the hub has opened a live view and names none, or 65,536 sessions are open")
        }
        receive(.answer(id, response.answerSdp))
        // The task ends with the connection, as its calls do.
        Task { [calls, requestors] in
            let reason = await Self.end(of: opened, on: calls) { requestors.has(id) }
            if requestors.remove(id) != nil { receive(.end(id, reason)) }
        }
        return id
    }

    /// Ends a session of this program.
    func endSession(_ id: UInt16) async throws(HomeError) {
        guard let session = requestors.remove(id) else { throw WebRTCRequestors.missing(id) }
        let _: Hearth_V1_EndLiveViewResponse = try await call(
            Hearth_V1_CameraMethods.endLiveView, Hearth_V1_EndLiveViewRequest(streamID: session.streamID))
    }

    /// Extends a live view in time, since Matter's sessions have no end of their own, until it ends.
    ///
    /// - Parameter isWanted: whether the program still has the session. The hub ends what is not extended.
    /// - Returns: why it has ended; nil if one side has left.
    private static func end(
        of opened: Hearth_V1_OpenedStream, on calls: RPCClient, while isWanted: @escaping @Sendable () -> Bool
    ) async -> HomeError? {
        let client = Hearth_V1_CameraClient(calls)
        let pause = max(Duration.seconds(Int64(opened.seconds)) / 2, .seconds(1))
        let keeping = Task {
            while (try? await Task.sleep(for: pause)) != nil, isWanted() {
                _ = try? await client.extendLiveView(Hearth_V1_ExtendLiveViewRequest(streamID: opened.streamID))
            }
        }
        defer { keeping.cancel() }
        do throws(RPCError) {
            let reader = try await client.watchWebRtcView(Hearth_V1_WatchWebRtcViewRequest(streamID: opened.streamID))
            while try await reader.next() != nil {}
            return nil
        } catch {
            return HomeError(error)
        }
    }
}
