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

/// Talking through a camera by a live view through the hub: the sound comes in a call, and is played with the same rights,
/// ends and rows as over WebRTC.
@Suite(.timeLimit(.minutes(2)))
struct HubTalkTests {
    private static let (opus, pcmu) = (
        AudioFormat(codec: "opus", sampleRate: 48_000), AudioFormat(codec: "ulaw", sampleRate: 8_000)
    )

    private struct Bed {
        let home: PeopleHome
        let camera: TestCamera

        init(plays: [AudioFormat] = [opus, pcmu]) async throws {
            home = try await PeopleHome()
            camera = TestCamera(answers: true, plays: plays)
            try await home.test.hub.attach(camera)
        }

        func client(_ principal: Principal = .owner) -> Hearth_V1_CameraClient {
            Hearth_V1_CameraClient(home.test.client(principal))
        }

        /// The ID of a live view over WebRTC.
        func session(_ principal: Principal = .owner) async throws -> String {
            try await require(
                client(principal).openWebRtcView(
                    Hearth_V1_OpenWebRtcViewRequest(target: TestCamera.request().target, offerSdp: "offer")
                ).opened?.streamID)
        }

        /// A live view through the hub.
        func view(_ principal: Principal = .owner) async throws -> View { try await View(client(principal)) }

        func talk(
            _ view: View, _ principal: Principal = .owner, codecs: [String] = ["alaw", "ulaw"]
        ) async throws -> Talk {
            try await Talk(client(principal), .hello(Hearth_V1_TalkHello(streamID: view.id, codecs: codecs)))
        }

        /// The rows of the audit log about talking, the oldest first.
        func rows() async throws -> [String] {
            try await home.people().listAudit(Hearth_V1_ListAuditRequest()).entries.map(\.what)
                .filter { $0.contains("talk") }.reversed()
        }
    }

    private struct View {
        let id: String
        let reader: RPCReader<Hearth_V1_OpenLiveViewResponse>

        init(_ client: Hearth_V1_CameraClient) async throws {
            reader = try await client.openLiveView(TestCamera.request())
            guard case .opened(let opened)? = try await reader.next()?.part else {
                throw RPCError(.internal, "it is not open")
            }
            id = opened.streamID
        }
    }

    private struct Talk {
        let writer: RPCWriter<Hearth_V1_TalkRequest>
        let reader: RPCReader<Hearth_V1_TalkResponse>

        init(_ client: Hearth_V1_CameraClient, _ first: Hearth_V1_TalkRequest.OneOf_Content?) async throws {
            (writer, reader) = try await client.talk()
            _ = try? await writer.write(Hearth_V1_TalkRequest(content: first))
        }

        func say(_ time: UInt32, _ bytes: [UInt8]) async throws {
            try await writer.write(Hearth_V1_TalkRequest(content: .sound(.init(time: time, data: bytes))))
        }

        /// The codec to send.
        func codec() async throws -> String? { try await reader.next()?.format?.codec }

        /// The status that ends the call; nil for OK.
        func end() async -> RPCError? {
            do {
                while try await reader.next() != nil {}
                return nil
            } catch {
                return error
            }
        }
    }

    private static let (began, stopped) = ("began to talk through \"Porch\"", "stopped talking through \"Porch\"")

