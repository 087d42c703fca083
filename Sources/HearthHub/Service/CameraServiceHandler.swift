internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// `hearth.v1.CameraService` on a hub.
struct CameraServiceHandler: Hearth_V1_CameraService {
    let desk: CameraDesk

    func openLiveView(
        _ request: Hearth_V1_OpenLiveViewRequest, writer: RPCWriter<Hearth_V1_OpenLiveViewResponse>,
        context: ServerContext
    ) async throws {
        let view = try await desk.open(
            try Self.target(request.target), CameraQuality(request.quality), as: Caller(context))
        let reason = await view.send(to: writer, lasting: desk.viewTime, withoutAudio: request.withoutAudio)
        await desk.close(view)
        if let reason { throw reason }
    }

    func openWebRtcView(
        _ request: Hearth_V1_OpenWebRtcViewRequest, context: ServerContext
    ) async throws -> Hearth_V1_OpenWebRtcViewResponse {
        let view = try await desk.connect(
            try Self.target(request.target), CameraQuality(request.quality), offer: request.offerSdp,
            as: Caller(context))
        return Hearth_V1_OpenWebRtcViewResponse(opened: view.opened(lasting: desk.viewTime), answerSdp: view.answer)
    }

    func endLiveView(
        _ request: Hearth_V1_EndLiveViewRequest, context: ServerContext
    ) async throws -> Hearth_V1_EndLiveViewResponse {
        try await desk.end(request.streamID, as: context.principal)
        return Hearth_V1_EndLiveViewResponse()
    }

    private static func target(_ message: Hearth_V1_Target?) throws(RPCError) -> TraitTarget {
        guard let target = message.flatMap(TraitTarget.init) else {
            throw RPCError(.invalidArgument, "the request names no camera; set target")
        }
        return target
    }

    func extendLiveView(
        _ request: Hearth_V1_ExtendLiveViewRequest, context: ServerContext
    ) async throws -> Hearth_V1_ExtendLiveViewResponse {
        try desk.extend(request.streamID, as: context.principal)
        return Hearth_V1_ExtendLiveViewResponse(seconds: UInt32(clamping: desk.viewTime.wholeSeconds))
    }
}
