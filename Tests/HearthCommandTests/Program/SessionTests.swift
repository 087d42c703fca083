internal import Expectations
internal import ProcessTestSupport
internal import Testing

/// Commands with their output, as in the files in Sessions.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct SessionTests {
    private static let files = ["Automations", "Commands", "History", "Housekeeping", "Simulate", "Zones"]

    /// Each at a hub of its own, in a process of its own, with the virtual home.
    @Test(arguments: files.flatMap(Session.read)) func atAHub(_ session: Session) async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        try await session.play(in: folder, hub: hub.address)
    }

    @Test(arguments: Session.read("WithoutAHub")) func withoutAHub(_ session: Session) async throws {
        try await session.play(in: try TemporaryFolder(), hub: nil)
    }
}
