internal import HearthCameraMedia
internal import HearthPhrases
internal import HearthTraitCore

extension TraitView {
    /// Commands of WebRTCTransportProvider.
    private static let (provideOffer, provideCandidates, endSession): (UInt32, UInt32, UInt32) = (2, 5, 6)

    /// Matter's WebRTCTransportProvider (Matter Application Clusters 1.5, 11.4): the hub's live views over WebRTC. The
    /// camera's commands to its requestor, with the answer, come to this program (``Home/commands(to:endpoint:)``).
    static let provider = TraitView(0x0553, of: streams)?.with { view in
        view.isShown = { has(.video, $0) }
        view.accepted = { _ in [provideOffer, provideCandidates, endSession] }
        view.commands = [
            provideOffer: openSession,
            // The hub's end is ICE-lite: it waits for checks, and reads no candidates (RFC 8445, section 2.5).
            provideCandidates: { arguments, _ in
                let id = session(arguments)
                return .success(
                    .call { connection, _ async throws(HomeError) in
                        _ = try connection.requestors.session(id)
                        return [:]
                    })
            },
            endSession: { arguments, _ in
                let id = session(arguments)
                return .success(
                    .call { connection, _ async throws(HomeError) in
                        try await connection.endSession(id)
                        return [:]
                    })
            },
        ]
    }

    private static func session(_ arguments: StructureValue) -> UInt16 {
        UInt16(clamping: arguments[0]?.integer ?? 0)
    }

    private static func openSession(_ arguments: StructureValue, _ source: TraitViewSource) -> Outcome {
        let (session, sdp, usage, requestor, video, encryption): (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
            (0, 1, 2, 3, 4, 9)
        let liveView: TraitValue = .unsigned(3)
        guard let endpoint = source.endpoint(with: streams) else {
            return .failure(HomeError(TraitError(.unsupportedCluster, "the device has no camera any more")))
        }
        guard arguments[session] == nil || arguments[session] == .null else {
            return .failure(
                HomeError(TraitError(.invalidInState, "a session takes no second offer; end it and open another")))
        }
        guard arguments[usage] == liveView else {
            return .failure(
                HomeError(TraitError(.dynamicConstraintError, "sessions over WebRTC are live views; use liveView")))
        }
        guard arguments[encryption] == nil else {
            return .failure(
                HomeError(
                    TraitError(.dynamicConstraintError, "there is no SFrame encryption; leave out sFrameConfig")))
        }
        let offer = arguments[sdp]?.string ?? ""
        let place = UInt16(clamping: arguments[requestor]?.integer ?? 0)
        // The second of a camera's streams is its small one (HearthDeviceBehaviors, CameraStreams).
        let quality: CameraQuality = arguments[video] == .unsigned(2) ? .sub : .main
        return .success(
            .call { connection, deviceID async throws(HomeError) in
                let target = TraitTarget(deviceID: deviceID, endpoint: endpoint)
                let id = try await connection.openSession(target, quality, offer: offer, requestor: place)
                return [0: .unsigned(UInt64(id))]
            })
    }
}
