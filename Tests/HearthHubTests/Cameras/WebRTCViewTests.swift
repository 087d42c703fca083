internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// Live views over WebRTC of a camera in the hub's process: the same rights, limits and rows as of other views.
@Suite(.timeLimit(.minutes(2)))
struct WebRTCViewTests {
    private struct Bed {
        let home: PeopleHome
        let camera: TestCamera

        init(limits: HubLimits = HubLimits()) async throws {
            home = try await PeopleHome(limits: limits)
            camera = TestCamera(answers: true)
            try await home.test.hub.attach(camera)
        }

        func client(_ principal: Principal = .owner) -> Hearth_V1_CameraClient {
            Hearth_V1_CameraClient(home.test.client(principal))
        }

        func open(_ principal: Principal = .owner, offer: String = "offer") async throws
            -> Hearth_V1_OpenWebRtcViewResponse
        {
            try await client(principal).openWebRtcView(
                Hearth_V1_OpenWebRtcViewRequest(target: TestCamera.request().target, offerSdp: offer))
        }

        func refusal(_ principal: Principal = .owner, offer: String = "offer") async -> RPCError.Code? {
            await expect(throws: RPCError.self) { try await open(principal, offer: offer) }?.code
        }
    }

    @Test func anOfferIsAnswered() async throws {
        let bed = try await Bed()
        let response = try await bed.open()
        expect((response.answerSdp, response.opened?.seconds), are: ("answer to offer", 300))
        try await until { bed.camera.sessionCount == 1 }
        expect(bed.home.test.hub.cameras.count, equals: 1)
    }

    enum Ending: CaseIterable { case privacy, revokedGrant, removedDevice, time, client, camera }

    @Test(arguments: Ending.allCases) func whatEndsASession(_ ending: Ending) async throws {
        let bed = try await Bed(limits: .with { if ending == .time { $0.cameraViewTime = .milliseconds(900) } })
        let home = bed.home
        let guest = try await home.join("guest", .guest, Grant(devices: ["camera"]))
        let id = try await require(bed.open(guest).opened?.streamID)
        let watch = try await bed.client(guest).watchWebRtcView(Hearth_V1_WatchWebRtcViewRequest(streamID: id))
        try await expect(watch.next(), equals: Hearth_V1_WatchWebRtcViewResponse())
        switch ending {
        case .privacy: bed.camera.setLivePrivacy(true)
        case .revokedGrant: try await home.regrant("guest", Grant())
        case .removedDevice: _ = try await home.test.hub.removeDevice("camera", as: owner)
        case .time: break
        case .client: _ = try await bed.client(guest).endLiveView(Hearth_V1_EndLiveViewRequest(streamID: id))
        case .camera: bed.camera.endSessions(CameraSessionError(.lost, "no client has come", wayOut: "try again"))
        }
        await home.test.clock.advance(by: .seconds(1))
        try await until { bed.camera.sessionCount == 0 && home.test.hub.cameras.count == 0 }
        // The client learns why.
        let codes: [Ending: RPCError.Code] = [
            .privacy: .failedPrecondition, .revokedGrant: .notFound, .removedDevice: .notFound, .camera: .unavailable,
        ]
        var reason: RPCError?
        do throws(RPCError) { while try await watch.next() != nil {} } catch { reason = error }
        expect(reason?.code, equals: codes[ending])
    }

    /// The client's call is over, so that the end of its credential has to end the session itself.
    @Test func aCredentialThatEndsEndsItsSessions() async throws {
        let bed = try await Bed()
        let home = bed.home
        let credentials = EndedCredentials()
        home.test.hub.checkCredentials { !credentials.contains($0) }
        let (ada, ben) = (try await home.join("Ada", .administrator), try await home.join("Ben", .administrator))
        _ = try await (bed.open(ada), bed.open(ben))
        credentials.add("key of Ada")
        await home.test.clock.advance(by: .seconds(1))
        try await until { bed.camera.sessionCount == 1 && home.test.hub.cameras.count == 1 }
        await expect(bed.refusal(ada), equals: .unauthenticated)
    }

    /// It ends while the camera is being reached: the view was not there when it ended.
    @Test func aCredentialThatEndsMeanwhileGetsNoSession() async throws {
        let bed = try await Bed()
        let credentials = EndedCredentials()
        bed.home.test.hub.checkCredentials { !credentials.contains($0) }
        let ada = try await bed.home.join("Ada", .administrator)
        bed.camera.onConnect { credentials.add("key of Ada") }
        await expect(bed.refusal(ada), equals: .unauthenticated)
        try await until { bed.camera.sessionCount == 0 && bed.home.test.hub.cameras.count == 0 }
    }

