internal import Expectations
internal import HearthCameraMedia
internal import HearthHomeKitMapping
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Testing

/// Streams of a maker's process: the hub asks for one, the process sends it in a call of its own.
@Suite(.timeLimit(.minutes(2)))
struct RemoteFeedTests {
    private static let maker = Principal(id: "maker", rights: [.public, .provide], credential: "key of maker")
    private static let format = Hearth_V1_CameraFormat(video: .init(codec: "avc1.42C01E", configuration: [1]))

    private static let noPicture = "no picture of the camera came within 45 s; see whether it is connected"

    private struct Bed {
        let test: TestHub
        let remote: TestRemote

        init() async throws {
            // The maker's process answers no pings here, and is not the subject.
            test = try await TestHub(limits: .with { $0.heartbeat = .seconds(600) })
            remote = try await TestRemote(test.client(maker))
            _ = try await remote.hello()
            try await remote.bring([TestRemote.device("camera", TestCamera.trait, TestCamera.attributes)])
        }

        /// What the hub asks for.
        func asked() async throws -> Hearth_V1_OpenFeed {
            while let content = try await remote.next() {
                if case .openFeed(let request) = content { return request }
            }
            throw RPCError(.internal, "the hub asks for no stream")
        }

        func feed(_ id: UInt64, of provider: String = "maker", by principal: Principal = maker) async throws -> TestFeed
        {
            let feed = try await TestFeed(test.client(principal))
            try await feed.send(.hello(.init(providerID: provider, feedID: id)))
            return feed
        }

        func view() async throws -> TestView { try await TestView(test.client()) }

        /// Opens a live view over WebRTC.
        func open() async throws -> Hearth_V1_OpenWebRtcViewResponse {
            try await Hearth_V1_CameraClient(test.client()).openWebRtcView(
                Hearth_V1_OpenWebRtcViewRequest(target: TestCamera.request().target, offerSdp: "offer"))
        }
    }

    private struct TestFeed {
        let writer: RPCWriter<Hearth_V1_FeedRequest>
        let reader: RPCReader<Hearth_V1_FeedResponse>

        init(_ client: RPCClient) async throws {
            (writer, reader) = try await Hearth_V1_ProviderClient(client).feed()
        }

        func send(_ content: Hearth_V1_FeedRequest.OneOf_Content) async throws {
            try await writer.write(Hearth_V1_FeedRequest(content: content))
        }

        func begin() async throws {
            try await send(.format(format))
            try await send(.unit(.init(isKey: true, time: 1, data: [9])))
        }

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

    @Test func oneStreamServesAllViewersAndEndsWithTheLast() async throws {
        let bed = try await Bed()
        let first = try await bed.view()
        let asked = try await bed.asked()
        expect(asked.target, equals: Hearth_V1_Target(deviceID: "camera", endpoint: 1))
        let feed = try await bed.feed(asked.feedID)
        try await feed.begin()
        try await expect([first.next(), first.next(), first.next()], equals: ["opened", "format", "picture 1"])
        try await feed.send(.unit(.init(time: 2, data: [8])))
        try await expect(first.next(), equals: "picture 2")
        do {
            let second = try await bed.view()
            try await expect(
                [second.next(), second.next(), second.next(), second.next()],
                equals: ["opened", "format", "picture 1", "picture 2"])
        }
        try await until { bed.test.hub.cameras.count == 1 }
        try await feed.send(.unit(.init(time: 3, data: [8])))
        try await expect(first.next(), equals: "picture 3")
        // The reader's end cancels the call.
        let reading = Task { await first.end() }
        reading.cancel()
        _ = await reading.value
        await expect(feed.end() == nil)
    }

    @Test func theOtherQualityIsAStreamOfItsOwn() async throws {
        let bed = try await Bed()
        let main = try await bed.view()
        let asked = try await [bed.asked()]
        let sub = try await TestView(bed.test.client(), TestCamera.request("camera", .sub))
        let all = asked + [try await bed.asked()]
        expect(all.map(\.quality), equals: [.main, .sub])
        let feeds = try await [bed.feed(all[0].feedID), bed.feed(all[1].feedID)]
        for feed in feeds { try await feed.begin() }
        try await expect([main.next(), sub.next()], equals: ["opened", "opened"])
        withExtendedLifetime(feeds) {}
    }

