internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Testing

/// Talking through a camera by a live view over WebRTC: rights, ends and rows.
@Suite(.timeLimit(.minutes(2)))
struct TalkbackTests {
    private struct Bed {
        let home: PeopleHome
        let camera = TestCamera(answers: true)

        init() async throws {
            home = try await PeopleHome()
            try await home.test.hub.attach(camera)
        }

        func client(_ principal: Principal) -> Hearth_V1_CameraClient {
            Hearth_V1_CameraClient(home.test.client(principal))
        }

        /// A live view of a caller; its ID.
        func open(_ principal: Principal = .owner) async throws -> String {
            try await require(
                client(principal).openWebRtcView(
                    Hearth_V1_OpenWebRtcViewRequest(target: TestCamera.request().target, offerSdp: "offer")
                ).opened?.streamID)
        }

        func start(_ id: String, _ principal: Principal = .owner) async throws {
            _ = try await client(principal).startTalkback(Hearth_V1_StartTalkbackRequest(streamID: id))
        }

        func stop(_ id: String, _ principal: Principal = .owner) async throws {
            _ = try await client(principal).stopTalkback(Hearth_V1_StopTalkbackRequest(streamID: id))
        }

        func refusal(_ id: String, _ principal: Principal = .owner) async -> RPCError? {
            await expect(throws: RPCError.self) { try await start(id, principal) }
        }

        /// The rows of the audit log about talking, the oldest first.
        func rows() async throws -> [String] {
            try await home.people().listAudit(Hearth_V1_ListAuditRequest()).entries.map(\.what)
                .filter { $0.contains("talk") }.reversed()
        }
    }

    private static let (began, stopped) = ("began to talk through \"Porch\"", "stopped talking through \"Porch\"")

    @Test func aCallerTalksUntilTheyStop() async throws {
        let bed = try await Bed()
        let id = try await bed.open()
        try await bed.start(id)
        // Nothing is begun twice.
        try await bed.start(id)
        try await bed.stop(id)
        try await bed.stop(id)
        expect(bed.camera.talks.all, equals: [true, false])
        try await expect(bed.rows(), equals: [Self.began, Self.stopped])
    }

    @Test func theEndOfAViewEndsItsTalking() async throws {
        let bed = try await Bed()
        let id = try await bed.open()
        try await bed.start(id)
        _ = try await bed.client(.owner).endLiveView(Hearth_V1_EndLiveViewRequest(streamID: id))
        try await expect(bed.rows(), equals: [Self.began, Self.stopped])
        await expect(bed.refusal(id)?.code, equals: .notFound)
    }

    @Test func onePersonTalksAtATime() async throws {
        let bed = try await Bed()
        let ada = try await bed.home.join("Ada", .administrator)
        let (own, other) = try await (bed.open(), bed.open(ada))
        try await bed.start(own)
        let refusal = await bed.refusal(other, ada)
        expect(refusal?.code, equals: .resourceExhausted)
        expect(
            refusal?.message, equals: "somebody else is talking through Porch; wait until they have finished")
        // Only who opened a view talks by it.
        await expect(bed.refusal(own, ada)?.code, equals: .notFound)
        try await bed.stop(own)
        try await bed.start(other, ada)
    }

    enum Ending: CaseIterable { case privacy, revokedGrant, mutedSpeaker }

    @Test(arguments: Ending.allCases) func whatEndsTalking(_ ending: Ending) async throws {
        let bed = try await Bed()
        let guest = try await bed.home.join("guest", .guest, Grant(devices: ["camera"]))
        let id = try await bed.open(guest)
        try await bed.start(id, guest)
        switch ending {
        case .privacy: bed.camera.setLivePrivacy(true)
        case .revokedGrant: try await bed.home.regrant("guest", Grant())
        case .mutedSpeaker: bed.camera.muteSpeaker(true)
        }
        await bed.home.test.clock.advance(by: .seconds(1))
        try await until { try await bed.rows() == [Self.began, Self.stopped] }
        // A muted speaker ends no view.
        expect(bed.home.test.hub.cameras.count, equals: ending == .mutedSpeaker ? 1 : 0)
        await expect(bed.refusal(id, guest)?.code, equals: ending == .mutedSpeaker ? .failedPrecondition : .notFound)
    }

    /// The camera takes its time, and privacy is switched on meanwhile.
    @Test func nothingIsHeardOnceARightHasEnded() async throws {
        let bed = try await Bed()
        let id = try await bed.open()
        bed.camera.talks.onOpening { [camera = bed.camera] in camera.setLivePrivacy(true) }
        await expect(bed.refusal(id)?.code, equals: .failedPrecondition)
        expect(bed.camera.talks.all, equals: [true, false])
        try await expect(bed.rows(), equals: [])
    }

    @Test func aCamerasRefusalIsTold() async throws {
        let bed = try await Bed()
        let id = try await bed.open()
        bed.camera.talks.onOpening { throw CameraSessionError(.notSupported, "it is deaf", wayOut: "mend it") }
        let refusal = await bed.refusal(id)
        expect((refusal?.code, refusal?.message.contains("it is deaf; mend it")), are: (.failedPrecondition, true))
        try await expect(bed.rows(), equals: [])
    }

    @Test func viewsThroughTheHubHaveNoTalking() async throws {
        let bed = try await Bed()
        let reader = try await bed.client(.owner).openLiveView(TestCamera.request())
        guard case .opened(let opened)? = try await reader.next()?.part else { return expect(false, "it is not open") }
        await expect(bed.refusal(opened.streamID)?.code, equals: .failedPrecondition)
    }
}
