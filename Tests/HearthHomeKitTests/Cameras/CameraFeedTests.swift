@testable internal import HearthHomeKit
internal import Expectations
internal import HearthCameraMedia
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct CameraFeedTests {
    private let format = CameraFormat(
        video: VideoFormat(codec: "avc1.42E01F", width: 1280, height: 720),
        audio: AudioFormat(codec: "opus", sampleRate: 48_000))
    private let key = CameraUnit(isKey: true, time: 0, bytes: [1])
    private let sound = CameraUnit(isAudio: true, isKey: true, time: 1, bytes: [2])

    private func all(_ viewer: CameraViewer) async throws -> [CameraPart] {
        var parts: [CameraPart] = []
        for try await part in viewer { parts.append(part) }
        return parts
    }

    @Test func viewersGetPicturesAndSound() async throws {
        let feed = CameraFeed()
        let viewer = feed.viewer
        expect([.format(format), .unit(key), .unit(sound)].map(feed.send), equals: [false, true, false])
        feed.end()
        try await expect(all(viewer), equals: [.format(format), .unit(key), .unit(sound)])
        try await expect(all(feed.viewer), equals: [.format(format), .unit(key), .unit(sound)], "a later one, too")
    }

    @Test func aMutedFeedHasNoSound() async throws {
        let feed = CameraFeed()
        let viewer = feed.viewer
        feed.audio = .muted
        for part in [CameraPart.format(format), .unit(key), .unit(sound)] { feed.send(part) }
        feed.audio = .incomingAudioAllowed
        feed.send(.unit(sound))
        feed.end()
        let silent = CameraFormat(video: format.video)
        try await expect(
            all(viewer), equals: [.format(silent), .unit(key), .format(format), .unit(sound)])
        expect(feed.format, equals: format)
    }

    @Test func anErrorReachesViewers() async {
        let feed = CameraFeed()
        let viewer = feed.viewer
        feed.end(HMError(.accessoryNotReachable, "gone"))
        await expect(code { try await all(viewer) }, equals: .accessoryNotReachable)
    }
}