    @Test func aCameraThatCanNotBeReachedSaysWhy() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let feed = try await bed.feed(bed.asked().feedID)
        try await feed.send(.failed(.init(RPCError(.unavailable, "the camera does not answer"))))
        let error = await view.end()
        expect(error?.code, equals: .unavailable)
        expect(error?.message, equals: "the camera does not answer")
        await expect(feed.end() == nil)
        // The next one asks again.
        let again = try await bed.view()
        let second = try await bed.feed(bed.asked().feedID)
        try await second.begin()
        try await expect(again.next(), equals: "opened")
        withExtendedLifetime(second) {}
    }

    @Test func aProcessThatSendsNothingIsNotWaitedForForEver() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        _ = try await bed.asked()
        async let end = view.end()
        await bed.test.clock.advance(by: .seconds(45))
        await expect(end?.message, equals: Self.noPicture)
    }

    /// The viewer for whom the stream was asked for is gone; the other one is told nevertheless.
    @Test func theSecondViewerDoesNotWaitForEver() async throws {
        let bed = try await Bed()
        let first = try await bed.view()
        _ = try await bed.asked()
        let second = try await bed.view()
        try await until { bed.test.hub.cameras.count == 2 }
        let reading = Task { await first.end() }
        reading.cancel()
        _ = await reading.value
        try await until { bed.test.hub.cameras.count == 1 }
        async let end = second.end()
        await bed.test.clock.advance(by: .seconds(45))
        await expect(end?.message, equals: Self.noPicture)
    }

    enum Useless: CaseIterable {
        case pictureBeforeFormat, noKeyPicture, onlySound
    }

    @Test(arguments: Useless.allCases)
    func whatNoViewerCanBeginWithIsNoBeginning(_ parts: Useless) async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let feed = try await bed.feed(bed.asked().feedID)
        if parts != .pictureBeforeFormat { try await feed.send(.format(Self.format)) }
        try await feed.send(.unit(.init(isAudio: parts == .onlySound, isKey: parts != .noKeyPicture, data: [9])))
        async let end = view.end()
        await bed.test.clock.advance(by: .seconds(45))
        await expect(end?.message, equals: Self.noPicture)
        withExtendedLifetime(feed) {}
    }

    @Test func aStreamThatStopsEnds() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let feed = try await bed.feed(bed.asked().feedID)
        try await feed.begin()
        try await expect([view.next(), view.next(), view.next()], equals: ["opened", "format", "picture 1"])
        await bed.test.clock.advance(by: .seconds(15))
        try await feed.send(.unit(.init(time: 2, data: [8])))
        try await expect(view.next(), equals: "picture 2")
        await bed.test.clock.advance(by: .seconds(15))
        try await feed.send(.unit(.init(time: 3, data: [8])))
        try await expect(view.next(), equals: "picture 3")
        async let end = view.end()
        await bed.test.clock.advance(by: .seconds(25))
        let error = await end
        expect(error?.message, equals: "the camera has sent nothing for 20 s; open the stream again")
        withExtendedLifetime(feed) {}
    }

    /// A maker's process can't speak for the hub: not refuse rights, not name objects, not write to a terminal.
    @Test func theMakersWordsAreBounded() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let feed = try await bed.feed(bed.asked().feedID)
        let words = "\u{1B}[2Jstolen\n" + String(repeating: "x", count: 1_000)
        let status = RPCError(.permissionDenied, words).adding(HomeKitDetail(.accessoryNotReachable, of: "lamp-1"))
        try await feed.send(.failed(.init(status)))
        let error = await view.end()
        expect(error?.code, equals: .unavailable)
        expect(error?.message, equals: "[2Jstolen" + String(repeating: "x", count: 291))
        // The hub's own detail.
        expect(error?.homeKitCode, equals: Int32(HomeKitErrorCode.accessoryNotReachable.rawValue))
        expect(error?.homeKitError?.objectID, equals: "camera")
    }

    // MARK: WebRTC

    @Test func aSessionHasItsCallAsLongAsItLasts() async throws {
        let bed = try await Bed()
        async let opening = bed.open()
        let asked = try await bed.asked()
        expect(asked.offerSdp, equals: "offer")
        let feed = try await bed.feed(asked.feedID)
        try await feed.send(.answerSdp("answer"))
        let response = try await opening
        expect(response.answerSdp, equals: "answer")
        _ = try await Hearth_V1_CameraClient(bed.test.client()).endLiveView(
            Hearth_V1_EndLiveViewRequest(streamID: response.opened?.streamID ?? ""))
        await expect(feed.end() == nil)
        expect(bed.test.hub.cameras.count, equals: 0)
    }

    @Test func theProcessIsAskedToPlayWhatIsSaid() async throws {
        let bed = try await Bed()
        async let opening = bed.open()
        let feed = try await bed.feed(bed.asked().feedID)
        try await feed.send(.answerSdp("answer"))
        let id = try await opening.opened?.streamID ?? ""
        let client = Hearth_V1_CameraClient(bed.test.client())
        let outcomes: [Hearth_V1_AttachStatus?] = [
            nil, nil, Hearth_V1_AttachStatus(RPCError(.failedPrecondition, "it is deaf")),
        ]
        var codes: [RPCError.Code?] = []
        for (index, status) in outcomes.enumerated() {
            let isOn = index != 1
            async let code = failure {
                if isOn {
                    _ = try await client.startTalkback(Hearth_V1_StartTalkbackRequest(streamID: id))
                } else {
                    _ = try await client.stopTalkback(Hearth_V1_StopTalkbackRequest(streamID: id))
                }
            }
            let number = UInt32(index) + 1
            try await expect(
                feed.reader.next()?.content, equals: .talkback(Hearth_V1_SetTalkback(number: number, isOn: isOn)))
            try await feed.send(.talkback(Hearth_V1_TalkbackResult(number: number, status: status)))
            if status != nil {
                // Nothing more may be played.
                try await expect(
                    feed.reader.next()?.content, equals: .talkback(Hearth_V1_SetTalkback(number: 4, isOn: false)))
                try await feed.send(.talkback(Hearth_V1_TalkbackResult(number: 4)))
            }
            codes.append(await code)
        }
        expect(codes, equals: [nil, nil, .failedPrecondition])
        // An answer to no question.
        try await feed.send(.talkback(Hearth_V1_TalkbackResult(number: 9)))
        await expect(feed.end()?.code, equals: .invalidArgument)
    }

    private func failure(_ body: () async throws -> Void) async -> RPCError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return RPCError(error).code
        }
    }

    // MARK: Loudspeakers

    /// A client talks by a live view through the hub; its camera's process, and the call by which the client talks.
    private func talk(
        _ bed: Bed,
        then: (TestFeed, RPCWriter<Hearth_V1_TalkRequest>, RPCReader<Hearth_V1_TalkResponse>) async throws -> Void
    ) async throws {
        let client = Hearth_V1_CameraClient(bed.test.client())
        let view = try await client.openLiveView(TestCamera.request())
        let pictures = try await bed.feed(bed.asked().feedID)
        try await pictures.begin()
        guard case .opened(let opened)? = try await view.next()?.part else { return expect(false, "it is not open") }
        let (writer, reader) = try await client.talk()
        let hello = Hearth_V1_TalkHello(streamID: opened.streamID, codecs: ["ulaw", "alaw"])
        try await writer.write(Hearth_V1_TalkRequest(content: .hello(hello)))
        let asked = try await bed.asked()
        expect((asked.speakerCodecs, asked.offerSdp, asked.target?.deviceID), are: (["ulaw", "alaw"], nil, "camera"))
        try await then(try await bed.feed(asked.feedID), writer, reader)
        withExtendedLifetime((view, pictures)) {}
    }

    private static let spoken = Hearth_V1_SpokenSound(time: 160, data: [1, 2, 3])
    private static let sound = Hearth_V1_CameraFormat(audio: .init(codec: "alaw", sampleRate: 8_000, channels: 1))

    @Test func theProcessGetsWhatIsSaid() async throws {
        try await talk(Bed()) { feed, writer, reader in
            try await feed.send(.format(Self.sound))
            try await expect(reader.next()?.format, equals: Self.sound.audio)
            try await writer.write(Hearth_V1_TalkRequest(content: .sound(Self.spoken)))
            try await expect(feed.reader.next()?.content, equals: .spoken(Self.spoken))
            writer.finish()
            try await expect(reader.next() == nil)
            await expect(feed.end() == nil)
        }
    }

    enum NoLoudspeaker: CaseIterable { case refusal, oldProcess, otherCodec, broken, lost, twice }

    @Test(arguments: NoLoudspeaker.allCases)
    func whyNothingIsPlayedIsTold(_ kind: NoLoudspeaker) async throws {
        let bed = try await Bed()
        try await talk(bed) { feed, _, reader in
            switch kind {
            case .refusal: try await feed.send(.failed(.init(RPCError(.failedPrecondition, "it is deaf"))))
            case .oldProcess: try await feed.begin()
            case .otherCodec: try await feed.send(.format(.init(audio: .init(codec: "opus"))))
            case .broken:
                try await feed.send(.format(Self.sound))
                _ = try await reader.next()
                try await feed.send(.failed(.init(RPCError(.deadlineExceeded, "it is asleep; wake it"))))
                try await until { await feed.end() == nil }
                await bed.test.clock.advance(by: .seconds(1))
            case .lost:
                try await feed.send(.format(Self.sound))
                _ = try await reader.next()
                feed.writer.finish()
                try await until { await feed.end() == nil }
                await bed.test.clock.advance(by: .seconds(1))
            case .twice:
                try await feed.send(.format(Self.sound))
                _ = try await reader.next()
                try await feed.send(.format(Self.sound))
                await expect(feed.end()?.code, equals: .invalidArgument)
                await bed.test.clock.advance(by: .seconds(1))
            }
            let error = await expect(throws: RPCError.self) { while try await reader.next() != nil {} }
            let codes: [NoLoudspeaker: RPCError.Code] = [
                .refusal: .failedPrecondition, .oldProcess: .unimplemented, .otherCodec: .unavailable,
                .broken: .deadlineExceeded, .lost: .unavailable, .twice: .unavailable,
            ]
            expect(error?.code, equals: codes[kind], "\(error?.message ?? "")")
            if kind == .broken { expect(error?.message, equals: "it is asleep; wake it") }
        }
    }

    @Test func aLoudspeakerIsNotAwaitedForEver() async throws {
        let bed = try await Bed()
        try await talk(bed) { _, _, reader in
            await bed.test.clock.advance(by: .seconds(30))
            let error = await expect(throws: RPCError.self) { try await reader.next() }
            expect(error?.code, equals: .deadlineExceeded)
        }
    }

    @Test func anAnswerIsNotAwaitedForEver() async throws {
        let bed = try await Bed()
        async let opening = expect(throws: RPCError.self) { try await bed.open() }
        _ = try await bed.asked()
        await bed.test.clock.advance(by: .seconds(45))
        await expect(
            opening?.message,
            equals:
                "the camera's process has not answered within 45 s; see whether it runs well, and whether the camera "
                + "is connected")
        try await until { bed.test.hub.cameras.count == 0 }
    }

    @Test func aSecondAnswerIsRefused() async throws {
        let bed = try await Bed()
        async let opening = bed.open()
        let feed = try await bed.feed(bed.asked().feedID)
        for _ in 0..<2 { try await feed.send(.answerSdp("answer")) }
        _ = try await opening
        await expect(feed.end()?.code, equals: .invalidArgument)
        try await until { bed.test.hub.cameras.count == 0 }
    }

    @Test func theProcessEndsASessionByItsCall() async throws {
        let bed = try await Bed()
        async let opening = bed.open()
        let feed = try await bed.feed(bed.asked().feedID)
        try await feed.send(.answerSdp("answer"))
        _ = try await opening
        feed.writer.finish()
        try await until { bed.test.hub.cameras.count == 0 }
    }

    @Test func theLossOfTheProcessEndsSessions() async throws {
        let bed = try await Bed()
        async let opening = bed.open()
        let feed = try await bed.feed(bed.asked().feedID)
        try await feed.send(.answerSdp("answer"))
        _ = try await opening
        bed.remote.writer.finish()
        try await until { bed.test.hub.cameras.count == 0 }
        withExtendedLifetime(feed) {}
    }

    enum NoAnswer: CaseIterable { case refusal, frames, tooLong }

    @Test(arguments: NoAnswer.allCases) func aProcessThatDoesNotAnswerSaysWhy(_ kind: NoAnswer) async throws {
        let bed = try await Bed()
        async let opening = expect(throws: RPCError.self) { try await bed.open() }
        let feed = try await bed.feed(bed.asked().feedID)
        switch kind {
        case .refusal: try await feed.send(.failed(.init(RPCError(.failedPrecondition, "no H.264"))))
        case .frames: try await feed.begin()
        case .tooLong: try await feed.send(.answerSdp(String(repeating: "x", count: (16 << 10) + 1)))
        }
        let codes: [NoAnswer: RPCError.Code] = [
            .refusal: .failedPrecondition, .frames: .unimplemented, .tooLong: .unavailable,
        ]
        await expect(opening?.code, equals: codes[kind])
        await expect(feed.end()?.code, equals: kind == .tooLong ? .invalidArgument : nil)
        try await until { bed.test.hub.cameras.count == 0 }
    }

    /// The process dies: viewers are told at once.
    @Test func theLossOfTheProcessEndsViews() async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let feed = try await bed.feed(bed.asked().feedID)
        try await feed.begin()
        try await expect(view.next(), equals: "opened")
        bed.remote.writer.finish()
        await expect(view.end()?.code, equals: .unavailable)
    }

    enum Attack: CaseIterable {
        case noHello, unknownID, otherProvider, otherPrincipal, twice, secondHello, tooLong, empty, longCodec, nothing
    }

    @Test(arguments: Attack.allCases)
    func whatWasNotAskedForIsRefused(_ attack: Attack) async throws {
        let bed = try await Bed()
        let view = try await bed.view()
        let id = try await bed.asked().feedID
        let feed: TestFeed
        var expected = RPCError.Code.notFound
        switch attack {
        case .noHello:
            feed = try await TestFeed(bed.test.client(Self.maker))
            try await feed.begin()
            expected = .invalidArgument
        case .unknownID: feed = try await bed.feed(id ^ 1)
        case .otherProvider: feed = try await bed.feed(id, of: "other")
        case .otherPrincipal:
            feed = try await bed.feed(id, by: Principal(id: "thief", rights: [.public, .provide], credential: "t"))
        case .twice:
            let first = try await bed.feed(id)
            try await first.begin()
            _ = try await view.next()
            feed = try await bed.feed(id)
        case .secondHello:
            feed = try await bed.feed(id)
            try await feed.send(.hello(.init(providerID: "maker", feedID: id)))
            expected = .invalidArgument
        case .tooLong:
            feed = try await bed.feed(id)
            let unit = Hearth_V1_CameraUnit(isKey: true, data: [UInt8](repeating: 0, count: (2 << 20) + 1))
            try await feed.send(.unit(unit))
            expected = .invalidArgument
        case .empty:
            feed = try await bed.feed(id)
            try await feed.send(.unit(.init(isKey: true)))
            expected = .invalidArgument
        case .longCodec:
            feed = try await bed.feed(id)
            try await feed.send(.format(.init(video: .init(codec: String(repeating: "a", count: 65)))))
            expected = .invalidArgument
        case .nothing:
            feed = try await bed.feed(id)
            try await feed.writer.write(Hearth_V1_FeedRequest())
            expected = .invalidArgument
        }
        await expect(feed.end()?.code, equals: expected)
    }
}
