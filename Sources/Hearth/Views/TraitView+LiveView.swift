internal import HearthPhrases
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension TraitView {
    /// Commands of WebRtcLiveView.
    private static let (start, stop, extend, startTalkback, stopTalkback): (UInt32, UInt32, UInt32, UInt32, UInt32) =
        (0, 2, 3, 5, 6)

    /// WebRtcLiveView: the hub's live views over WebRTC. Without talking: nothing carries sound to the camera.
    static let liveView = TraitView(0x6006_FC26, of: streams)?.with { view in
        view.isShown = { has(.video, $0) }
        view.accepted = { _ in [start, stop, extend] }
        view.commands = [
            start: startLiveView, stop: stopLiveView, extend: extendLiveView, startTalkback: refuseTalkback,
            stopTalkback: refuseTalkback,
        ]
    }

    private static func startLiveView(_ arguments: StructureValue, _ source: TraitViewSource) -> Outcome {
        guard let endpoint = source.endpoint(with: streams) else {
            return .failure(HomeError(TraitError(.unsupportedCluster, "the device has no camera any more")))
        }
        let offer = arguments[0]?.string ?? ""
        return .success(
            .call { connection, deviceID async throws(HomeError) in
                let response: Hearth_V1_OpenWebRtcViewResponse = try await connection.call(
                    Hearth_V1_CameraMethods.openWebRtcView,
                    Hearth_V1_OpenWebRtcViewRequest(
                        target: Hearth_V1_Target(deviceID: deviceID, endpoint: UInt32(endpoint)), quality: .main,
                        offerSdp: offer))
                return [
                    0: .string(response.answerSdp), 1: seconds(response.opened?.seconds ?? 0),
                    2: .string(response.opened?.streamID ?? ""),
                ]
            })
    }

    private static func extendLiveView(_ arguments: StructureValue, _ source: TraitViewSource) -> Outcome {
        let id = arguments[0]?.string ?? ""
        return .success(
            .call { connection, _ async throws(HomeError) in
                let response: Hearth_V1_ExtendLiveViewResponse = try await connection.call(
                    Hearth_V1_CameraMethods.extendLiveView, Hearth_V1_ExtendLiveViewRequest(streamID: id))
                return [0: seconds(response.seconds)]
            })
    }

    private static func stopLiveView(_ arguments: StructureValue, _ source: TraitViewSource) -> Outcome {
        let id = arguments[0]?.string ?? ""
        return .success(
            .call { connection, _ async throws(HomeError) in
                let _: Hearth_V1_EndLiveViewResponse = try await connection.call(
                    Hearth_V1_CameraMethods.endLiveView, Hearth_V1_EndLiveViewRequest(streamID: id))
                return [:]
            })
    }

    private static func refuseTalkback(_ arguments: StructureValue, _ source: TraitViewSource) -> Outcome {
        .failure(HomeError(.unimplemented, "hubs do not pass on sound to cameras yet; use the camera's own app"))
    }

    /// Google counts them with 16 bits.
    private static func seconds(_ count: UInt32) -> TraitValue { .unsigned(UInt64(UInt16(clamping: count))) }
}
