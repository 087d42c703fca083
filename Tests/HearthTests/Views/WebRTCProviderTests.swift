internal import Expectations
internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import Testing

/// Sessions over WebRTC in Matter's shape: this program is the requestor, and the camera the provider.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct WebRTCProviderTests {
    private typealias Requestor = Matter.WebRTCTransportRequestorTrait

    private static let camera = TestHouse.device(
        "camera", "Camera", nil,
        [
            (
                CameraDeviceType.descriptor,
                [
                    TestHouse.trait(
                        Matter.CameraAvStreamManagementTrait.descriptor,
                        [14: .list([.unsigned(3)]), 18: .list([.unsigned(3)]), 20: .bool(false)], features: 0xA)
                ]
            )
        ])

    private struct Bed {
        let fixture: HubFixture
        let provider: Matter.WebRTCTransportProviderTrait
        let streams: Matter.CameraAvStreamManagementTrait

        init() async throws {
            fixture = try await HubFixture.start([camera])
            let type = try require(await fixture.device("camera").types.get(CameraDeviceType.self))
            provider = try require(type.matterTraits.webRTCTransportProviderTrait)
            streams = try require(type.matterTraits.cameraAvStreamManagementTrait)
        }

        func open(_ endpoint: UInt16 = 1, _ change: (inout Offer) -> Void = { _ in }) async throws -> UInt16 {
            var offer = Offer()
            change(&offer)
            return try await provider.provideOffer(
                webRTCSessionID: offer.session, sdp: "v=0", streamUsage: offer.usage, originatingEndpointID: endpoint
            ) { if let encryption = offer.encryption { $0.setSFrameConfig(encryption) } }.webRTCSessionID
        }
    }

    private struct Offer {
        var session: UInt16?
        var usage = Matter.WebRTCTransportProviderTrait.StreamUsageEnum.liveView
        var encryption: Matter.WebRTCTransportProviderTrait.SFrameStruct?
    }

    @Test func anOfferIsAnsweredByACommand() async throws {
        let bed = try await Bed()
        var commands = try bed.fixture.home.commands(to: Requestor.self).makeAsyncIterator()
        let ids = try await [bed.open(), bed.open()]
        expect(Set(ids).count, equals: 2)
        for id in ids {
            guard case .answer(let answer)? = await commands.next() else { return expect(false, "no answer came") }
            expect((answer.webRTCSessionID, answer.sdp), are: (id, "answer to v=0"))
        }
        try await bed.provider.provideICECandidates(webRTCSessionID: ids[0], iceCandidates: [.init(candidate: "")])
        try await bed.provider.endSession(webRTCSessionID: ids[0], reason: .userHangup)
        let late = await failure { try await bed.provider.endSession(webRTCSessionID: ids[0], reason: .userHangup) }
        expect(late?.code, equals: .notFound)
        // What the program has ended itself sends no command; the other session's end does.
        try await bed.streams.update { $0.setSoftLivestreamPrivacyModeEnabled(true) }
        guard case .end(let end)? = await commands.next() else { return expect(false, "no end came") }
        expect((end.webRTCSessionID, end.reason), are: (ids[1], .privacyMode))
    }

    @Test func whatTheCameraSupports() async throws {
        let provider = try await Bed().provider
        expect(
            [
                provider.supportsProvideOfferCommand, provider.supportsProvideICECandidatesCommand,
                provider.supportsEndSessionCommand, provider.supportsSolicitOfferCommand,
                provider.supportsProvideAnswerCommand,
            ], equals: [true, true, true, false, false])
    }

    @Test func requestorsHaveEndpoints() async throws {
        let bed = try await Bed()
        let alone = await failure { _ = try await bed.open(7) }
        expect(alone?.code, equals: .failedPrecondition)
        var commands: AsyncStream<Requestor.Command>? = try bed.fixture.home.commands(to: Requestor.self, endpoint: 7)
        let second = await failure { _ = try bed.fixture.home.commands(to: Requestor.self, endpoint: 7) }
        expect(second?.code, equals: .alreadyExists)
        _ = try await bed.open(7)
        let other = await failure { _ = try await bed.open(8) }
        expect(other?.code, equals: .failedPrecondition)
        commands = nil
        _ = commands
        // The endpoint is free again.
        _ = try bed.fixture.home.commands(to: Requestor.self, endpoint: 7)
        let wrong = await failure { _ = try bed.fixture.home.commands(to: Matter.OnOffTrait.self) }
        expect(wrong?.code, equals: .invalidArgument)
    }

    @Test func offersThatCanNotBeAnsweredAreRefused() async throws {
        let bed = try await Bed()
        let commands = try bed.fixture.home.commands(to: Requestor.self)
        let errors = [
            await failure { _ = try await bed.open { $0.session = 1 } },
            await failure { _ = try await bed.open { $0.usage = .recording } },
            await failure {
                _ = try await bed.open { $0.encryption = .init(cipherSuite: 1, baseKey: [1], kid: [1, 2]) }
            },
        ]
        expect(errors.map { $0?.code }, equals: [.failedPrecondition, .outOfRange, .outOfRange])
        withExtendedLifetime(commands) {}
    }
}