    @Test func whatAClientSaysIsPlayed() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let talk = try await bed.talk(view)
        try await expect(talk.codec(), equals: "ulaw")
        try await talk.say(7, [1, 2])
        try await talk.say(8, [])
        try await talk.say(9, [3])
        talk.writer.finish()
        await expect(talk.end() == nil)
        expect(
            bed.camera.speakers.map(\.played),
            equals: [[SpokenPacket(time: 7, bytes: [1, 2]), SpokenPacket(time: 9, bytes: [3])]])
        expect(bed.camera.speakers.map(\.isOver), equals: [true])
        try await expect(bed.rows(), equals: [Self.began, Self.stopped])
        // The view goes on.
        expect(bed.home.test.hub.cameras.count, equals: 1)
        withExtendedLifetime(view) {}
    }

    enum Ending: CaseIterable { case privacy, revokedGrant, mutedSpeaker, view, loudspeaker }

    @Test(arguments: Ending.allCases) func whatEndsTalking(_ ending: Ending) async throws {
        let bed = try await Bed()
        let guest = try await bed.home.join("guest", .guest, Grant(devices: ["camera"]))
        let view = try await bed.view(guest)
        let talk = try await bed.talk(view, guest)
        try await expect(talk.codec(), equals: "ulaw")
        switch ending {
        case .privacy: bed.camera.setLivePrivacy(true)
        case .revokedGrant: try await bed.home.regrant("guest", Grant())
        case .mutedSpeaker: bed.camera.muteSpeaker(true)
        case .view:
            _ = try await bed.client(guest).endLiveView(Hearth_V1_EndLiveViewRequest(streamID: view.id))
        case .loudspeaker: try require(bed.camera.speakers.first).end()
        }
        await bed.home.test.clock.advance(by: .seconds(1))
        let codes: [Ending: RPCError.Code] = [
            .privacy: .failedPrecondition, .revokedGrant: .notFound, .mutedSpeaker: .failedPrecondition,
            .loudspeaker: .unavailable,
        ]
        await expect(talk.end()?.code, equals: codes[ending])
        expect(bed.camera.speakers.map(\.isOver), equals: [true])
        try await until { try await bed.rows() == [Self.began, Self.stopped] }
        // A muted speaker and a lost loudspeaker end no view.
        expect(
            bed.home.test.hub.cameras.count, equals: ending == .mutedSpeaker || ending == .loudspeaker ? 1 : 0)
    }

    /// The camera takes its time, and privacy is switched on meanwhile.
    @Test func nothingIsHeardOnceARightHasEnded() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        bed.camera.talks.onOpening { [camera = bed.camera] in camera.setLivePrivacy(true) }
        try await expect(bed.talk(view).end()?.code, equals: .failedPrecondition)
        expect(bed.camera.speakers.map(\.isOver), equals: [true])
        expect(bed.camera.speakers.map(\.played), equals: [[]])
        try await expect(bed.rows(), equals: [])
    }

    /// The camera takes its time, and the client stops and talks again meanwhile.
    @Test func whatWasStoppedWhileOpeningPlaysNothing() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let mayOpen = Latch()
        bed.camera.talks.onOpening { _ = await mayOpen.wait() }
        let first = try await bed.talk(view)
        try await until { bed.camera.talks.all.count == 1 }
        _ = try await bed.client().stopTalkback(Hearth_V1_StopTalkbackRequest(streamID: view.id))
        let second = try await bed.talk(view)
        try await until { bed.camera.talks.all.count == 2 }
        mayOpen.open()
        await expect(first.end()?.code, equals: .cancelled)
        try await expect(second.codec(), equals: "ulaw")
        expect(bed.camera.speakers.count(where: \.isOver), equals: 1)
        bed.camera.muteSpeaker(true)
        await bed.home.test.clock.advance(by: .seconds(1))
        await expect(second.end()?.code, equals: .failedPrecondition)
        expect(bed.camera.speakers.map(\.isOver), equals: [true, true])
        try await until { try await bed.rows() == [Self.began, Self.stopped] }
    }

    @Test func aViewThatEndsWhileOpeningHasNoRows() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let mayOpen = Latch()
        bed.camera.talks.onOpening { _ = await mayOpen.wait() }
        let talk = try await bed.talk(view)
        try await until { !bed.camera.talks.all.isEmpty }
        _ = try await bed.client().endLiveView(Hearth_V1_EndLiveViewRequest(streamID: view.id))
        mayOpen.open()
        await expect(talk.end()?.code, equals: .notFound)
        expect(bed.camera.speakers.map(\.isOver), equals: [true])
        try await expect(bed.rows(), equals: [])
    }

    @Test func onePersonTalksAtATime() async throws {
        let bed = try await Bed()
        let ada = try await bed.home.join("Ada", .administrator)
        let (own, other, session) = try await (bed.view(), bed.view(ada), bed.session(ada))
        let talk = try await bed.talk(own)
        _ = try await talk.codec()
        try await expect(bed.talk(own).end()?.code, equals: .resourceExhausted)
        let refusal = try await bed.talk(other, ada).end()
        expect(
            (refusal?.code, refusal?.message),
            are: (.resourceExhausted, "somebody else is talking through Porch; wait until they have finished"))
        let start = Hearth_V1_StartTalkbackRequest(streamID: session)
        let overWebRTC = await expect(throws: RPCError.self) { try await bed.client(ada).startTalkback(start) }
        expect(overWebRTC?.code, equals: .resourceExhausted)
        talk.writer.finish()
        _ = await talk.end()
        _ = try await bed.client(ada).startTalkback(start)
        try await expect(bed.talk(own).end()?.code, equals: .resourceExhausted)
    }

    enum Refusal: CaseIterable { case codec, loudspeaker, other, session, noHello, noCodecs, manyCodecs, muted, deaf }

    @Test(arguments: Refusal.allCases) func whatIsRefused(_ kind: Refusal) async throws {
        let bed = try await Bed(plays: kind == .loudspeaker ? [] : [Self.opus, Self.pcmu])
        let view = try await bed.view()
        let ada = try await bed.home.join("Ada", .administrator)
        let talk: Talk
        let (code, words): (RPCError.Code, String)
        switch kind {
        case .codec:
            talk = try await bed.talk(view, codecs: ["mp4a.40.2"])
            (code, words) = (.failedPrecondition, "the camera plays opus, ulaw, and the client sends none of it; send")
        case .loudspeaker:
            talk = try await bed.talk(view)
            (code, words) = (.failedPrecondition, "the camera plays nothing; talk through a camera with")
        case .other:
            talk = try await bed.talk(view, ada)
            (code, words) = (.notFound, "no live view with the id")
        case .session:
            let hello = Hearth_V1_TalkHello(streamID: try await bed.session(), codecs: ["ulaw"])
            talk = try await Talk(bed.client(), .hello(hello))
            (code, words) = (.failedPrecondition, "talks by StartTalkback")
        case .noHello:
            talk = try await Talk(bed.client(), .sound(.init(time: 0, data: [1])))
            (code, words) = (.invalidArgument, "send hello")
        case .noCodecs:
            talk = try await bed.talk(view, codecs: [])
            (code, words) = (.invalidArgument, "hello has 0 codecs; name 1 to 8")
        case .manyCodecs:
            talk = try await bed.talk(view, codecs: Array(repeating: "ulaw", count: 9))
            (code, words) = (.invalidArgument, "hello has 9 codecs; name 1 to 8")
        case .muted:
            bed.camera.muteSpeaker(true)
            talk = try await bed.talk(view)
            (code, words) = (.failedPrecondition, "speaker is muted")
        case .deaf:
            bed.camera.talks.onOpening { throw CameraSessionError(.notSupported, "it is deaf", wayOut: "mend it") }
            talk = try await bed.talk(view)
            (code, words) = (.failedPrecondition, "it is deaf; mend it")
        }
        let error = await talk.end()
        expect((error?.code, error?.message.contains(words)), are: (code, true), "\(error?.message ?? "OK")")
        try await expect(bed.rows(), equals: [])
        // The camera's loudspeaker is free.
        bed.camera.muteSpeaker(false)
        bed.camera.talks.onOpening {}
        if kind != .loudspeaker { try await expect(bed.talk(view).codec(), equals: "ulaw") }
    }

    @Test func startTalkbackIsForWebRTC() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let error = await expect(throws: RPCError.self) {
            try await bed.client().startTalkback(Hearth_V1_StartTalkbackRequest(streamID: view.id))
        }
        expect((error?.code, error?.message.contains("by Talk")), are: (.failedPrecondition, true))
        withExtendedLifetime(view) {}
    }

    /// The clock stands still: only what may come at once is played.
    @Test func moreThanSpeechIsDropped() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let talk = try await bed.talk(view)
        _ = try await talk.codec()
        for time in 0..<100 { try await talk.say(UInt32(time), [UInt8](repeating: 1, count: 640)) }
        talk.writer.finish()
        await expect(talk.end() == nil)
        expect(bed.camera.speakers.map(\.played.count), equals: [12])
        withExtendedLifetime(view) {}
    }

    @Test func aMessageWithoutSoundEndsTheCall() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let talk = try await bed.talk(view)
        _ = try await talk.codec()
        try await talk.writer.write(Hearth_V1_TalkRequest())
        await expect(talk.end()?.code, equals: .invalidArgument)
        try await until { try await bed.rows() == [Self.began, Self.stopped] }
        withExtendedLifetime(view) {}
    }
}
