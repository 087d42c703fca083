internal import Expectations
internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// A hub that is killed while it records a clip.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct KilledRecorderTests {
    private static let bell = "Video Doorbell"

    private func files(_ folder: TemporaryFolder, _ ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("media/home"))) ?? []
        return names.filter { $0.hasSuffix(ending) }
    }

    /// Rings until the hub writes a clip: it begins once the camera's stream is there.
    private func ring(_ hub: HubUnderTest, _ folder: TemporaryFolder) async throws {
        while files(folder, ".part").isEmpty {
            let outcome = try await hub.run("demo", "press", Self.bell)
            expect(outcome.status, equals: 0, "\(outcome.error)")
        }
    }

    @Test func aKilledHubLeavesNoPartOfAClip() async throws {
        let folder = try TemporaryFolder()
        let first = try await HubUnderTest(store: folder.file("home.db"))
        let outcome = try await first.run("camera", "clips", Self.bell, "on")
        expect(
            outcome.output,
            equals: "\(Self.bell) is recorded at its events from now on, from 8 s before to 20 s after them\n")
        try await ring(first, folder)
        await first.kill()
        expect(files(folder, ".part").count, equals: 1)

        // The next one removes it before it listens, and records again.
        let second = try await HubUnderTest(store: folder.file("home.db"))
        expect((files(folder, ".part"), files(folder, ".mp4")), are: ([], []))
        try await ring(second, folder)
        // A hub that ends keeps what it has recorded so far.
        await second.stop()
        expect((files(folder, ".part").count, files(folder, ".mp4").count), are: (0, 1))
        let name = try require(files(folder, ".mp4").first)
        let probe = try await ChildProcess.run(
            "ffmpeg", ["-v", "error", "-i", folder.file("media/home/\(name)"), "-f", "null", "-"])
        expect((probe.status, probe.error), are: (0, ""))
    }
}
