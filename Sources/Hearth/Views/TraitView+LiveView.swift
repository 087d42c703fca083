internal import HearthPhrases
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension TraitView {
    /// Commands of WebRtcLiveView.
    private static let (start, stop, extend, startTalkback, stopTalkback): (UInt32, UInt32, UInt32, UInt32, UInt32) =
        (0, 2, 3, 5, 6)

    /// The attribute SupportedTalkbackType, and its value for sound that the first offer already has.
    private static let (talkbackType, directly): (UInt32, TraitValue) = (0, .unsigned(1))
    /// The attribute TwoWayTalkSupport of CameraAvStreamManagement, which is 0 for none.
    private static let twoWayTalkSupport: UInt32 = 9

    /// WebRtcLiveView: the hub's live views over WebRTC.
    static let liveView = TraitView(0x6006_FC26, of: streams)?.with { view in
        view.isShown = { has(.video, $0) }
        view.computed = { canTalk($0) ? [talkbackType: directly] : [:] }
        view.accepted = { [start, stop, extend] + (canTalk($0) ? [startTalkback, stopTalkback] : []) }
        view.commands = [
            start: startLiveView, stop: stopLiveView, extend: extendLiveView,
            startTalkback: {
                talk($0, $1) { arguments, connection async throws(HomeError) in
                    let _: Hearth_V1_StartTalkbackResponse = try await connection.call(
                        Hearth_V1_CameraMethods.startTalkback, Hearth_V1_StartTalkbackRequest(streamID: arguments))
                }
            },
            stopTalkback: {
                talk($0, $1) { arguments, connection async throws(HomeError) in
                    let _: Hearth_V1_StopTalkbackResponse = try await connection.call(
                        Hearth_V1_CameraMethods.stopTalkback, Hearth_V1_StopTalkbackRequest(streamID: arguments))
                }
            },
        ]
    }

    private static func canTalk(_ source: TraitViewSource) -> Bool {
        (source.values(streams)?[twoWayTalkSupport]?.integer ?? 0) > 0
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

    /// - Parameter call: a call of the hub about the session with an ID.
    private static func talk(
        _ arguments: StructureValue, _ source: TraitViewSource,
        _ call: @escaping @Sendable (String, HomeConnection) async throws(HomeError) -> Void
    ) -> Outcome {
        guard canTalk(source) else {
            return .failure(
                HomeError(TraitError(.unsupportedCommand, "the camera has no speaker that people can talk through")))
        }
        let id = arguments[0]?.string ?? ""
        return .success(
            .call { connection, _ async throws(HomeError) in
                try await call(id, connection)
                return [:]
            })
    }

    /// Google counts them with 16 bits.
    private static func seconds(_ count: UInt32) -> TraitValue { .unsigned(UInt64(UInt16(clamping: count))) }
}