    @Test func whyASessionBrokeIsLogged() async throws {
        let bed = try await Bed()
        _ = try await bed.open()
        bed.camera.endSessions(CameraSessionError(.lost, "no client has come", wayOut: "try again"))
        try await until { bed.home.test.hub.cameras.count == 0 }
        expect(
            bed.home.test.notices.all.filter { $0.contains("WebRTC") },
            equals: ["a live view of Porch over WebRTC has ended: no client has come; try again"])
    }

    @Test func aSessionIsExtendedByItsOwnerOnly() async throws {
        let bed = try await Bed()
        let id = try await require(bed.open().opened?.streamID)
        let ada = try await bed.home.join("Ada", .administrator)
        let error = await expect(throws: RPCError.self) {
            try await bed.client(ada).endLiveView(Hearth_V1_EndLiveViewRequest(streamID: id))
        }
        expect(error?.code, equals: .notFound)
        await bed.home.test.clock.advance(by: .seconds(200))
        let response = try await bed.client().extendLiveView(Hearth_V1_ExtendLiveViewRequest(streamID: id))
        expect(response.seconds, equals: 300)
        await bed.home.test.clock.advance(by: .seconds(200))
        expect(bed.home.test.hub.cameras.count, equals: 1)
    }

    @Test func onlyItsOwnerLearnsWhyASessionEnds() async throws {
        let bed = try await Bed()
        let id = try await require(bed.open().opened?.streamID)
        let ada = try await bed.home.join("Ada", .administrator)
        let error = await expect(throws: RPCError.self) {
            try await bed.client(ada).watchWebRtcView(Hearth_V1_WatchWebRtcViewRequest(streamID: id)).next()
        }
        expect(error?.code, equals: .notFound)
    }

    @Test func whoMayNotWatchGetsNoAnswer() async throws {
        let bed = try await Bed()
        let guest = try await bed.home.join("guest", .guest, Grant(hasEverything: true))
        await expect(bed.refusal(guest), equals: .notFound)
        bed.camera.setHardPrivacy(true)
        await expect(bed.refusal(), equals: .failedPrecondition)
        expect(bed.camera.sessionCount, equals: 0)
    }

    @Test func sessionsAreLimited() async throws {
        let bed = try await Bed(limits: .with { $0.cameraSessions = 1 })
        _ = try await bed.open()
        await expect(bed.refusal(), equals: .resourceExhausted)
        // Views through the hub are not.
        let view = try await TestView(bed.home.test.client())
        try await expect(view.next(), equals: "opened")
    }

    /// A guest with several cameras can't lock the others out, and the last session is the owner's.
    @Test func sessionsAreShared() async throws {
        let bed = try await Bed(limits: .with { ($0.cameraSessions, $0.percentForOwner) = (4, 25) })
        let (ada, ben) = (
            try await bed.home.join("Ada", .administrator), try await bed.home.join("Ben", .administrator)
        )
        for _ in 0..<2 { _ = try await bed.open(ada) }
        await expect(bed.refusal(ada), equals: .resourceExhausted)
        _ = try await bed.open(ben)
        await expect(bed.refusal(ben), equals: .resourceExhausted)
        let id = try await require(bed.open().opened?.streamID)
        await expect(bed.refusal(), equals: .resourceExhausted)
        _ = try await bed.client().endLiveView(Hearth_V1_EndLiveViewRequest(streamID: id))
        _ = try await bed.open()
    }

    @Test func offersAreBounded() async throws {
        let bed = try await Bed()
        await expect(bed.refusal(offer: String(repeating: "x", count: (16 << 10) + 1)), equals: .invalidArgument)
    }

    @Test func aCameraWithoutWebRTCSaysSo() async throws {
        let home = try await PeopleHome()
        try await home.test.hub.attach(TestCamera())
        let error = await expect(throws: RPCError.self) {
            try await Hearth_V1_CameraClient(home.test.client()).openWebRtcView(
                Hearth_V1_OpenWebRtcViewRequest(target: TestCamera.request().target, offerSdp: "offer"))
        }
        expect(error?.code, equals: .unimplemented)
        try await until { home.test.hub.cameras.count == 0 }
    }

    @Test func watchingIsLogged() async throws {
        let bed = try await Bed()
        let id = try await require(bed.open().opened?.streamID)
        _ = try await bed.client().endLiveView(Hearth_V1_EndLiveViewRequest(streamID: id))
        let log = try await bed.home.people().listAudit(Hearth_V1_ListAuditRequest()).entries.map(\.what)
        expect(
            log.filter { $0.contains("watch") },
            equals: ["stopped watching \"Porch\"", "began to watch \"Porch\""])
    }
}

/// Credentials that have ended.
private final class EndedCredentials: Sendable {
    private let ids = Mutex<Set<String>>([])

    func add(_ id: String) { ids.withLock { _ = $0.insert(id) } }
    func contains(_ id: String) -> Bool { ids.withLock { $0.contains(id) } }
}
