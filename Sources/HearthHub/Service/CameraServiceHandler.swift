internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// `hearth.v1.CameraService` on a hub.
struct CameraServiceHandler: Hearth_V1_CameraService {
    let desk: CameraDesk
    let pictures: EventPictures
    let pictureWatches: PictureWatches
    let clips: ClipLibrary

    func openLiveView(
        _ request: Hearth_V1_OpenLiveViewRequest, writer: RPCWriter<Hearth_V1_OpenLiveViewResponse>,
        context: ServerContext
    ) async throws {
        let view = try await desk.open(target(request.target), CameraQuality(request.quality), as: Caller(context))
        let reason = await view.send(to: writer, lasting: desk.viewTime, withoutAudio: request.withoutAudio)
        await desk.close(view)
        if let reason { throw reason }
    }

    func openWebRtcView(
        _ request: Hearth_V1_OpenWebRtcViewRequest, context: ServerContext
    ) async throws -> Hearth_V1_OpenWebRtcViewResponse {
        let view = try await desk.connect(
            target(request.target), CameraQuality(request.quality), offer: request.offerSdp, as: Caller(context))
        return Hearth_V1_OpenWebRtcViewResponse(opened: view.opened(lasting: desk.viewTime), answerSdp: view.answer)
    }

    func endLiveView(
        _ request: Hearth_V1_EndLiveViewRequest, context: ServerContext
    ) async throws -> Hearth_V1_EndLiveViewResponse {
        try await desk.end(request.streamID, as: context.principal)
        return Hearth_V1_EndLiveViewResponse()
    }

    func extendLiveView(
        _ request: Hearth_V1_ExtendLiveViewRequest, context: ServerContext
    ) async throws -> Hearth_V1_ExtendLiveViewResponse {
        try desk.extend(request.streamID, as: context.principal)
        return Hearth_V1_ExtendLiveViewResponse(seconds: UInt32(clamping: desk.viewTime.wholeSeconds))
    }

    func startTalkback(
        _ request: Hearth_V1_StartTalkbackRequest, context: ServerContext
    ) async throws -> Hearth_V1_StartTalkbackResponse {
        try await desk.startTalking(request.streamID, as: context.principal)
        return Hearth_V1_StartTalkbackResponse()
    }

    func stopTalkback(
        _ request: Hearth_V1_StopTalkbackRequest, context: ServerContext
    ) async throws -> Hearth_V1_StopTalkbackResponse {
        try await desk.stopTalking(request.streamID, as: context.principal)
        return Hearth_V1_StopTalkbackResponse()
    }

    func talk(
        _ requests: RPCReader<Hearth_V1_TalkRequest>, writer: RPCWriter<Hearth_V1_TalkResponse>, context: ServerContext
    ) async throws {
        guard case .hello(let hello)? = try await requests.next()?.content else {
            throw RPCError(.invalidArgument, "the first message names no live view; send hello")
        }
        let line = try await desk.talk(hello.streamID, codecs: hello.codecs, as: context.principal)
        let reason = await line.serve(requests, writer, clock: desk.clock)
        await desk.close(line)
        if let reason { throw reason }
    }

    func watchWebRtcView(
        _ request: Hearth_V1_WatchWebRtcViewRequest, writer: RPCWriter<Hearth_V1_WatchWebRtcViewResponse>,
        context: ServerContext
    ) async throws {
        try await desk.watch(request.streamID, as: context.principal) { () throws(RPCError) in
            try await writer.write(Hearth_V1_WatchWebRtcViewResponse())
        }
    }

    func listPictures(
        _ request: Hearth_V1_ListPicturesRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListPicturesResponse {
        let found = try pictures.list(request.structureID, devices: Set(request.deviceIDs), as: Caller(context))
        return Hearth_V1_ListPicturesResponse(pictures: found)
    }

    func watchPictures(
        _ request: Hearth_V1_WatchPicturesRequest, writer: RPCWriter<Hearth_V1_WatchPicturesResponse>,
        context: ServerContext
    ) async throws {
        try await pictureWatches.send(target(request.target), to: writer, as: Caller(context))
    }

    func listClips(
        _ request: Hearth_V1_ListClipsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListClipsResponse {
        try await clips.list(
            target(request.target), size: request.pageSize, token: request.pageToken, as: Caller(context))
    }

    func fetchClip(
        _ request: Hearth_V1_FetchClipRequest, writer: RPCWriter<Hearth_V1_FetchClipResponse>, context: ServerContext
    ) async throws {
        try await clips.send(request.clipID, to: writer, as: Caller(context))
    }

    func deleteClip(
        _ request: Hearth_V1_DeleteClipRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteClipResponse {
        try await clips.delete(request.clipID, as: Caller(context))
        return Hearth_V1_DeleteClipResponse()
    }

    func setRecording(
        _ request: Hearth_V1_SetRecordingRequest, context: ServerContext
    ) async throws -> Hearth_V1_SetRecordingResponse {
        try await clips.setRecording(target(request.target), isOn: request.isRecorded, as: Caller(context))
        return Hearth_V1_SetRecordingResponse()
    }

    private func target(_ message: Hearth_V1_Target?) throws(RPCError) -> TraitTarget {
        guard let target = message.flatMap(TraitTarget.init) else {
            throw RPCError(.invalidArgument, "the request names no camera; set target")
        }
        return target
    }
}
