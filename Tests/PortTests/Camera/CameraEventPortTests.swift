import Foundation
import GoogleHomeSDK
import GoogleHomeTypes
import ProcessTestSupport
import Testing

/// The events of cameras, as an app with Google's names shows them.
@MainActor @Suite(.timeLimit(.minutes(5))) struct CameraEventPortTests {
    @Test func aRingHasAPicture() async throws {
        let house = try await PortHouse.start()
        let structure = try #require(try await house.home.structures().list().first)
        try await house.demo.press("hallway-video-doorbell")
        let events = CameraEvents()
        repeat {
            try await Task.sleep(for: .milliseconds(2))
            try await events.load(structure, filters: ["EVENT_TYPE_DOORBELL"])
        } while events.entries.first?.thumbnailURL == nil
        #expect(events.entries.map(\.deviceName) == ["Video Doorbell"])
        #expect(events.entries.map(\.isRing) == [true])
        let url = try #require(events.entries.first?.thumbnailURL)
        let picture = try await ChildProcess.run("curl", ["--silent", "--fail", url.absoluteString])
        // The beginning of each JPEG.
        #expect(picture.status == 0 && picture.outputBytes.starts(with: [0xFF, 0xD8]))
        await house.stop()
    }
}
