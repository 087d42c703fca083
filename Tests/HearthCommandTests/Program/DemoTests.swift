internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// Events that `hearth demo` plays in a demo home, as other programs see them.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(2)))
struct DemoTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func thingsHappenAtVirtualDevices() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let watch = try HearthProgram.start(["watch", "--json", "--hub", hub.address])
        _ = await watch.line { _ in true }
        let pressed = try await hub.run("demo", "press", "Doorbell")
        #expect(pressed.status == 0 && pressed.output == "Doorbell is pressed.\n", "\(pressed.error)")
        #expect(await watch.line { $0.contains("hallway-doorbell") && $0.contains("DoorbellPressed") } != nil)
        #expect(await watch.line { $0.contains("hallway-doorbell") && $0.contains("ShortRelease") } != nil)

        let wet = try await hub.run("demo", "leak", "sink")
        #expect(wet.output == "Sink Leak Sensor is wet.\n", "\(wet.error)")
        #expect(try await hub.run("show", "Sink Leak Sensor").output.contains("stateValue  true"))
        // A room stands for all of its devices that detect motion.
        let motion = try await hub.run("demo", "motion", "hallway", "--json")
        #expect(motion.output.contains(#""devices":["hallway-motion"]"#), "\(motion.output)\(motion.error)")
        #expect(try await hub.run("show", "Hallway Motion").output.contains("occupied"))
    }

    @Test func impossibleDemoEventIsRefused() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let light = try await hub.run("demo", "press", "Ceiling Light")
        #expect(light.status == 1)
        #expect(light.error.contains("called \"Ceiling Light\"; press works with "), "\(light.error)")
        for words in [["paint", "Doorbell"], ["press"], ["reset", "all"]] {
            let wrong = try await HearthProgram.run(["demo"] + words + ["--hub", hub.address])
            #expect(wrong.status == 64 && wrong.error.contains("hearth demo press Doorbell"), "\(wrong.error)")
        }
    }
}
