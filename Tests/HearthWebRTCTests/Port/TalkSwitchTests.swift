internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
@testable internal import HearthWebRTC
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct TalkSwitchTests {
    private final class Speaker: CameraSpeaker {
        private let over = Atomic(false)

        var isOver: Bool { over.load(ordering: .acquiring) }
        func play(_ packet: SpokenPacket) {}
        func end() { over.store(true, ordering: .releasing) }
    }

    /// A camera whose loudspeakers a test looks at.
    private final class Camera: Sendable {
        let opened = Mutex<[Speaker]>([])
        let playing = Mutex<Speaker?>(nil)
        /// Opened when the camera opens its loudspeaker, and when it may.
        let (isAsked, mayOpen) = (Latch(), Latch())
        let refusal: CameraSessionError?

        init(refusal: CameraSessionError? = nil) { self.refusal = refusal }

        func talk() -> TalkSwitch {
            TalkSwitch(
                open: {
                    self.isAsked.open()
                    await self.mayOpen.wait()
                    let speaker = Speaker()
                    self.opened.withLock { $0.append(speaker) }
                    if let refusal = self.refusal { throw refusal }
                    return speaker
                }, change: { speaker in self.playing.withLock { $0 = speaker as? Speaker } })
        }

        var count: Int { opened.withLock { $0.count } }
        var isPlaying: Bool { playing.withLock { $0 != nil } }
    }

    @Test func aPauseKeepsTheSpeakerOpen() async throws {
        let camera = Camera()
        camera.mayOpen.open()
        var talk: TalkSwitch? = camera.talk()
        for _ in 0..<3 {
            try await talk?.set(true)
            expect(camera.isPlaying)
            try await talk?.set(false)
            expect(!camera.isPlaying)
        }
        expect(camera.count, equals: 1)
        talk = nil
        expect(camera.opened.withLock { $0[0].isOver })
    }

    @Test func aSpeakerThatTheCameraHasEndedIsOpenedAgain() async throws {
        let camera = Camera()
        camera.mayOpen.open()
        let talk = camera.talk()
        try await talk.set(true)
        camera.opened.withLock { $0[0].end() }
        try await talk.set(true)
        expect(camera.count, equals: 2)
    }

    @Test("A wish to be silent counts also while the speaker is being opened") func theLastWishCounts() async throws {
        let camera = Camera()
        let talk = camera.talk()
        let beginning = Task { try await talk.set(true) }
        await camera.isAsked.wait()
        try await talk.set(false)
        camera.mayOpen.open()
        await expect(throws: CancellationError.self) { try await beginning.value }
        expect(!camera.isPlaying)
        expect(camera.opened.withLock { $0.map(\.isOver) }, equals: [true])
    }

    @Test func aFailureIsNotRepeatedAtOnce() async throws {
        let camera = Camera(refusal: CameraSessionError(.notSupported, "it is broken", wayOut: "mend it"))
        camera.mayOpen.open()
        let talk = camera.talk()
        for _ in 0..<3 {
            let error = await expect(throws: CameraSessionError.self) { try await talk.set(true) }
            expect(error?.message, equals: "it is broken")
        }
        expect(camera.count, equals: 1)
    }
}
